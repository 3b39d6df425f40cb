// Pop-on captions: each is sent before it is shown, a pair of bytes a frame, and flipped into sight
// on its first frame.
import type { Cue } from '../../cue.ts'
import type { TextRow } from '../../markup.ts'
import type { Written } from '../format.ts'
import { labelOf, NTSC } from '../frames.ts'
import { shownOf, tooLate, type Shown } from '../shown.ts'
import { typed } from '../typed.ts'
import { sent } from './characters.ts'
import { wordOf } from './parity.ts'
import { COLUMNS, evenly, isLetter, ROWS, type Cell } from './screen.ts'

/**
 * Pairs that must follow each other without a frame between: control pairs are sent twice, lest one
 * be lost.
 */
type Unit = number[]
type Sending = { at: number; unit: Unit }
type Faults = { cue: number; message: string }[]
const MOST_ROWS = 4
const twice = (high: number, low: number): Unit => [(high << 8) | low, (high << 8) | low]
const [RESUME, ERASE, ERASE_HIDDEN, FLIP] = [0x20, 0x2c, 0x2e, 0x2f].map((low) =>
  twice(0x14, low),
) as [Unit, Unit, Unit, Unit]
/** First and second byte (at indent 0) of the preamble of each row from 1. */
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

export function writeScc(cues: readonly Cue[]): Written {
  const shown = shownOf(cues, NTSC)
  const faults: Faults = []
  const sending: Sending[] = []
  const send = (unit: Unit, at: number) => {
    sending.push({ at, unit })
  }
  let before: Shown | undefined
  for (const one of shown) {
    faults.push(...tooLate(one, 30), ...timing(one, before))
    const units = unitsOf(one, faults)
    const erased =
      before && before.to < one.from
        ? { at: before.to, unit: ERASE.slice(0, one.from - before.to) }
        : undefined
    if (erased) send(erased.unit, erased.at)
    const begun = load(units, one.from, erased, send)
    const free = before ? before.from + 2 : 0
    if (begun < free && !timing(one, before).length)
      faults.push({
        cue: one.index,
        message: `takes ${one.from - begun} frames to send before it is shown, and has ${Math.max(0, one.from - free)}`,
      })
    send(FLIP, one.from)
    before = one
  }
  if (faults.length) return { ok: false, faults: faults.toSorted((a, b) => a.cue - b.cue) }
  if (before) send(ERASE, before.to)
  return {
    ok: true,
    bytes: new TextEncoder().encode(
      `Scenarist_SCC V1.0\n\n${linesOf(sending).join('\n\n')}${sending.length ? '\n' : ''}`,
    ),
  }
}

function timing({ from, to, index }: Shown, before: Shown | undefined): Faults {
  if (before && before.to > from)
    return [
      {
        cue: index,
        message: 'begins before the one before it has ended; CEA-608 shows one at a time',
      },
    ]
  return to - from < 2
    ? [{ cue: index, message: 'is shown for less than two frames, too short for CEA-608' }]
    : []
}

/**
 * Backwards from the frame it is shown on, around the pair that takes the one before away. Answers
 * with the frame it begins at.
 */
function load(
  units: readonly Unit[],
  shownAt: number,
  erased: Sending | undefined,
  send: (unit: Unit, at: number) => void,
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

function unitsOf({ cue, rows: meant, index }: Shown, faults: Faults): Unit[] {
  const rows = typed(meant, (character) => sent(character) !== undefined)
  const refuse = (message: string) => {
    faults.push({ cue: index, message })
  }
  const written = rows.map(cellsOf).filter((cells) => cells.length)
  if (written.length > MOST_ROWS) {
    refuse(`has ${written.length} rows, and CEA-608 has room for ${MOST_ROWS}`)
    return []
  }
  const first =
    cue.alignment === 'top'
      ? 1
      : cue.alignment === 'middle'
        ? Math.round((ROWS + 1 - written.length) / 2)
        : ROWS + 1 - written.length
  return [
    RESUME,
    ERASE_HIDDEN,
    ...written.flatMap((cells, row) => rowUnits(cells, first + row, cue.textAlign, refuse)),
  ]
}

function cellsOf(row: TextRow): Cell[] {
  const cells = row.flatMap(({ text, styles }) =>
    Array.from(text, (character) => ({ character, styles })),
  )
  return evenly(cells.slice(cells.findIndex(isLetter), cells.findLastIndex(isLetter) + 1))
}

function rowUnits(
  cells: readonly Cell[],
  row: number,
  textAlign: Cue['textAlign'],
  refuse: (message: string) => void,
): Unit[] {
  if (cells.length > COLUMNS)
    refuse(`has a row of ${cells.length} characters, and CEA-608 has room for ${COLUMNS}`)
  const room = Math.max(0, COLUMNS - cells.length)
  const column = textAlign === 'left' ? 0 : textAlign === 'right' ? room : Math.floor(room / 2)
  const stream = pairing()
  for (const unit of opening(cells[0]!, row, column)) stream.control(unit)
  let word: Cell | undefined
  for (const [at, cell] of cells.entries()) {
    const after = cells[at + 1]
    if (cell.styles.includes('b')) refuse('is bold, which CEA-608 cannot say')
    const changes = (from: Cell, to: Cell) => from.styles.join() !== to.styles.join()
    if (isLetter(cell) && after && isLetter(after) && changes(cell, after))
      refuse('changes its look inside a word, which CEA-608 cannot say')
    // The code that changes the look takes a cell: the last space before the word.
    if (!isLetter(cell) && word && after && isLetter(after) && changes(word, after))
      stream.control(lookUnit(after))
    else stream.say(cell.character, refuse)
    if (isLetter(cell)) word = cell
  }
  return stream.units()
}

/**
 * Where the row is, how far in it begins, and the look of its first word. Italics cost the cell
 * before it, save at the edge.
 */
function opening(cell: Cell, row: number, column: number): Unit[] {
  const [high, low] = PREAMBLES[row - 1]!
  const [italic, underline] = [cell.styles.includes('i'), cell.styles.includes('u') ? 1 : 0]
  if (italic && column === 0) return [twice(high, (low - 2) | underline)]
  const indented = italic ? column - 1 : column
  const units = [twice(high, (low + Math.floor(indented / 4) * 2) | (italic ? 0 : underline))]
  if (indented % 4) units.push(twice(0x17, 0x20 + (indented % 4)))
  return italic ? [...units, lookUnit(cell)] : units
}

const lookUnit = ({ styles }: Cell): Unit =>
  twice(0x11, (styles.includes('i') ? 0x2e : 0x20) | (styles.includes('u') ? 1 : 0))

/** Characters go two to a pair; a control pair begins a pair of its own. */
function pairing() {
  const units: Unit[] = []
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
  const control = (unit: Unit) => {
    flush()
    units.push(unit)
  }
  const say = (character: string, refuse: (message: string) => void) => {
    const how = sent(character)
    if (!how) refuse(`holds ${character}, which CEA-608 cannot say`)
    else if ('basic' in how) byte(how.basic)
    else {
      if (how.standIn !== undefined) byte(how.standIn)
      control(twice(...how.pair))
    }
  }
  return {
    control,
    say,
    units: () => {
      flush()
      return units
    },
  }
}

/** Pairs on frames that follow each other stand on one line. */
function linesOf(sending: readonly Sending[]): string[] {
  const lines: { from: number; words: string[] }[] = []
  for (const { at, unit } of sending.toSorted((a, b) => a.at - b.at)) {
    const last = lines.at(-1)
    if (last && last.from + last.words.length === at) last.words.push(...unit.map(wordOf))
    else lines.push({ from: at, words: unit.map(wordOf) })
  }
  return lines.map(({ from, words }) => `${labelOf(from, 30, true)}\t${words.join(' ')}`)
}
