// Ruby and emphasis marks for libass, which has neither: a row of small letters above the text.
// Letters of Chinese, Japanese and Korean have the same width, so that spaces put them in place.
import { rubyOf, type TextRow } from '../../markup.ts'
import { WIDE } from '../../wide.ts'

/** The width of a letter of half the size, which is the unit here. */
const SPACE = '\u3000'
const HALF_SPACE = '\u2002'
const MARK = '\u30fb'

/** The small row with its break, or nothing if the text has neither ruby nor marks. */
export function rubyRow(row: TextRow, fontSize: number, escape: (text: string) => string): string {
  if (!row.some(({ styles }) => rubyOf(styles) !== undefined || styles.includes('em'))) return ''
  const cells = row.map(({ text, styles }) => {
    const ruby = rubyOf(styles)
    const width = unitsOf(text) * 2
    if (ruby !== undefined) return fitRuby(escape(ruby), unitsOf(ruby), width)
    return styles.includes('em') ? markAll(text) : SPACE.repeat(width)
  })
  const small = Math.round(fontSize / 2)
  return `{\\fs${small}}${cells.join('')}{\\fs${fontSize}}\\N`
}

/** A ruby that is longer than its text becomes narrower. */
function fitRuby(ruby: string, length: number, width: number): string {
  if (length > width) {
    const percent = Math.max(1, Math.round((width / length) * 100))
    return `{\\fscx${percent}}${ruby}{\\fscx100}`
  }
  const left = Math.floor((width - length) / 2)
  return SPACE.repeat(left) + ruby + SPACE.repeat(Math.round(width - length - left))
}

const markAll = (text: string) =>
  Array.from(text, (letter) =>
    letter.trim() === ''
      ? SPACE.repeat(Math.round(unitsOf(letter) * 2))
      : `${HALF_SPACE}${MARK}${HALF_SPACE}`,
  ).join('')

/** In letters of full width. */
const unitsOf = (text: string) =>
  Array.from(text).reduce((sum, letter) => sum + (WIDE.test(letter) ? 1 : 0.5), 0)
