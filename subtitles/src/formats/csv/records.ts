// RFC 4180 as spreadsheets write it: a quote inside an unquoted cell is literal.
import { unescapeFormula } from '../../csv.ts'
import type { FileError } from '../format.ts'
import { MAX_TABLE_CELLS, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../limits.ts'

/** `line` and `column` locate the start of the cell. */
export type CsvCell = { text: string; line: number; column: number }
export type CsvRecords =
  | { ok: true; records: CsvCell[][] }
  | { ok: false; records: CsvCell[][]; error: FileError }

export function readRecords(
  text: string,
  separator: string,
  maxRecords = MAX_TABLE_ROWS,
): CsvRecords {
  const plainCell = new RegExp(`[^${separator}\\r\\n]*`, 'y')
  const records: CsvCell[][] = [[]]
  let [at, line, lineStart, cells] = [0, 1, 0, 0]
  for (;;) {
    const place = { line, column: at - lineStart + 1 }
    if (records.at(-1)!.length === MAX_TABLE_COLUMNS)
      return fail(records, place, `A row has more than ${MAX_TABLE_COLUMNS} cells`)
    if (++cells > MAX_TABLE_CELLS)
      return fail(records, place, `The table has more than ${MAX_TABLE_CELLS} cells`)
    const isQuoted = text[at] === '"'
    plainCell.lastIndex = at
    const whole = isQuoted ? readQuoted(text, at) : plainCell.exec(text)![0]
    if (whole === undefined)
      return fail(records, place, 'A cell starts with a quote that is never closed')
    records.at(-1)!.push({
      ...place,
      text: unescapeFormula(
        isQuoted ? whole.slice(1, -1).replaceAll('""', '"').replace(/\r\n?/g, '\n') : whole,
      ),
    })
    for (const { 0: end, index } of whole.matchAll(/\r\n|\r|\n/g))
      [line, lineStart] = [line + 1, at + index + end.length]
    at += whole.length
    if (at >= text.length) return { ok: true, records }
    const next = text[at]!
    if (next !== separator && next !== '\r' && next !== '\n')
      return fail(
        records,
        { line, column: at - lineStart + 1 },
        'Unexpected text after the closing quote of a cell',
      )
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
    if (next === separator) continue
    ;[line, lineStart] = [line + 1, at]
    if (records.length === maxRecords)
      return fail(records, { line, column: 1 }, `The table has more than ${maxRecords} rows`)
    records.push([])
  }
}

/** A cell with its quotes, up to the first quote that is not doubled. */
function readQuoted(text: string, from: number): string | undefined {
  let end = text.indexOf('"', from + 1)
  while (end >= 0 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
  return end < 0 ? undefined : text.slice(from, end + 1)
}

const fail = (
  records: CsvCell[][],
  place: { line: number; column: number },
  message: string,
): CsvRecords => ({ ok: false, records, error: { ...place, message } })
