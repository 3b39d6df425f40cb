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
import { cuePosition, type CuePosition } from '../position.ts'
import { FIELD_CONTROLS, findCharacterError } from '../markup-builder.ts'
import type { ReadCode } from '../read-codes.ts'
import { excerpt, leftOut, type Place, type ReadReport } from '../report.ts'
import { readTaggedText } from '../tagged-text.ts'
import { OPEN_END, repairTimes, UNTIL_NEXT } from '../times.ts'
import { findColumn, type CsvColumn } from './columns.ts'
import { looksLikeTime, readTime } from './time.ts'

/** Of a cell in a row. Columns are counted from 0. */
export type PlaceOf = (column: number) => Place
/** Takes the rows one by one, so that they need not be kept. The first are the headings. */
export type TableReader = {
  add: (cells: readonly string[], placeOf: PlaceOf) => void
  finish: () => ReadResult
}

export function createTableReader(rate: FrameRate, report: ReadReport): TableReader {
  const cues: Cue[] = []
  let [number, layout, headingError]: [number, TableLayout?, FileError?] = [0]
  const addRow = (cells: readonly string[], rows: TableLayout, placeOf: PlaceOf) => {
    const cue = readRow(cells, rows, { rate, number, placeOf, report })
    if (cue) cues.push(cue)
  }
  return {
    add(cells, placeOf) {
      number++
      if (!layout) {
        const columns = cells.map(findColumn)
        const usual = report.isStrict ? undefined : columnsWithoutHeadings(cells)
        layout = layoutOf(usual ?? columns)
        if (usual) {
          report.fault({ code: 'header', ...placeOf(0), ...NO_HEADINGS })
          addRow(cells, layout, placeOf)
          return
        }
        headingError = findHeadingError(cells, columns, placeOf)
        for (const lost of lostColumns(cells, columns)) report.lose('field', null, lost, placeOf(0))
      } else if (!headingError && !isBlank(cells)) addRow(cells, layout, placeOf)
    },
    finish: () => (headingError ? { ok: false, errors: [headingError] } : report.finish(cues)),
  }
}

const NO_HEADINGS = {
  message: 'The first row has no headings',
  repair: 'read as in, out and text',
}

/** Two times and a text after them have one meaning only. */
function columnsWithoutHeadings(cells: readonly string[]): (CsvColumn | undefined)[] | undefined {
  const start = cells.findIndex(looksLikeTime)
  const text = cells.findIndex((cell, at) => at > start + 1 && cell.trim() !== '')
  if (start < 0 || text < 0 || !looksLikeTime(cells[start + 1]!)) return undefined
  return cells.map((_, at) =>
    at === start ? 'in' : at === start + 1 ? 'out' : at === text ? 'target' : undefined,
  )
}

function isBlank(cells: readonly string[]): boolean {
  for (const text of cells) if (text !== '' && text.trim() !== '') return false
  return true
}

const lostColumns = (
  headings: readonly string[],
  columns: readonly (CsvColumn | undefined)[],
): string[] =>
  headings.flatMap((text, index) =>
    columns[index] === undefined && text.trim() ? [`The column ${excerpt(text)}`] : [],
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
      code: 'header',
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
        code: 'header',
        message: `The first row must contain the headings; missing: ${missing.join(', ')}`,
      }
    : undefined
}

/** Where the columns are. */
type TableLayout = {
  width: number
  places: Partial<Record<CsvColumn, number>>
  hasLayout: boolean
  /** Columns that are not read. */
  unknown: readonly number[]
}

const LAYOUT_COLUMNS = ['x', 'y', 'writingMode', 'direction', 'speaker', 'kind'] as const
const layoutOf = (columns: (CsvColumn | undefined)[]): TableLayout => ({
  width: columns.length,
  places: Object.fromEntries(columns.flatMap((column, at) => (column ? [[column, at]] : []))),
  hasLayout: LAYOUT_COLUMNS.some((column) => columns.includes(column)),
  unknown: columns.flatMap((column, at) => (column ? [] : [at])),
})

type RowContext = { rate: FrameRate; number: number; placeOf: PlaceOf; report: ReadReport }
type CellFault = { column: CsvColumn; message: string; code?: ReadCode }

function readRow(
  cells: readonly string[],
  { width, places, hasLayout, unknown }: TableLayout,
  { rate, number, placeOf, report }: RowContext,
): Cue | undefined {
  const cellText = (column: CsvColumn) => cells[places[column] ?? -1] ?? ''
  // A missing cell is reported at the last one.
  const at = (column: CsvColumn) => placeOf(Math.min(places[column] ?? Infinity, cells.length - 1))
  const cue: Cue = { start: 0, stop: 0, text: '' }
  const fail = ({ column, message, code = 'field' }: CellFault, repair: string) =>
    report.fault({
      code,
      ...at(column),
      message: `Row ${number}, ${column}: ${message}`,
      repair,
      cue,
    })
  const ignored = (column: CsvColumn) => `this cell is left out: ${excerpt(cellText(column))}`
  const row = () => leftOut(cells.filter(Boolean).join(', '))
  const start = readTime(cellText('in'), rate)
  const stop = readTime(cellText('out'), rate)
  if (!start.ok) fail({ code: 'time', column: 'in', message: start.error }, row())
  if (!start.ok) return undefined
  if (!stop.ok)
    fail({ code: 'time', column: 'out', message: stop.error }, `${UNTIL_NEXT}: ${cellText('out')}`)
  cue.start = start.time
  cue.stop = stop.ok ? stop.time : OPEN_END
  const target = readTaggedText(cellText('target'))
  const source = readTaggedText(cellText('source'))
  for (const [column, read] of [
    ['target', target],
    ['source', source],
  ] as const) {
    if (!read.ok) fail({ code: 'too-large', column, message: read.error }, row())
    else if (read.fault)
      fail({ code: 'character', column, message: read.fault.message }, read.fault.repair)
  }
  if (!target.ok || !source.ok) return undefined
  cue.text = target.text
  const faults = addOptions(cue, cellText, { place: target.place, hasLayout })
  for (const fault of faults) fail(fault, ignored(fault.column))
  if (source.text) cue.source = source.text
  for (const [field, column] of TEXT_FIELDS) {
    const text = cellText(column)
    if (text) cue[field] = text
  }
  if (cellText('speaker')) cue.speaker = cellText('speaker')
  for (const [field, column] of [...TEXT_FIELDS, ['speaker', 'speaker'] as const]) {
    const text = cue[field]
    if (text === undefined) continue
    const clean = text.replace(FIELD_CONTROLS, '')
    const lost = findCharacterError(text)
    if (clean !== text)
      fail({ code: 'character', column, message: 'contains a control character' }, 'it is removed')
    if (lost) fail({ code: 'character', column, message: lost }, 'it is kept')
    cue[field] = clean
  }
  const place = at('out')
  if (!Number.isNaN(cue.stop) && !repairTimes(cue, report, place, `Row ${number}, out: the row`))
    return undefined
  for (const lost of [...start.losses, ...(stop.ok ? stop.losses : [])])
    report.lose('time', cue, lost)
  for (const lost of [...target.losses, ...source.losses]) report.lose('style', cue, lost)
  reportExtra(cells, { width, unknown }, { cue, number, placeOf, report })
  return cue
}

/** Cells without a heading, and cells of a column that is not read. */
function reportExtra(
  cells: readonly string[],
  { width, unknown }: Pick<TableLayout, 'width' | 'unknown'>,
  { cue, number, placeOf, report }: Omit<RowContext, 'rate'> & { cue: Cue },
) {
  for (const column of unknown)
    if (cells[column]?.trim())
      report.lose('field', cue, `A cell that is not read: ${excerpt(cells[column])}`)
  const at = cells.findIndex((text, column) => column >= width && text.trim())
  if (at < 0) return
  const message = `Row ${number}, column ${at + 1}: this cell has no heading`
  const rest = cells.slice(at).filter((text) => text.trim())
  report.fault({
    code: 'field',
    ...placeOf(at),
    message,
    repair: `left out: ${excerpt(rest.join(', '))}`,
    cue,
  })
}

const TEXT_FIELDS = [
  ['name', 'id'],
  ['note', 'note'],
  ['still', 'still'],
] as const

type CellText = (column: CsvColumn) => string

/** The fields with a limited set of values. Returns the cells that have another one. */
function addOptions(
  cue: Cue,
  cellText: CellText,
  { place, hasLayout }: { place: CuePosition; hasLayout: boolean },
): CellFault[] {
  const faults: CellFault[] = []
  const option = <Word extends string>(column: CsvColumn, words: readonly Word[]) => {
    const word = parseOption(words, cellText(column))
    if (word === null) faults.push({ column, message: `must be one of ${words.join(', ')}` })
    return word ?? undefined
  }
  const budget = cellText('budget').trim()
  if (/^\d{1,6}$/.test(budget)) cue.budget = Number(budget)
  else if (budget)
    faults.push({ column: 'budget', message: 'a budget must be a number of characters' })
  const alignment = option('alignment', ALIGNMENTS) ?? place.alignment
  const textAlign = option('textAlign', TEXT_ALIGNS) ?? place.textAlign
  Object.assign(cue, cuePosition(alignment, textAlign))
  if (!hasLayout) return faults
  for (const axis of ['x', 'y'] as const) {
    const percent = cellText(axis).trim().replace(',', '.').replace(/%$/, '')
    if (percent === '') continue
    if (/^\d{1,3}(?:\.\d{1,4})?$/.test(percent) && Number(percent) <= 100)
      cue[axis] = Number(percent)
    else faults.push({ column: axis, message: 'a position must be a percentage from 0 to 100' })
  }
  const writingMode = option('writingMode', WRITING_MODES)
  const direction = option('direction', DIRECTIONS)
  const kind = option('kind', CUE_KINDS)
  if (writingMode) cue.writingMode = writingMode
  if (direction) cue.direction = direction
  if (kind) cue.kind = kind
  return faults
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
