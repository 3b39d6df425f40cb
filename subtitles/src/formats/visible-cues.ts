// What the formats that count in frames and rows share: cues as rows on a grid of frames.
import { msToFrame, frameToMs, type Cue, type FrameRate } from '../cue.ts'
import { readMarkup, type TextRow } from '../markup.ts'

/** A cue that can be seen. `index` is its number in the list it came from. */
export type VisibleCue = { cue: Cue; index: number; rows: TextRow[]; from: number; to: number }

/**
 * In the order of their times; what has no text is not shown, and what is shown lasts a frame at
 * least.
 */
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

/** A place that is said only where it is not below in the middle. */
export const placed = (
  alignment: Cue['alignment'],
  textAlign: Cue['textAlign'],
): Pick<Cue, 'alignment' | 'textAlign'> => ({
  ...(alignment && alignment !== 'bottom' ? { alignment } : {}),
  ...(textAlign && textAlign !== 'center' ? { textAlign } : {}),
})

export const hasLetters = (rows: readonly TextRow[]): boolean =>
  rows.some((row) => row.some(({ text }) => text.trim()))

/** A cue whose times were frames. */
export const framesToMs = (cue: Cue, rate: FrameRate, offset = 0): Cue => ({
  ...cue,
  start: frameToMs(cue.start - offset, rate),
  stop: frameToMs(cue.stop - offset, rate),
})

/** The clock of a timecode begins anew after a day. */
export const findPastMidnight = (
  { to, index }: VisibleCue,
  perSecond: number,
): { cue: number; message: string }[] =>
  to >= perSecond * 86_400
    ? [{ cue: index, message: 'ends after 24 hours, which no timecode can say' }]
    : []
