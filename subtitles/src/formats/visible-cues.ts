// Cues as rows on a grid of frames, for formats that count in frames.
import { msToFrame, frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { readMarkup, type TextRow } from '../markup.ts'

/** `index` is the index in the original list. */
export type VisibleCue = { cue: Cue; index: number; rows: TextRow[]; from: number; to: number }

/** Sorted by start. Cues without text are left out; the others last at least one frame. */
export function visibleCues(cues: readonly Cue[], rate: FrameRate): VisibleCue[] {
  return cues
    .flatMap((cue, index) => {
      const read = readMarkup(cue.text)
      if (!read.ok || !hasLetters(read.rows)) return []
      const from = msToFrame(cue.start, rate)
      return [
        { cue, index, rows: read.rows, from, to: Math.max(from + 1, msToFrame(cue.stop, rate)) },
      ]
    })
    .toSorted((a, b) => a.from - b.from)
}

export const hasLetters = (rows: readonly TextRow[]): boolean =>
  rows.some((row) => row.some(({ text }) => text.trim()))

/** Converts times from frames to milliseconds. */
export const framesToMs = (cue: Cue, rate: FrameRate, offset = 0): Cue => ({
  ...cue,
  start: frameToMs(cue.start - offset, rate),
  stop: frameToMs(cue.stop - offset, rate),
})

/** Timecode wraps after 24 hours. */
export const findPastMidnight = (
  { to, index }: VisibleCue,
  perSecond: number,
): { cue: number; message: string }[] =>
  to >= perSecond * 86_400
    ? [{ cue: index, message: 'ends after 24 hours, which timecode cannot express' }]
    : []
