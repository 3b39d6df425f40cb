// Files that count frames say how many a second has, whatever the clock makes of them.
import type { Rate } from '../cue.ts'
import { frameOfLabel, smpteOf, type Count } from '../smpte.ts'

export const NTSC: Rate = { num: 30_000, den: 1001 }

const counted = (perSecond: number, drop: boolean): Count => ({
  rate: { num: perSecond, den: 1 },
  drop,
})

export const labelOf = (frame: number, perSecond: number, drop = false): string =>
  smpteOf(frame, counted(perSecond, drop))
export const frameAt = (
  label: readonly number[],
  perSecond: number,
  drop = false,
): number | undefined =>
  frameOfLabel(label as [number, number, number, number], counted(perSecond, drop))
