// Graphics lists and scripts as spreadsheets have them: one row a cue, a heading over each column, in any order.
import { UNICODE_MARK, csvOf } from '../../../kernel/csv.ts'
import { timecode, type Cue } from '../cue.ts'
import { COLUMNS, columnNamed, type Column } from './csv/columns.ts'
import { readRecords } from './csv/records.ts'
import { readTable } from './csv/table.ts'
import { decode } from './encoding.ts'
import type { Format } from './format.ts'
import { written } from './outcome.ts'
import { writeTagged } from './tagged.ts'

const SEPARATORS = [',', ';', '\t']

export const csv: Format = {
  name: 'csv', extension: 'csv', mime: 'text/csv',
  read(bytes, { language, rate }) {
    const decoded = decode(bytes, language)
    if (!decoded.ok) return decoded
    const read = SEPARATORS.map((separator) => readRecords(decoded.text, separator))
    const records = read.toSorted((one, other) => headingsIn(other) - headingsIn(one))[0]!
    return records.ok ? readTable(records.records, rate) : { ok: false, faults: [records.fault] }
  },
  write: (cues) => written(cues, () => UNICODE_MARK + csvOf({ head: COLUMNS, rows: cues.map((cue) => COLUMNS.map((column) => CELLS[column](cue))) })),
}

const headingsIn = ({ records: [first] }: ReturnType<typeof readRecords>) => first!.filter(({ text }) => columnNamed(text)).length

const CELLS: Record<Column, (cue: Cue) => string | number | undefined> = {
  id: ({ name }) => name,
  in: ({ start }) => timecode(start),
  out: ({ stop }) => timecode(stop),
  source: ({ source }) => source && writeTagged(source).join('\n'),
  target: ({ text }) => writeTagged(text).join('\n'),
  budget: ({ budget }) => budget,
  note: ({ note }) => note,
  still: ({ still }) => still,
  alignment: ({ alignment }) => alignment,
  textAlign: ({ textAlign }) => textAlign,
}
