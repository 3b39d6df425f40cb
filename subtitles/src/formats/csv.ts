// Graphics lists and scripts as spreadsheets: one cue per row, headings in any order.
import { BYTE_ORDER_MARK, formatCsv } from '../csv.ts'
import type { FrameRate } from '../cue.ts'
import { toCells } from './csv/cells.ts'
import { columnsFor, findColumn } from './csv/columns.ts'
import { readRecords, type CsvRecord, type RepairQuote } from './csv/records.ts'
import { createTableReader } from './csv/table.ts'
import { looksLikeTime } from './csv/time.ts'
import { decodeText } from './encoding.ts'
import type { Format, ReadResult } from './format.ts'
import { createReport, excerpt, type ReadReport } from './report.ts'
import { withEncodingWarning, writeResult } from './results.ts'

const SEPARATORS = [',', ';', '\t']

export const csv: Format = {
  name: 'csv',
  title: 'CSV',
  mime: 'text/csv',
  read(bytes, options) {
    const report = createReport(options)
    const decoded = decodeText(bytes, options, report)
    if (!decoded.ok) return decoded
    const repair: RepairQuote = (error, cell) =>
      report.fault({ ...error, repair: `the quote is kept: ${excerpt(cell)}` })
    const separator = findSeparator(decoded.text)
    const read = readRecords(decoded.text, separator, options.strict ? {} : { repair })
    if (!read.ok) return { ok: false, errors: [read.error] }
    return withEncodingWarning(readTable(read.records, options.rate, report), decoded.encoding)
  },
  write: (cues) =>
    writeResult(cues, () => {
      const columns = columnsFor(cues)
      const rows = cues.map((cue) => toCells(cue, columns))
      return BYTE_ORDER_MARK + formatCsv({ head: columns, rows })
    }),
}

function readTable(records: readonly CsvRecord[], rate: FrameRate, report: ReadReport): ReadResult {
  const table = createTableReader(rate, report)
  for (const { cells, places } of records)
    table.add(cells, (column) => ({ line: places[column * 2]!, column: places[column * 2 + 1]! }))
  return table.finish()
}

/** Headings are in the first characters. One hostile cell could be the whole file. */
const MAX_HEADINGS_LENGTH = 16_384

/** The one that finds the most headings in the first row. */
const findSeparator = (text: string): string =>
  SEPARATORS.map((separator) => ({
    separator,
    headings: countHeadings(
      readRecords(text.slice(0, MAX_HEADINGS_LENGTH), separator, { maxRecords: 1 }),
    ),
  })).toSorted((one, other) => other.headings - one.headings)[0]!.separator

const countHeadings = ({ records: [first] }: ReturnType<typeof readRecords>) =>
  first!.cells.filter((cell) => findColumn(cell) ?? looksLikeTime(cell)).length
