// Rows of teletext: 40 cells of letters and control codes. A code takes a cell that looks like a
// space.
import { nearestColour, TELETEXT_COLOURS, WHITE } from '../../colours.ts'
import { colourOf, type TextRow } from '../../markup.ts'
import type { CodeTable } from './tables.ts'

export const TELETEXT_COLUMNS = 40
const [END_BOX, START_BOX, DOUBLE_HEIGHT] = [0x0a, 0x0b, 0x0d]
const OTHER_COLOUR = 'A colour; the nearest of the eight of teletext is used'

/** Letters of double height in a box, in the colours of teletext. */
export function encodeTeletextRow(
  table: CodeTable,
  row: TextRow,
  reject: (character: string) => void,
): { cells: number[]; lost: string[] } {
  const lost = new Set<string>()
  const cells: number[] = []
  let current: string = WHITE
  for (const { text, styles } of row) {
    const wanted = colourOf(styles) ?? WHITE
    const colour = nearestColour(wanted, TELETEXT_COLOURS)
    if (colour !== wanted) lost.add(OTHER_COLOUR)
    if (colour !== current) {
      // The code replaces the space before the word.
      if (cells.at(-1) === SPACE) cells.pop()
      cells.push(TELETEXT_COLOURS.indexOf(colour as (typeof TELETEXT_COLOURS)[number]))
      current = colour
    }
    for (const character of text) {
      const bytes = table.encode(character)
      if (bytes) cells.push(...bytes)
      else reject(character)
    }
  }
  return {
    cells: [DOUBLE_HEIGHT, START_BOX, START_BOX, ...cells, END_BOX, END_BOX],
    lost: [...lost],
  }
}

const SPACE = 0x20
