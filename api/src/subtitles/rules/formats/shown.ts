// What the formats that count in frames and rows share: cues as rows on a grid of frames.
import { frameOf, type Cue, type Rate } from '../cue.ts'
import { readFragment, type Row } from '../fragment.ts'

/** A cue that can be seen. `index` is its number in the list it came from. */
export type Shown = { cue: Cue; index: number; rows: Row[]; from: number; to: number }

/** In the order of their times; what has no text is not shown, and what is shown lasts a frame at least. */
export function shownOf(cues: readonly Cue[], rate: Rate): Shown[] {
  return cues.flatMap((cue, index) => {
    const read = readFragment(cue.text)
    if (!read.ok || !hasLetters(read.rows)) return []
    const from = frameOf(cue.start, rate)
    return [{ cue, index, rows: read.rows, from, to: Math.max(from + 1, frameOf(cue.stop, rate)) }]
  }).toSorted((a, b) => a.from - b.from)
}

export const hasLetters = (rows: readonly Row[]): boolean => rows.some((row) => row.some(({ text }) => text.trim()))

/** A hundred hours have no label. */
export const tooLate = ({ to, index }: Shown, perSecond: number): { cue: number; message: string }[] => (to >= perSecond * 360_000 ? [{ cue: index, message: 'ends after 99 hours, which no timecode can say' }] : [])
