// RFC 4180 as spreadsheets write it: a quote inside an unquoted cell is literal.
import { unescapeFormula } from '../../csv.ts'
import type { FileError } from '../format.ts'

/** `line` and `column` locate the start of the cell. */
export type CsvCell = { text: string; line: number; column: number }
export type CsvRecords =
  | { ok: true; records: CsvCell[][] }
  | { ok: false; records: CsvCell[][]; error: FileError }

export function readRecords(text: string, separator: string): CsvRecords {
  const cell = new RegExp(`"([^"]*(?:""[^"]*)*)"|([^${separator}\\r\\n]*)`, 'y')
  const records: CsvCell[][] = [[]]
  let [at, line, lineStart] = [0, 1, 0]
  for (;;) {
    const place = { line, column: at - lineStart + 1 }
    cell.lastIndex = at
    const [whole, quoted, plain] = cell.exec(text)!
    if (quoted === undefined && plain!.startsWith('"'))
      return {
        ok: false,
        records,
        error: { ...place, message: 'A cell starts with a quote that is never closed' },
      }
    records.at(-1)!.push({
      ...place,
      text: unescapeFormula(
        quoted === undefined ? plain! : quoted.replaceAll('""', '"').replace(/\r\n?/g, '\n'),
      ),
    })
    for (const { 0: end, index } of whole.matchAll(/\r\n|\r|\n/g))
      [line, lineStart] = [line + 1, at + index + end.length]
    at += whole.length
    if (at >= text.length) return { ok: true, records }
    const next = text[at]!
    if (next !== separator && next !== '\r' && next !== '\n')
      return {
        ok: false,
        records,
        error: {
          line,
          column: at - lineStart + 1,
          message: 'Unexpected text after the closing quote of a cell',
        },
      }
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
    if (next === separator) continue
    ;[line, lineStart] = [line + 1, at]
    records.push([])
  }
}
