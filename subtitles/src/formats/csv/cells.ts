import { formatTimecode, type Cue } from '../../cue.ts'
import { writeTagged } from '../tagged.ts'
import { COLUMNS, type Column } from './columns.ts'

/** A cue as a row, one cell under each heading. */
export const cellsOf = (cue: Cue): (string | number | undefined)[] =>
  COLUMNS.map((column) => CELLS[column](cue))

const CELLS: Record<Column, (cue: Cue) => string | number | undefined> = {
  id: ({ name }) => name,
  in: ({ start }) => formatTimecode(start),
  out: ({ stop }) => formatTimecode(stop),
  source: ({ source }) => source && writeTagged(source).join('\n'),
  target: ({ text }) => writeTagged(text).join('\n'),
  budget: ({ budget }) => budget,
  note: ({ note }) => note,
  still: ({ still }) => still,
  alignment: ({ alignment }) => alignment,
  textAlign: ({ textAlign }) => textAlign,
}
