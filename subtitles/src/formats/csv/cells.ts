import { formatTimecode, type Cue } from '../../cue.ts'
import { writeTaggedText } from '../tagged-text.ts'
import type { CsvColumn } from './columns.ts'

/** One cell for each heading. */
export const toCells = (cue: Cue, columns: readonly CsvColumn[]): (string | number | undefined)[] =>
  columns.map((column) => CELLS[column](cue))

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
  x: ({ x }) => x,
  y: ({ y }) => y,
  writingMode: ({ writingMode }) => writingMode,
  direction: ({ direction }) => direction,
  speaker: ({ speaker }) => speaker,
  kind: ({ kind }) => kind,
}
