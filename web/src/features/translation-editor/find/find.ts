// Find and replace in the text of lines, ignoring tags.
import { plainText, readMarkup, writeMarkup } from '@reelay/subtitles'
import { replaceInRow } from '@reelay/subtitles/checks'
import type { EditorLine } from '../model/draft.ts'

export type LineSearch = { text: string; matchCase: boolean }

export function patternOf({ text, matchCase }: LineSearch): RegExp | undefined {
  return text
    ? new RegExp(
        text.normalize('NFC').replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
        matchCase ? 'gu' : 'giu',
      )
    : undefined
}

/** Searches the translation and the original. */
export function findIn(lines: readonly EditorLine[], search: LineSearch): string[] {
  const pattern = patternOf(search)
  if (!pattern) return []
  const matches = (text: string) => {
    pattern.lastIndex = 0
    return pattern.test(plainText(text).normalize('NFC'))
  }
  return lines.filter(({ text, source }) => matches(text) || matches(source)).map(({ _id }) => _id)
}

/** How often the text occurs in the translation, which is what a replacement changes. */
export function countMatches(lines: readonly EditorLine[], search: LineSearch): number {
  const pattern = patternOf(search)
  if (!pattern) return 0
  return lines.reduce(
    (sum, { text }) => sum + [...plainText(text).normalize('NFC').matchAll(pattern)].length,
    0,
  )
}

/** The replacement keeps the style of what it replaces. Returns the same text without a match. */
export function replaceIn(text: string, search: LineSearch, replacement: string): string {
  const [pattern, markup] = [patternOf(search), readMarkup(text.normalize('NFC'))]
  if (!pattern || !markup.ok) return text
  const rows = markup.rows.map((row) => replaceInRow(row, pattern, () => replacement))
  return rows.every((row, index) => row === markup.rows[index]) ? text : writeMarkup(rows)
}
