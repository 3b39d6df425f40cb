// What is sent of a line: plain text, because machines break markup. A dialogue of two speakers is
// two texts. Styles of the whole line come back with the translation.
import {
  plainText,
  readMarkup,
  rubyOf,
  writeMarkup,
  type TextRow,
  type TextStyle,
} from '@reelay/subtitles'
import { cleanText } from './clean-text.ts'

const DASH = /^[-–—‐]\s?/u

/** The texts of a line, without markup. Empty if the markup cannot be read. */
export function splitSegments(source: string): string[] {
  const rows = plainRows(source)
  return isDialogue(rows)
    ? rows.map((row) => row.replace(DASH, ''))
    : [rows.join(' ')].filter(Boolean)
}

/** The line in canonical markup, with the styles and row breaks of its source. */
export function joinSegments(source: string, translated: readonly string[]): string {
  const read = readMarkup(source)
  const rows = plainRows(source)
  const styles = read.ok ? commonStyles(read.rows) : []
  const texts = translated.map(cleanText)
  const written = isDialogue(rows)
    ? texts.map((text, index) => `${DASH.exec(rows[index]!)![0]}${text.replace(DASH, '')}`)
    : rows.length > 1
      ? breakInTwo(texts.join(' '))
      : texts
  return writeMarkup(written.map((text) => [{ text, styles }]))
}

const plainRows = (source: string): string[] =>
  plainText(source)
    .split('\n')
    .map((row) => row.trim())
    .filter(Boolean)

const isDialogue = (rows: readonly string[]) =>
  rows.length > 1 && rows.every((row) => DASH.test(row))

/** The styles that all letters have. Ruby belongs to single letters. */
function commonStyles(rows: readonly TextRow[]): readonly TextStyle[] {
  const runs = rows.flat().filter(({ text }) => text.trim())
  const [first] = runs
  if (!first) return []
  return first.styles.filter(
    (style) => rubyOf([style]) === undefined && runs.every(({ styles }) => styles.includes(style)),
  )
}

/** At the space that is nearest to the middle. */
function breakInTwo(text: string): string[] {
  const middle = text.length / 2
  const after = text.indexOf(' ', Math.floor(middle))
  const before = text.lastIndexOf(' ', Math.floor(middle))
  const space = after < 0 || middle - before < after - middle ? before : after
  return space <= 0 ? [text] : [text.slice(0, space), text.slice(space + 1)]
}
