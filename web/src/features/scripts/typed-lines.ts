// The lines of a script as they are typed: times and text, checked before they are saved.
import type { lines } from '@reelay/api/contract'
import { formatTimecode } from '@reelay/subtitles'
import { parseTime } from '../translation-editor/lines/parse-time.ts'
import { replaceWord } from '../translation-editor/spelling/words.ts'
import { toFieldText, toMarkup } from '../translation-editor/lines/field-text.ts'

export type TypedLine = { key: string; id?: string; start: string; stop: string; text: string }
export type LineProblem = 'start' | 'stop' | 'order' | 'text'

/** How long a new line is shown until somebody times it. */
const NEW_LINE_MS = 2_000
/** The gap that the trade leaves between two lines at 24 fps. */
const GAP_MS = 84

export const toTypedLine = ({ _id, startTime, stopTime, text }: lines.Line): TypedLine => ({
  key: _id,
  id: _id,
  start: startTime,
  stop: stopTime,
  text: toFieldText(text),
})

/** A line after the last one. */
export function nextLine(before: readonly TypedLine[], key: string): TypedLine {
  const end = parseTime(before.at(-1)?.stop ?? '')
  const start = end === undefined ? 0 : end + GAP_MS
  return { key, start: formatTimecode(start), stop: formatTimecode(start + NEW_LINE_MS), text: '' }
}

export function problemOf({ start, stop, text }: TypedLine): LineProblem | undefined {
  const [from, to] = [parseTime(start), parseTime(stop)]
  if (from === undefined) return 'start'
  if (to === undefined) return 'stop'
  if (to <= from) return 'order'
  return text.trim() ? undefined : 'text'
}

/** Replaces the word wherever it is in the typed text. */
export const replaceTyped = (text: string, word: string, by: string): string =>
  toFieldText(replaceWord(toMarkup(text), word, by))

/** In order of time, as the service stores them. */
export const toNewLines = (typed: readonly TypedLine[]): lines.NewLine[] =>
  typed
    .map(({ id, start, stop, text }) => ({
      ...(id !== undefined && { _id: id }),
      text: toMarkup(text.trim()),
      from: parseTime(start)!,
      to: parseTime(stop)!,
    }))
    .toSorted((one, other) => one.from - other.from)
    .map(({ from, to, ...line }, index) => ({
      ...line,
      number: index + 1,
      startTime: formatTimecode(from),
      stopTime: formatTimecode(to),
    }))
