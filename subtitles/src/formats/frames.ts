// Files that count frames say how many a second has, whatever the clock makes of them.
import type { FrameRate } from '../cue.ts'
import { labelToFrame, formatSmpte, type FrameCount } from '../smpte.ts'

export const NTSC: FrameRate = { num: 30_000, den: 1001 }

const counted = (perSecond: number, drop: boolean): FrameCount => ({
  rate: { num: perSecond, den: 1 },
  drop,
})

export const labelOf = (frame: number, perSecond: number, drop = false): string =>
  formatSmpte(frame, counted(perSecond, drop))
export const frameAt = (
  label: readonly number[],
  perSecond: number,
  drop = false,
): number | undefined =>
  labelToFrame(label as [number, number, number, number], counted(perSecond, drop))
