// Edits the text of a row and keeps its styles.
import type { TextRow, TextRun } from '../markup.ts'
import { rubyOf, withoutRuby, writeMarkup } from '../markup.ts'
import { countCharacters } from './measure.ts'
import type { ProfileStyle } from '../profiles/profile.ts'

/** The replacement takes the style of the text it replaces, or of the text before it. */
export function replaceInRow(
  row: TextRow,
  pattern: RegExp,
  by: (match: RegExpExecArray) => string,
): TextRow {
  const found = [...textOf(row).matchAll(pattern)]
  if (!found.length) return row
  const take = createSlicer(row)
  const pieces = found.flatMap((match) => {
    const kept = take(match.index)
    const replaced = take(match.index + match[0].length)
    const look = replaced[0]?.styles ?? withoutRuby((take.next() ?? row.at(-1))?.styles ?? [])
    return [...kept, { text: by(match), styles: look }]
  })
  return [...pieces, ...take(Infinity)]
}

/** Cuts a row from left to right. Each run is visited once. */
function createSlicer(row: TextRow) {
  let [index, start, at] = [0, 0, 0]
  const take = (to: number): TextRow => {
    const runs: TextRow = []
    while (index < row.length && at < to) {
      const { text, styles } = row[index]!
      const end = Math.min(to, start + text.length)
      if (end > at) runs.push({ text: text.slice(at - start, end - start), styles })
      at = Math.max(at, end)
      if (at < start + text.length) break
      start += text.length
      index++
    }
    return runs
  }
  /** The run of the next character. */
  const next = () => row.slice(index, index + 1)[0]
  return Object.assign(take, { next })
}

/** The same text with one line break: preferably after punctuation, with the longer line below. */
export function rebreakRows(
  rows: readonly TextRow[],
  most: number,
  { counting }: Pick<ProfileStyle, 'counting'>,
  articles: readonly string[] = [],
): string | undefined {
  const one = joinRows(rows)
  const text = textOf(one)
  const whole = countCharacters(text, counting)
  if (whole <= most) return writeMarkup([one])
  if (whole > 2 * most + 1) return undefined
  // A text with ruby is never divided.
  if (one.some(({ text: base, styles }) => base.includes(' ') && rubyOf(styles) !== undefined))
    return undefined
  const breaks = [...text.matchAll(/ /g)].flatMap(({ index }) => {
    const [upper, lower] = [text.slice(0, index), text.slice(index + 1)]
    const [above, below] = [countCharacters(upper, counting), countCharacters(lower, counting)]
    const cost =
      Math.abs(below - above) + (above > below ? 2 : 0) - (/[.,;:!?…]$/.test(upper) ? 8 : 0)
    return above <= most && below <= most && !endsInArticle(upper, articles)
      ? [{ index, cost }]
      : []
  })
  const best = breaks.toSorted((a, b) => a.cost - b.cost)[0]
  return (
    best && writeMarkup([sliceOf(one, 0, best.index), sliceOf(one, best.index + 1, text.length)])
  )
}

export const endsInArticle = (row: string, articles: readonly string[]): boolean =>
  articles.includes(row.slice(row.lastIndexOf(' ') + 1).toLowerCase())

export const joinRows = (rows: readonly TextRow[]): TextRow =>
  rows.flatMap((row, index): TextRow =>
    index === 0
      ? row
      : [{ text: ' ', styles: withoutRuby(rows[index - 1]!.at(-1)?.styles ?? []) }, ...row],
  )

export const textOf = (row: TextRow) => row.map((run) => run.text).join('')

function sliceOf(row: TextRow, from: number, to: number): TextRow {
  let at = 0
  return row.flatMap(({ text, styles }): TextRun[] => {
    const cut = text.slice(Math.max(0, from - at), Math.max(0, to - at))
    at += text.length
    return cut ? [{ text: cut, styles }] : []
  })
}
