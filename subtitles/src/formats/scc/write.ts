// Schedules pop-on captions: each is sent before it appears, one byte pair per frame, and displayed
// on its first frame.
import type { Cue } from '../../cue.ts'
import type { TextRow } from '../../markup.ts'
import type { FileWarning } from '../format.ts'
import { NTSC } from '../frames.ts'
import { MAX_ERRORS } from '../report.ts'
import { visibleCues, findPastMidnight, type VisibleCue } from '../visible-cues.ts'
import { substituteUnsupported } from '../substitute.ts'
import { encodeCharacter } from './characters.ts'
import { styleCode } from './colours.ts'
import { COLUMNS, normalizeSpaces, isVisible, ROWS, type ScreenCell } from './screen.ts'

/** Pairs that must be sent without a gap. Control pairs are sent twice in case one is lost. */
type PairUnit = number[]
export type ScheduledUnit = { at: number; unit: PairUnit }
type CueErrors = { cue: number; message: string }[]
const MAX_ROWS = 4
/** Longer rows are not encoded to find out what else is wrong. Spaces at the ends do not count. */
const MAX_ROW_LENGTH = 320
const controlUnit = (high: number, low: number): PairUnit => [(high << 8) | low, (high << 8) | low]
const [RESUME_CAPTION_LOADING, ERASE_DISPLAYED, ERASE_NON_DISPLAYED, END_OF_CAPTION] = [
  0x20, 0x2c, 0x2e, 0x2f,
].map((low) => controlUnit(0x14, low)) as [PairUnit, PairUnit, PairUnit, PairUnit]
/** First and second byte (at indent 0) of the preamble address code of rows 1 to 15. */
const PREAMBLES: readonly (readonly [number, number])[] = [
  [0x11, 0x50],
  [0x11, 0x70],
  [0x12, 0x50],
  [0x12, 0x70],
  [0x15, 0x50],
  [0x15, 0x70],
  [0x16, 0x50],
  [0x16, 0x70],
  [0x17, 0x50],
  [0x17, 0x70],
  [0x10, 0x50],
  [0x13, 0x50],
  [0x13, 0x70],
  [0x14, 0x50],
  [0x14, 0x70],
]

/** In the order of their frames, of which NTSC has 30 each second. */
export type CaptionSchedule =
  | { ok: true; sending: ScheduledUnit[]; warnings: FileWarning[] }
  | { ok: false; errors: CueErrors }

export function scheduleCaptions(cues: readonly Cue[]): CaptionSchedule {
  const shown = visibleCues(cues, NTSC)
  const errors: CueErrors = []
  const warnings: FileWarning[] = []
  const sending: ScheduledUnit[] = []
  const send = (unit: PairUnit, at: number) => {
    sending.push({ at, unit })
  }
  let before: VisibleCue | undefined
  for (const one of shown) {
    errors.push(...findPastMidnight(one, 30), ...findTimingErrors(one, before))
    const units = captionUnits(one, errors, warnings)
    const erased =
      before && before.to < one.from
        ? { at: before.to, unit: ERASE_DISPLAYED.slice(0, one.from - before.to) }
        : undefined
    if (erased) send(erased.unit, erased.at)
    const firstFrame = scheduleLoad(units, one.from, erased, send)
    const free = before ? before.from + 2 : 0
    if (firstFrame < free && !findTimingErrors(one, before).length)
      errors.push({
        cue: one.index,
        message: `takes ${one.from - firstFrame} frames to send; only ${Math.max(0, one.from - free)} are free before it`,
      })
    send(END_OF_CAPTION, one.from)
    before = one
  }
  if (errors.length) return { ok: false, errors: errors.toSorted((a, b) => a.cue - b.cue) }
  if (before) send(ERASE_DISPLAYED, before.to)
  return { ok: true, warnings, sending: sending.toSorted((a, b) => a.at - b.at) }
}

function findTimingErrors(
  { from, to, index }: VisibleCue,
  before: VisibleCue | undefined,
): CueErrors {
  if (before && before.to > from)
    return [
      {
        cue: index,
        message: 'starts before the previous cue ends; CEA-608 shows one at a time',
      },
    ]
  return to - from < 2
    ? [{ cue: index, message: 'is shown for less than two frames, too short for CEA-608' }]
    : []
}

/**
 * Schedules units backwards from the display frame, around the pair that erases the previous
 * caption. Returns the first frame used.
 */
function scheduleLoad(
  units: readonly PairUnit[],
  shownAt: number,
  erased: ScheduledUnit | undefined,
  send: (unit: PairUnit, at: number) => void,
): number {
  let next = shownAt
  for (const unit of units.toReversed()) {
    const at = next - unit.length
    next =
      erased && at < erased.at + erased.unit.length && next > erased.at
        ? erased.at - unit.length
        : at
    send(unit, next)
  }
  return next
}

function captionUnits(
  { cue, rows: meant, index }: VisibleCue,
  errors: CueErrors,
  warnings: FileWarning[],
): PairUnit[] {
  const lost = new Set<string>()
  const reject = (message: string) => {
    if (errors.length < MAX_ERRORS) errors.push({ cue: index, message })
  }
  const long = meant.map(lengthOf).find((length) => length > MAX_ROW_LENGTH)
  if (long !== undefined) {
    reject(`has a line of ${long} characters; CEA-608 allows ${COLUMNS}`)
    return []
  }
  const { rows, lost: substituted } = substituteUnsupported(
    meant,
    (character) => encodeCharacter(character) !== undefined,
  )
  for (const what of substituted) lost.add(what)
  const written = rows
    .map((row) => styleWords(toCells(row), (what) => lost.add(what)))
    .filter((cells) => cells.length)
  if (written.length > MAX_ROWS) {
    reject(`has ${written.length} lines; CEA-608 allows ${MAX_ROWS}`)
    return []
  }
  const first =
    cue.alignment === 'top'
      ? 1
      : cue.alignment === 'middle'
        ? Math.round((ROWS + 1 - written.length) / 2)
        : ROWS + 1 - written.length
  const units = written.flatMap((cells, row) =>
    rowUnits(cells, first + row, cue.textAlign, { reject, lose: (what) => lost.add(what) }),
  )
  for (const what of lost) warnings.push({ cue: index, lost: what })
  return [RESUME_CAPTION_LOADING, ERASE_NON_DISPLAYED, ...units]
}

/** A style changes only between words: each word has the style of its first letter. */
function styleWords(cells: readonly ScreenCell[], lose: (lost: string) => void): ScreenCell[] {
  let before: ScreenCell | undefined
  return cells.map((cell) => {
    if (!isVisible(cell)) {
      before = undefined
      return cell
    }
    const first = before ?? cell
    before = first
    if (first.styles.join() === cell.styles.join()) return cell
    lose('A change of style inside of a word')
    return { ...cell, styles: first.styles }
  })
}

const lengthOf = (row: TextRow) => row.reduce((length, { text }) => length + text.length, 0)

function toCells(row: TextRow): ScreenCell[] {
  const cells = row.flatMap(({ text, styles }) =>
    Array.from(text, (character) => ({ character, styles })),
  )
  return normalizeSpaces(
    cells.slice(cells.findIndex(isVisible), cells.findLastIndex(isVisible) + 1),
  )
}

function rowUnits(
  cells: readonly ScreenCell[],
  row: number,
  textAlign: Cue['textAlign'],
  { reject, lose }: { reject: (message: string) => void; lose: (lost: string) => void },
): PairUnit[] {
  if (cells.length > COLUMNS)
    reject(`has a line of ${cells.length} characters; CEA-608 allows ${COLUMNS}`)
  const room = Math.max(0, COLUMNS - cells.length)
  const column = textAlign === 'left' ? 0 : textAlign === 'right' ? room : Math.floor(room / 2)
  const stream = createPairWriter()
  for (const unit of rowPreamble(cells[0]!, row, column, lose)) stream.control(unit)
  let word: ScreenCell | undefined
  for (const [at, cell] of cells.entries()) {
    const after = cells[at + 1]
    const changes = (from: ScreenCell, to: ScreenCell) => from.styles.join() !== to.styles.join()
    // A mid-row code takes one cell: the last space before the word.
    if (!isVisible(cell) && word && after && isVisible(after) && changes(word, after))
      stream.control(midRowUnit(after, lose))
    else stream.addCharacter(cell.character, reject)
    if (isVisible(cell)) word = cell
  }
  return stream.units()
}

/**
 * Row, indent and style of the first word. Italics and colours take the cell before it, except in
 * the first column.
 */
function rowPreamble(
  cell: ScreenCell,
  row: number,
  column: number,
  lose: (lost: string) => void,
): PairUnit[] {
  const [high, low] = PREAMBLES[row - 1]!
  const [code, underline] = [styleCode(cell.styles, lose), cell.styles.includes('u') ? 1 : 0]
  // The codes of styles are 16 below those of indents.
  if (code > 0 && column === 0) return [controlUnit(high, (low - 16 + code * 2) | underline)]
  const indented = code > 0 ? column - 1 : column
  const units = [controlUnit(high, (low + Math.floor(indented / 4) * 2) | (code ? 0 : underline))]
  if (indented % 4) units.push(controlUnit(0x17, 0x20 + (indented % 4)))
  return code > 0 ? [...units, midRowUnit(cell, lose)] : units
}

const midRowUnit = ({ styles }: ScreenCell, lose: (lost: string) => void): PairUnit =>
  controlUnit(0x11, (0x20 + styleCode(styles, lose) * 2) | (styles.includes('u') ? 1 : 0))

/** Characters are sent in pairs; a control code starts a new pair. */
function createPairWriter() {
  const units: PairUnit[] = []
  let half: number | undefined
  const flush = () => {
    if (half !== undefined) units.push([half << 8])
    half = undefined
  }
  const byte = (value: number) => {
    if (half === undefined) half = value
    else {
      units.push([(half << 8) | value])
      half = undefined
    }
  }
  const control = (unit: PairUnit) => {
    flush()
    units.push(unit)
  }
  const addCharacter = (character: string, reject: (message: string) => void) => {
    const how = encodeCharacter(character)
    if (!how) reject(`contains ${character}, which CEA-608 does not support`)
    else if ('basic' in how) byte(how.basic)
    else {
      if (how.standIn !== undefined) byte(how.standIn)
      control(controlUnit(...how.pair))
    }
  }
  return {
    control,
    addCharacter,
    units: () => {
      flush()
      return units
    },
  }
}
