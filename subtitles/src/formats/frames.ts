// Timecode labels for files that state whole frames per second.
import type { FrameRate } from '../cue.ts'
import { labelToFrame, formatSmpte, type FrameCount } from '../smpte.ts'

export const NTSC: FrameRate = { num: 30_000, den: 1001 }

const frameCount = (perSecond: number, drop: boolean): FrameCount => ({
  rate: { num: perSecond, den: 1 },
  drop,
})

export const formatFrames = (frame: number, perSecond: number, drop = false): string =>
  formatSmpte(frame, frameCount(perSecond, drop))
export const parseFrames = (
  label: readonly number[],
  perSecond: number,
  drop = false,
): number | undefined =>
  labelToFrame(label as [number, number, number, number], frameCount(perSecond, drop))
