// One memory of a CEA-608 decoder: 15 rows of 32 cells, and room for more. A decoder has two, displayed and
// non-displayed.
import { cuePosition } from '../position.ts'
import type { Cue } from '../../cue.ts'
import { writeMarkup, type TextRow, type TextStyle } from '../../markup.ts'

export const [ROWS, COLUMNS] = [15, 32]
/** Some files have longer rows. */
export const MAX_COLUMNS = 64
export type ScreenCell = { character: string; styles: readonly TextStyle[] }
export type ScreenMemory = (ScreenCell | undefined)[][]

/** A row ends after its last character: most rows have none. */
export function emptyMemory(): ScreenMemory {
  const memory: ScreenMemory = []
  for (let row = 0; row < ROWS; row++) memory.push([])
  return memory
}

export const hasVisibleText = (memory: ScreenMemory): boolean =>
  memory.some((cells) => cells.some(isVisible))

/** The visible text, if any. */
export function readMemory(
  memory: ScreenMemory,
): Pick<Cue, 'text' | 'alignment' | 'textAlign'> | undefined {
  const rows = memory.flatMap((cells, row) => {
    const first = cells.length === 0 ? -1 : cells.findIndex(isVisible)
    if (first < 0) return []
    const last = cells.findLastIndex(isVisible)
    // Cells that were skipped are missing in the list, and `map` would leave them out.
    const shown = Array.from(
      cells.slice(first, last + 1),
      (cell) => cell ?? { character: ' ', styles: [] },
    )
    return [{ row: row + 1, first, last, cells: shown }]
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
    text: writeMarkup(rows.map(({ cells }) => toRuns(normalizeSpaces(cells)))),
    ...cuePosition(alignment, textAlign),
  }
}

/**
 * A space takes the style that both neighbours share: the code that changes a style shows as a
 * space.
 */
export function normalizeSpaces(cells: readonly ScreenCell[]): ScreenCell[] {
  let [before, next]: [ScreenCell | undefined, number] = [undefined, 0]
  return cells.map((cell, index) => {
    if (isVisible(cell)) return (before = cell)
    while (next < cells.length && (next <= index || !isVisible(cells[next]))) next++
    const after = cells[next]
    return {
      character: ' ',
      styles: before && after ? before.styles.filter((style) => after.styles.includes(style)) : [],
    }
  })
}

export const isVisible = (cell: ScreenCell | undefined): cell is ScreenCell =>
  cell !== undefined && cell.character !== ' ' && cell.character !== '\u00a0'
const toRuns = (cells: readonly ScreenCell[]): TextRow =>
  cells.map(({ character, styles }) => ({ text: character, styles }))
