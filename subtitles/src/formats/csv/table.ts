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
import { readTime } from './time.ts'

type Place = { line: number; column: number }
/** Of a cell in a row. Columns are counted from 0. */
export type PlaceOf = (column: number) => Place
/** Takes the rows one by one, so that they need not be kept. The first are the headings. */
export type TableReader = {
  add: (cells: readonly string[], placeOf: PlaceOf) => void
  finish: () => ReadResult
}

export function createTableReader(rate: FrameRate): TableReader {
  const [cues, errors, losses]: [Cue[], FileError[], Loss[]] = [[], [], []]
  let [number, layout, headingError]: [number, TableLayout?, FileError?] = [0]
  return {
    add(cells, placeOf) {
      number++
      if (!layout) {
        const columns = cells.map(findColumn)
        layout = layoutOf(columns)
        headingError = findHeadingError(cells, columns, placeOf)
        losses.push(...lostColumns(cells, columns))
      } else if (!headingError && !isBlank(cells)) {
        const read = readRow(cells, layout, rate)
        if (!read.ok) {
          const message = `Row ${number}, ${read.column}: ${read.error}`
          errors.push({ ...placeOf(read.at), message })
          return
        }
        cues.push(read.cue)
        for (const lost of read.losses) losses.push({ cue: read.cue, lost })
      }
    },
    finish: () =>
      headingError ? { ok: false, errors: [headingError] } : readResult(cues, errors, losses),
  }
}

function isBlank(cells: readonly string[]): boolean {
  for (const text of cells) if (text !== '' && text.trim() !== '') return false
  return true
}

const lostColumns = (
  headings: readonly string[],
  columns: readonly (CsvColumn | undefined)[],
): Loss[] =>
  headings.flatMap((text, index) =>
    columns[index] === undefined && text.trim()
      ? [{ cue: null, lost: `The column ${text.trim().slice(0, 40)}` }]
      : [],
  )

function findHeadingError(
  headings: readonly string[],
  columns: readonly (CsvColumn | undefined)[],
  placeOf: PlaceOf,
): FileError | undefined {
  const twice = columns.findIndex((column, index) => column && columns.indexOf(column) < index)
  if (twice >= 0)
    return {
      ...placeOf(twice),
      message: `“${headings[twice]!}” and “${headings[columns.indexOf(columns[twice])]!}” are the same column`,
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
  | { ok: false; at: number; column: string; error: string }

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
  cells: readonly string[],
  { width, places, hasLayout }: TableLayout,
  rate: FrameRate,
): RowResult {
  const extra =
    cells.length > width ? cells.findIndex((text, at) => at >= width && text.trim() !== '') : -1
  if (extra >= 0)
    return {
      ok: false,
      at: extra,
      column: `column ${extra + 1}`,
      error: 'this cell has no heading',
    }
  // A missing cell is reported at the last one.
  const fail = (column: CsvColumn, why: string): RowResult => ({
    ok: false,
    at: Math.min(places[column] ?? Infinity, cells.length - 1),
    column,
    error: why,
  })
  const cellText = (column: CsvColumn) => cells[places[column] ?? -1] ?? ''
  const start = readTime(cellText('in'), rate)
  const stop = readTime(cellText('out'), rate)
  const target = readTaggedText(cellText('target'))
  const source = readTaggedText(cellText('source'))
  if (!start.ok) return fail('in', start.error)
  if (!stop.ok) return fail('out', stop.error)
  const times = { start: start.time, stop: withDuration(start.time, stop.time) }
  const error = findTimeError(times)
  if (error) return fail('out', `the row ${error}`)
  if (!target.ok) return fail('target', target.error)
  if (!source.ok) return fail('source', source.error)
  const budget = cellText('budget').trim()
  const alignment = parseOption(ALIGNMENTS, cellText('alignment'))
  const textAlign = parseOption(TEXT_ALIGNS, cellText('textAlign'))
  if (budget && !/^\d{0,6}$/.test(budget))
    return fail('budget', 'a budget must be a number of characters')
  if (alignment === null) return fail('alignment', `must be one of ${ALIGNMENTS.join(', ')}`)
  if (textAlign === null) return fail('textAlign', `must be one of ${TEXT_ALIGNS.join(', ')}`)
  const layout = hasLayout ? readLayout(cellText) : NO_LAYOUT
  if (!layout.ok) return fail(layout.column, layout.error)
  const cue: Cue = { start: times.start, stop: times.stop, text: target.text }
  Object.assign(
    cue,
    cuePosition(alignment ?? target.place.alignment, textAlign ?? target.place.textAlign),
    layout.fields,
  )
  if (source.text) cue.source = source.text
  if (budget) cue.budget = Number(budget)
  for (const [field, column] of TEXT_FIELDS) {
    const text = cellText(column)
    if (text) cue[field] = text
  }
  return {
    ok: true,
    cue,
    losses: lossesOf(
      stop.time === start.time,
      start.losses,
      stop.losses,
      target.losses,
      source.losses,
    ),
  }
}

const TEXT_FIELDS = [
  ['name', 'id'],
  ['note', 'note'],
  ['still', 'still'],
] as const

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
