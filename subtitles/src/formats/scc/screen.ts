// The picture of a CEA-608 decoder: fifteen rows of thirty-two cells, twice, one seen and one being
// filled.
import type { Cue } from '../../cue.ts'
import { writeMarkup, type TextRow, type TextStyle } from '../../markup.ts'
import { placed } from '../shown.ts'

export const [ROWS, COLUMNS] = [15, 32]
export type Cell = { character: string; styles: readonly TextStyle[] }
export type Memory = (Cell | undefined)[][]

const EMPTY = Array.from<Cell | undefined>({ length: COLUMNS })
export const blank = (): Memory => Array.from({ length: ROWS }, () => [...EMPTY])

/** What can be read there, if anything can. */
export function seenIn(memory: Memory): Pick<Cue, 'text' | 'alignment' | 'textAlign'> | undefined {
  const rows = memory.flatMap((cells, row) => {
    const [first, last] = [cells.findIndex(isLetter), cells.findLastIndex(isLetter)]
    return first < 0
      ? []
      : [
          {
            row: row + 1,
            first,
            last,
            cells: cells
              .slice(first, last + 1)
              .map((cell) => cell ?? { character: ' ', styles: [] }),
          },
        ]
  })
  if (!rows.length) return undefined
  const middle = (rows[0]!.row + rows.at(-1)!.row) / 2
  const alignment = middle <= 5 ? 'top' : middle < 11 ? 'middle' : 'bottom'
  const centred = rows.every(({ first, last }) => Math.abs(first - (COLUMNS - 1 - last)) <= 4)
  const textAlign = centred
    ? 'center'
    : rows.every(({ first }) => first <= 4)
      ? 'left'
      : rows.every(({ last }) => last >= COLUMNS - 5)
        ? 'right'
        : 'center'
  return {
    text: writeMarkup(rows.map(({ cells }) => runsOf(evenly(cells)))),
    ...placed(alignment, textAlign),
  }
}

/**
 * A space looks like both its neighbours or like nothing: the code that changes the look is itself
 * seen as one.
 */
export function evenly(cells: readonly Cell[]): Cell[] {
  return cells.map((cell, at) => {
    if (isLetter(cell)) return cell
    const [before, after] = [
      cells.slice(0, at).findLast(isLetter),
      cells.slice(at + 1).find(isLetter),
    ]
    return {
      character: ' ',
      styles: before && after ? before.styles.filter((style) => after.styles.includes(style)) : [],
    }
  })
}

export const isLetter = (cell: Cell | undefined): cell is Cell =>
  cell !== undefined && cell.character !== ' ' && cell.character !== '\u00a0'
const runsOf = (cells: readonly Cell[]): TextRow =>
  cells.map(({ character, styles }) => ({ text: character, styles }))
