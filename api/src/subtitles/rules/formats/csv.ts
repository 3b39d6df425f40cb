// Graphics lists and scripts as spreadsheets have them: one row a cue, a heading over each column, in any order.
import { timecode, type Cue } from '../cue.ts'
import { COLUMNS, columnNamed, type Column } from './csv/columns.ts'
import { readRecords, writeCell } from './csv/records.ts'
import { readTable } from './csv/table.ts'
import { decode } from './encoding.ts'
import type { Format } from './format.ts'
import { written } from './outcome.ts'
import { writeTagged } from './tagged.ts'

/** Without it Excel takes UTF-8 for the encoding of its own country. */
const MARK = '\ufeff'
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
  write: (cues) => written(cues, () => MARK + [[...COLUMNS], ...cues.map((cue) => COLUMNS.map((column) => String(CELLS[column](cue) ?? '')))].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')),
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
