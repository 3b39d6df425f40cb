// Find and replace in the words of lines, not in their tags.
import { plainText, readMarkup, writeMarkup } from '@reelay/subtitles'
import { replaceInRow } from '@reelay/subtitles/checks'
import type { Line } from '../model/draft.ts'

export type LineSearch = { words: string; matchCase: boolean }

export function patternOf({ words, matchCase }: LineSearch): RegExp | undefined {
  return words
    ? new RegExp(
        words.normalize('NFC').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
        matchCase ? 'gu' : 'giu',
      )
    : undefined
}

/** Also in the source: who looks for a word of the original finds where it was said. */
export function findIn(lines: readonly Line[], search: LineSearch): string[] {
  const pattern = patternOf(search)
  if (!pattern) return []
  const says = (text: string) => {
    pattern.lastIndex = 0
    return pattern.test(plainText(text).normalize('NFC'))
  }
  return lines.filter(({ text, source }) => says(text) || says(source)).map(({ _id }) => _id)
}

/** What comes in looks like what it takes the place of. The same text where nothing was found. */
export function replaceIn(text: string, search: LineSearch, by: string): string {
  const [pattern, read] = [patternOf(search), readMarkup(text.normalize('NFC'))]
  if (!pattern || !read.ok) return text
  const rows = read.rows.map((row) => replaceInRow(row, pattern, () => by))
  return rows.every((row, index) => row === read.rows[index]) ? text : writeMarkup(rows)
}
