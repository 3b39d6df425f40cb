// RFC 4180 as spreadsheets write it: a quote inside an unquoted cell is literal.
import { unescapeFormula } from '../../csv.ts'
import type { FileError } from '../format.ts'
import type { Place } from '../report.ts'
import { MAX_TABLE_CELLS, MAX_TABLE_COLUMNS, MAX_TABLE_ROWS } from '../limits.ts'

/** `places` are the line and the column of each cell, in turn: an object each takes longer. */
export type CsvRecord = { cells: string[]; places: number[] }
export type CsvRecords =
  | { ok: true; records: CsvRecord[] }
  | { ok: false; records: CsvRecord[]; error: FileError }

/** With `repair`, a quote that makes no quoted cell is literal. */
export function readRecords(
  text: string,
  separator: string,
  { maxRecords = MAX_TABLE_ROWS, repair }: { maxRecords?: number; repair?: RepairQuote } = {},
): CsvRecords {
  const separatorCode = separator.charCodeAt(0)
  let record: CsvRecord = { cells: [], places: [] }
  const records = [record]
  let [at, line, lineStart, cells, repaired] = [0, 1, 0, 0, 0]
  for (;;) {
    const column = at - lineStart + 1
    if (record.cells.length === MAX_TABLE_COLUMNS)
      return fail(
        records,
        'too-large',
        { line, column },
        `A row has more than ${MAX_TABLE_COLUMNS} cells`,
      )
    if (++cells > MAX_TABLE_CELLS)
      return fail(
        records,
        'too-large',
        { line, column },
        `The table has more than ${MAX_TABLE_CELLS} cells`,
      )
    let isQuoted = text.charCodeAt(at) === QUOTE
    let end = isQuoted ? endOfQuoted(text, at) : endOfPlain(text, at, separatorCode)
    const message = isQuoted ? findQuoteError(text, end, separatorCode) : undefined
    if (message !== undefined) {
      const place = { line, column: end === undefined ? column : column + end - at }
      if (!repair || ++repaired > MAX_REPAIRED) return fail(records, 'syntax', place, message)
      end = endOfPlain(text, at, separatorCode)
      isQuoted = false
      repair({ ...place, message, code: 'syntax' }, text.slice(at, end))
    }
    const whole = isQuoted ? unquote(text.slice(at + 1, end! - 1)) : text.slice(at, end)
    record.cells.push(unescapeFormula(whole))
    record.places.push(line, column)
    if (isQuoted)
      for (const { 0: lineEnd, index } of text.slice(at, end).matchAll(LINE_END))
        [line, lineStart] = [line + 1, at + index + lineEnd.length]
    at = end!
    if (at >= text.length) return { ok: true, records }
    const next = text[at]!
    at += next === '\r' && text[at + 1] === '\n' ? 2 : 1
    if (next === separator) continue
    ;[line, lineStart] = [line + 1, at]
    if (records.length === maxRecords)
      return fail(
        records,
        'too-large',
        { line, column: 1 },
        `The table has more than ${maxRecords} rows`,
      )
    record = { cells: [], places: [] }
    records.push(record)
  }
}

export type RepairQuote = (error: FileError, cell: string) => void
/** Each may read the rest of the file. */
const MAX_REPAIRED = 100

function findQuoteError(
  text: string,
  end: number | undefined,
  separator: number,
): string | undefined {
  if (end === undefined) return 'A cell starts with a quote that is never closed'
  const next = text.charCodeAt(end)
  return end >= text.length || next === separator || next === NEWLINE || next === RETURN
    ? undefined
    : 'Unexpected text after the closing quote of a cell'
}

const [QUOTE, RETURN, NEWLINE] = [0x22, 0x0d, 0x0a]
const LINE_END = /\r\n|\r|\n/g

/** A pattern for each of a million cells takes longer than the loop. */
function endOfPlain(text: string, from: number, separator: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === separator || code === NEWLINE || code === RETURN) break
  }
  return at
}

/** Behind the first quote that is not doubled. */
function endOfQuoted(text: string, from: number): number | undefined {
  let end = text.indexOf('"', from + 1)
  while (end >= 0 && text.charCodeAt(end + 1) === QUOTE) end = text.indexOf('"', end + 2)
  return end < 0 ? undefined : end + 1
}

function unquote(text: string): string {
  const single = text.includes('"') ? text.replaceAll('""', '"') : text
  return single.includes('\r') ? single.replace(/\r\n?/g, '\n') : single
}

const fail = (
  records: CsvRecord[],
  code: FileError['code'],
  { line, column }: Place,
  message: string,
): CsvRecords => ({ ok: false, records, error: { line, column, message, code } })
