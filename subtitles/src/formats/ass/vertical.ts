// Vertical text for libass, which has none: the place of each letter, column by column. Upright
// digits share a place, Latin words are turned, and ruby is beside its letters.
import { groupBy } from '../../group-by.ts'
import type { Cue } from '../../cue.ts'
import { readMarkup, rubyOf, type TextRow, type TextStyle } from '../../markup.ts'
import { WIDE } from '../../wide.ts'
import type { AssAppearance } from './appearance.ts'

/** Centre, rotation in degrees and size of a piece of text. */
export type PlacedText = {
  x: number
  y: number
  angle: number
  size: number
  text: string
  styles: readonly TextStyle[]
}
/** `length` is in letters of full width. */
type Cell = { text: string; angle: number; length: number; styles: readonly TextStyle[] }
type Placed = { cell: Cell; at: number }

/** Punctuation has forms of its own in vertical text (Unicode, vertical and compatibility forms). */
const VERTICAL_FORMS = new Map(
  Array.from(
    '、︑。︒「﹁」﹂『﹃』﹄（︵）︶〈︿〉﹀《︽》︾【︻】︼〔︹〕︺｛︷｝︸…︙‥︰—︱：︓；︔！！？？'.matchAll(
      /(.)(.)/gu,
    ),
  ).map(([, from, to]) => [from!, to!]),
)
/** Strokes along the direction of the text. */
const STROKE = '[ーｰ〜～－–=＝~-]'
const IS_STROKE = new RegExp(`^${STROKE}$`, 'u')
const TURNED = -90
/** In CJK fonts, the size of libass includes the space between rows. */
const LETTER = 0.69
const COLUMN = 1.1
/** The width of a Latin letter. */
const NARROW = 0.6

export function verticalCells(cue: Cue, look: AssAppearance): PlacedText[] {
  const read = readMarkup(cue.text)
  if (!read.ok) return []
  const columns = read.rows.map(toCells)
  const letter = look.fontSize * LETTER
  const lengths = columns.map((cells) => cells.reduce((sum, { length }) => sum + length, 0))
  const size = {
    width: columns.length * look.fontSize * COLUMN,
    height: Math.max(...lengths) * letter,
  }
  const { left, top } = blockEdges(cue, look, size)
  return columns.flatMap((cells, index) => {
    const column = cue.writingMode === 'vertical-rl' ? columns.length - 1 - index : index
    const x = left + (column + 0.5) * look.fontSize * COLUMN
    return placeColumn(cells, { x, top, letter, fontSize: look.fontSize })
  })
}

function toCells(row: TextRow): Cell[] {
  return row.flatMap(({ text, styles }): Cell[] => {
    if (styles.includes('tcy')) return [{ text, angle: 0, length: 1, styles }]
    return Array.from(text.matchAll(PIECES), ([piece]): Cell => {
      if (!WIDE.test(piece) && !IS_STROKE.test(piece))
        return { text: piece, angle: TURNED, length: Array.from(piece).length * NARROW, styles }
      const angle = IS_STROKE.test(piece) ? TURNED : 0
      return { text: VERTICAL_FORMS.get(piece) ?? piece, angle, length: 1, styles }
    })
  })
}

/** Words of narrow letters stay together. */
const PIECES = new RegExp(`${STROKE}|${WIDE.source}|(?:(?!${WIDE.source}|${STROKE})[^])+`, 'gu')

/** The left and upper edge of the text. */
function blockEdges(
  { x, y, alignment = 'bottom', textAlign = 'center' }: Cue,
  look: AssAppearance,
  { width, height }: { width: number; height: number },
): { left: number; top: number } {
  const share = { left: 0, center: 0.5, right: 1 }[textAlign]
  const part = { top: 0, middle: 0.5, bottom: 1 }[alignment]
  const across =
    x === undefined
      ? look.marginH + share * (look.width - 2 * look.marginH)
      : (x / 100) * look.width
  const down =
    y === undefined
      ? look.marginV + part * (look.height - 2 * look.marginV)
      : (y / 100) * look.height
  return { left: across - share * width, top: down - part * height }
}

type Column = { x: number; top: number; letter: number; fontSize: number }

function placeColumn(cells: readonly Cell[], { x, top, letter, fontSize }: Column): PlacedText[] {
  const placed: Placed[] = []
  let at = 0
  for (const cell of cells) {
    placed.push({ cell, at })
    at += cell.length
  }
  const texts = placed
    .filter(({ cell }) => cell.text.trim())
    .map(({ cell, at: from }) => ({
      x,
      y: top + (from + cell.length / 2) * letter,
      angle: cell.angle,
      size: fontSize,
      text: cell.text,
      styles: cell.styles,
    }))
  return [...texts, ...besideLetters(placed, { x, top, letter, fontSize })]
}

/** Ruby and emphasis marks, to the right of the letters. */
function besideLetters(placed: readonly Placed[], column: Column): PlacedText[] {
  const { top, letter, fontSize } = column
  const small = {
    x: column.x + letter * 0.75,
    angle: 0,
    size: Math.round(fontSize / 2),
    styles: [],
  }
  const marks = placed
    .filter(({ cell }) => cell.styles.includes('em') && cell.text.trim())
    .map(({ cell, at }) => ({ ...small, y: top + (at + cell.length / 2) * letter, text: '\ufe45' }))
  const groups = groupBy(
    placed.filter(({ cell }) => rubyOf(cell.styles) !== undefined),
    ({ cell }) => cell.styles,
  )
  const rubies = [...groups].flatMap(([styles, cells]) => {
    const letters = Array.from(rubyOf(styles)!)
    const from = cells[0]!.at
    const length = cells.reduce((sum, { cell }) => sum + cell.length, 0)
    const step = Math.max(length, letters.length / 2) / letters.length
    const first = from + length / 2 - (step * letters.length) / 2
    return letters.map((text, index) => ({
      ...small,
      y: top + (first + (index + 0.5) * step) * letter,
      text: VERTICAL_FORMS.get(text) ?? text,
    }))
  })
  return [...marks, ...rubies]
}
