// Graphics lists and scripts as spreadsheets have them: one row a cue, a heading over each column,
// in any order.
import { BYTE_ORDER_MARK, formatCsv } from '../csv.ts'
import { cellsOf } from './csv/cells.ts'
import { COLUMNS, columnNamed } from './csv/columns.ts'
import { readRecords } from './csv/records.ts'
import { readTable } from './csv/table.ts'
import { decode } from './encoding.ts'
import type { Format } from './format.ts'
import { written } from './outcome.ts'

const SEPARATORS = [',', ';', '\t']

export const csv: Format = {
  name: 'csv',
  title: 'CSV',
  extension: 'csv',
  mime: 'text/csv',
  read(bytes, { language, rate }) {
    const decoded = decode(bytes, language)
    if (!decoded.ok) return decoded
    const read = SEPARATORS.map((separator) => readRecords(decoded.text, separator))
    const records = read.toSorted((one, other) => headingsIn(other) - headingsIn(one))[0]!
    return records.ok ? readTable(records.records, rate) : { ok: false, faults: [records.fault] }
  },
  write: (cues) =>
    written(cues, () => BYTE_ORDER_MARK + formatCsv({ head: COLUMNS, rows: cues.map(cellsOf) })),
}

const headingsIn = ({ records: [first] }: ReturnType<typeof readRecords>) =>
  first!.filter(({ text }) => columnNamed(text)).length
