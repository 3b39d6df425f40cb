import { formatTimecode, type Cue } from '../../cue.ts'
import { writeTaggedText } from '../tagged-text.ts'
import { COLUMNS, type CsvColumn } from './columns.ts'

/** One cell for each heading. */
export const toCells = (cue: Cue): (string | number | undefined)[] =>
  COLUMNS.map((column) => CELLS[column](cue))

const CELLS: Record<CsvColumn, (cue: Cue) => string | number | undefined> = {
  id: ({ name }) => name,
  in: ({ start }) => formatTimecode(start),
  out: ({ stop }) => formatTimecode(stop),
  source: ({ source }) => source && writeTaggedText(source).join('\n'),
  target: ({ text }) => writeTaggedText(text).join('\n'),
  budget: ({ budget }) => budget,
  note: ({ note }) => note,
  still: ({ still }) => still,
  alignment: ({ alignment }) => alignment,
  textAlign: ({ textAlign }) => textAlign,
}
