import {
  ALIGNMENTS,
  CUE_KINDS,
  DIRECTIONS,
  TEXT_ALIGNS,
  WRITING_MODES,
  type Cue,
  type FrameRate,
} from '../../cue.ts'
import type { FileError, ReadResult } from '../format.ts'
import { readResult, type Loss } from '../results.ts'
import { cuePosition } from '../position.ts'
import { readTaggedText } from '../tagged-text.ts'
import { NO_DURATION, findTimeError, withDuration } from '../times.ts'
import { findColumn, type CsvColumn } from './columns.ts'
import type { CsvCell } from './records.ts'
import { readTime } from './time.ts'

export function readTable(records: CsvCell[][], rate: FrameRate): ReadResult {
  const [headings, ...rows] = records as [CsvCell[], ...CsvCell[][]]
  const columns = headings.map(({ text }) => findColumn(text))
  const error = findHeadingError(headings, columns)
  if (error) return { ok: false, errors: [error] }
  const [cues, errors]: [Cue[], FileError[]] = [[], []]
  const losses = lostColumns(headings, columns)
  const layout = layoutOf(columns)
  rows.forEach((cells, index) => {
    if (cells.every(({ text }) => text === '' || text.trim() === '')) return
    const read = readRow(cells, layout, rate)
    if (read.ok) {
      cues.push(read.cue)
      for (const lost of read.losses) losses.push({ cue: read.cue, lost })
    } else
      errors.push({
        line: read.cell.line,
        column: read.cell.column,
        message: `Row ${index + 2}, ${read.column}: ${read.error}`,
      })
  })
  return readResult(cues, errors, losses)
}

const lostColumns = (headings: CsvCell[], columns: (CsvColumn | undefined)[]): Loss[] =>
  headings.flatMap(({ text }, index) =>
    columns[index] === undefined && text.trim()
      ? [{ cue: null, lost: `The column ${text.trim().slice(0, 40)}` }]
      : [],
  )

function findHeadingError(
  headings: CsvCell[],
  columns: (CsvColumn | undefined)[],
): FileError | undefined {
  const twice = columns.findIndex((column, index) => column && columns.indexOf(column) < index)
  if (twice >= 0)
    return {
      line: headings[twice]!.line,
      column: headings[twice]!.column,
      message: `“${headings[twice]!.text}” and “${headings[columns.indexOf(columns[twice])]!.text}” are the same column`,
    }
  const missing = [
    !columns.includes('in') && '“in”',
    !columns.includes('out') && '“out”',
    !columns.includes('target') && !columns.includes('source') && '“source” or “target”',
  ].filter(Boolean)
  return missing.length > 0
    ? {
        line: 1,
        column: 1,
        message: `The first row must contain the headings; missing: ${missing.join(', ')}`,
      }
    : undefined
}

type RowResult =
  | { ok: true; cue: Cue; losses: readonly string[] }
  | { ok: false; cell: CsvCell; column: string; error: string }

/** Where the columns are. */
type TableLayout = {
  width: number
  places: Partial<Record<CsvColumn, number>>
  hasLayout: boolean
}

const LAYOUT_COLUMNS = ['x', 'y', 'writingMode', 'direction', 'speaker', 'kind'] as const
const layoutOf = (columns: (CsvColumn | undefined)[]): TableLayout => ({
  width: columns.length,
  places: Object.fromEntries(columns.flatMap((column, at) => (column ? [[column, at]] : []))),
  hasLayout: LAYOUT_COLUMNS.some((column) => columns.includes(column)),
})

function readRow(
  cells: CsvCell[],
  { width, places, hasLayout }: TableLayout,
  rate: FrameRate,
): RowResult {
  const extra =
    cells.length > width ? cells.slice(width).find(({ text }) => text.trim() !== '') : undefined
  if (extra)
    return {
      ok: false,
      cell: extra,
      column: `column ${cells.indexOf(extra) + 1}`,
      error: 'this cell has no heading',
    }
  const cellAt = (column: CsvColumn): CsvCell =>
    cells[places[column] ?? -1] ?? { ...cells.at(-1)!, text: '' }
  const fail = (column: CsvColumn, why: string): RowResult => ({
    ok: false,
    cell: cellAt(column),
    column,
    error: why,
  })
  const cellText = (column: CsvColumn) => cells[places[column] ?? -1]?.text ?? ''
  const [start, stop, target, source] = [
    readTime(cellText('in'), rate),
    readTime(cellText('out'), rate),
    readTaggedText(cellText('target')),
    readTaggedText(cellText('source')),
  ]
  if (!start.ok) return fail('in', start.error)
  if (!stop.ok) return fail('out', stop.error)
  const times = { start: start.time, stop: withDuration(start.time, stop.time) }
  const error = findTimeError(times)
  if (error) return fail('out', `the row ${error}`)
  if (!target.ok) return fail('target', target.error)
  if (!source.ok) return fail('source', source.error)
  const [budget, alignment, textAlign] = [
    cellText('budget').trim(),
    parseOption(ALIGNMENTS, cellText('alignment')),
    parseOption(TEXT_ALIGNS, cellText('textAlign')),
  ]
  if (!/^\d{0,6}$/.test(budget)) return fail('budget', 'a budget must be a number of characters')
  if (alignment === null) return fail('alignment', `must be one of ${ALIGNMENTS.join(', ')}`)
  if (textAlign === null) return fail('textAlign', `must be one of ${TEXT_ALIGNS.join(', ')}`)
  const layout = hasLayout ? readLayout(cellText) : NO_LAYOUT
  if (!layout.ok) return fail(layout.column, layout.error)
  return {
    ok: true,
    cue: {
      ...times,
      text: target.text,
      ...cuePosition(alignment ?? target.place.alignment, textAlign ?? target.place.textAlign),
      ...layout.fields,
      ...(source.text && { source: source.text }),
      ...(budget && { budget: Number(budget) }),
      ...(cellText('id') && { name: cellText('id') }),
      ...(cellText('note') && { note: cellText('note') }),
      ...(cellText('still') && { still: cellText('still') }),
    },
    losses: lossesOf(
      stop.time === start.time,
      start.losses,
      stop.losses,
      target.losses,
      source.losses,
    ),
  }
}

const NOTHING: readonly string[] = []
/** Nearly all rows lose nothing. */
const lossesOf = (isEmpty: boolean, ...all: (readonly string[])[]): readonly string[] =>
  isEmpty || all.some(({ length }) => length > 0)
    ? [...(isEmpty ? [NO_DURATION] : []), ...all.flat()]
    : NOTHING

type LayoutFields = Pick<Cue, 'x' | 'y' | 'writingMode' | 'direction' | 'speaker' | 'kind'>
const NO_LAYOUT: Layout = { ok: true, fields: {} }
type Layout = { ok: true; fields: LayoutFields } | { ok: false; column: CsvColumn; error: string }

function readLayout(cellText: (column: CsvColumn) => string): Layout {
  const fields: LayoutFields = {}
  for (const axis of ['x', 'y'] as const) {
    const percent = cellText(axis).trim().replace(',', '.').replace(/%$/, '')
    if (percent === '') continue
    if (!/^\d{1,3}(?:\.\d{1,4})?$/.test(percent) || Number(percent) > 100)
      return { ok: false, column: axis, error: 'a position must be a percentage from 0 to 100' }
    fields[axis] = Number(percent)
  }
  const [writingMode, direction, kind] = [
    parseOption(WRITING_MODES, cellText('writingMode')),
    parseOption(DIRECTIONS, cellText('direction')),
    parseOption(CUE_KINDS, cellText('kind')),
  ]
  const wrong = (column: CsvColumn, words: readonly string[]): Layout => ({
    ok: false,
    column,
    error: `must be one of ${words.join(', ')}`,
  })
  if (writingMode === null) return wrong('writingMode', WRITING_MODES)
  if (direction === null) return wrong('direction', DIRECTIONS)
  if (kind === null) return wrong('kind', CUE_KINDS)
  return {
    ok: true,
    fields: {
      ...fields,
      ...(writingMode && { writingMode }),
      ...(direction && { direction }),
      ...(cellText('speaker') && { speaker: cellText('speaker') }),
      ...(kind && { kind }),
    },
  }
}

/** Undefined if empty, null if invalid. */
function parseOption<Word extends string>(
  words: readonly Word[],
  text: string,
): Word | undefined | null {
  if (text === '') return undefined
  const option = text.trim().toLowerCase()
  return option === '' ? undefined : (words.find((word) => word === option) ?? null)
}
