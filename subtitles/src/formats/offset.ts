// Broadcast files count from a start time such as 01:00:00:00 or 10:00:00:00, not from zero.
import { frameToMs, parseTimecode, type Cue, type FrameRate } from '../cue.ts'
import { allowsDropFrame, parseSmpte } from '../smpte.ts'

/** HH:MM:SS:FF or HH:MM:SS;FF in frames, HH:MM:SS,mmm in milliseconds. */
export function parseOffset(code: string, rate: FrameRate): number | undefined {
  if (/^\d{2}:[0-5]\d:[0-5]\d[,.]\d{3}$/.test(code)) return parseTimecode(code.replace('.', ','))
  const drop = code.includes(';')
  if (drop && !allowsDropFrame(rate)) return undefined
  const frame = parseSmpte(code, { rate, drop })
  return frame === undefined ? undefined : frameToMs(frame, rate)
}

export const shiftCues = (cues: readonly Cue[], by: number): Cue[] =>
  cues.map((cue) => ({ ...cue, start: cue.start + by, stop: cue.stop + by }))
