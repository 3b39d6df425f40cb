// Tables for people who work in spreadsheets (RFC 4180).
type Value = string | number | null | undefined
export type CsvTable = { head: readonly string[]; rows: readonly (readonly Value[])[] }

export const formatCsv = ({ head, rows }: CsvTable): string =>
  [head, ...rows].map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** Without it Excel takes UTF-8 for the encoding of its own country. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Text that begins so is a formula to a spreadsheet, which would work it out for whoever opens the
 * file; the wide letters are those of East Asian keyboards.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * A formula is given an apostrophe, which spreadsheets take for a sign of text. Numbers are only
 * numbers.
 */
export function formatCell(value: Value): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '')
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** What a cell said before it was guarded. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
