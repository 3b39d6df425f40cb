// CSV (RFC 4180) that is safe to open in a spreadsheet.
type Value = string | number | null | undefined
export type CsvTable = { head: readonly string[]; rows: readonly (readonly Value[])[] }

export const formatCsv = ({ head, rows }: CsvTable): string => formatCsvRows([head, ...rows])

/** The next rows of a table that is sent in parts. */
export const formatCsvRows = (rows: CsvTable['rows']): string =>
  rows.map((row) => `${row.map(formatCell).join(',')}\r\n`).join('')

/** Without it, Excel reads UTF-8 in the local legacy encoding. */
export const BYTE_ORDER_MARK = '\ufeff'

/**
 * Spreadsheets run text that starts like this as a formula. The wide characters are typed on East
 * Asian keyboards.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Formulas get a leading apostrophe, which spreadsheets read as "this is text". Numbers stay as
 * they are.
 */
export function formatCell(value: Value): string {
  const text = typeof value === 'string' && FORMULA.test(value) ? `'${value}` : String(value ?? '')
  return /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** The cell before it was escaped. */
export const unescapeFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text
