// Edits the text of a row and keeps its styles.
import type { TextRow, TextRun } from '../markup.ts'
import { writeMarkup } from '../markup.ts'
import { countCharacters } from './measure.ts'
import type { ProfileStyle } from '../profiles/profile.ts'

/** The replacement takes the style of the text it replaces, or of the text before it. */
export function replaceInRow(
  row: TextRow,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string,
): TextRow {
  const plain = row.map((run) => run.text).join('')
  const found = [...plain.matchAll(pattern)]
  let read = 0
  const pieces = found.flatMap((match) => {
    const [kept, look] = [
      sliceOf(row, read, match.index),
      sliceOf(row, match.index, match.index + 1)[0] ?? row.at(-1),
    ]
    read = match.index + match[0].length
    return [...kept, { text: by(match), styles: look?.styles ?? [] }]
  })
  return found.length ? [...pieces, ...sliceOf(row, read, plain.length)] : row
}

/** The same text with one line break: preferably after punctuation, with the longer line below. */
export function rebreakRows(
  rows: readonly TextRow[],
  most: number,
  { counting }: Pick<ProfileStyle, 'counting'>,
  articles: readonly string[] = [],
): string | undefined {
  const [one, long] = [joinRows(rows), (row: TextRow) => countCharacters(textOf(row), counting)]
  if (long(one) <= most) return writeMarkup([one])
  if (long(one) > 2 * most + 1) return undefined
  const text = textOf(one)
  const breaks = [...text.matchAll(/ /g)].map(
    ({ index }) => [sliceOf(one, 0, index), sliceOf(one, index + 1, text.length)] as const,
  )
  const fitting = breaks.filter(
    ([upper, lower]) =>
      long(upper) <= most && long(lower) <= most && !endsInArticle(textOf(upper), articles),
  )
  const cost = ([upper, lower]: readonly [TextRow, TextRow]) =>
    Math.abs(long(lower) - long(upper)) +
    (long(upper) > long(lower) ? 2 : 0) -
    (/[.,;:!?…]$/.test(textOf(upper)) ? 8 : 0)
  const best = fitting.toSorted((a, b) => cost(a) - cost(b))[0]
  return best && writeMarkup(best)
}

export const endsInArticle = (row: string, articles: readonly string[]): boolean =>
  articles.includes(row.slice(row.lastIndexOf(' ') + 1).toLowerCase())

export const joinRows = (rows: readonly TextRow[]): TextRow =>
  rows.flatMap((row, index): TextRow =>
    index === 0 ? row : [{ text: ' ', styles: rows[index - 1]!.at(-1)?.styles ?? [] }, ...row],
  )

const textOf = (row: TextRow) => row.map((run) => run.text).join('')

function sliceOf(row: TextRow, from: number, to: number): TextRow {
  let at = 0
  return row.flatMap(({ text, styles }): TextRun[] => {
    const cut = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += text.length
    return cut ? [{ text: cut, styles }] : []
  })
}
