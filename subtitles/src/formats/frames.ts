// Timecode labels for files that state whole frames per second.
import type { FrameRate } from '../cue.ts'
import { labelToFrame, formatSmpte, nextLabelledFrame, type FrameCount } from '../smpte.ts'

export const NTSC: FrameRate = { num: 30_000, den: 1001 }

const frameCount = (perSecond: number, drop: boolean): FrameCount => ({
  rate: { num: perSecond, den: 1 },
  drop,
})

export const formatFrames = (frame: number, perSecond: number, drop = false): string =>
  formatSmpte(frame, frameCount(perSecond, drop))
export const SKIPPED_LABEL = 'A timecode that drop frame skips; the next frame is used'
export const nextFrame = (label: readonly number[], perSecond: number): number | undefined =>
  nextLabelledFrame(label as [number, number, number, number], frameCount(perSecond, true))
export const parseFrames = (
  label: readonly number[],
  perSecond: number,
  drop = false,
): number | undefined =>
  labelToFrame(label as [number, number, number, number], frameCount(perSecond, drop))
