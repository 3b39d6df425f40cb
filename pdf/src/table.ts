// A table over many pages, with a heading on each page.
import { createPdf, PAGE, type Box, type PdfDocument, type PdfImage } from './document.ts'
import type { FontChoice } from './fonts.ts'
import { breakText, typesetLine, type TextLine } from './text.ts'
import type { Typeface } from '@reelay/fonts'

/** `share` of the width of the page. Numbers are at the end of their column. */
export type PdfColumn = {
  title: string
  share: number
  typeface?: Typeface
  align?: 'start' | 'end'
}
/** A part of an image, as wide as its column. */
export type Picture = { image: PdfImage; crop: Box }
export type Cell = string | Picture
export type PdfTable = {
  title: string
  subtitle: string
  language: string
  columns: readonly PdfColumn[]
  rows: readonly (readonly Cell[])[]
}

const MARGIN = 36
const SIZE = 9
/** Arabic, Thai and Devanagari have marks far above and below the letters. */
const LINE_HEIGHT = 13.5
const GAP = 8
const ROW_PADDING = 3
const TOP = 76
const BOTTOM = PAGE.height - 44

export function writeTable(table: PdfTable): Promise<Uint8Array> {
  const pdf = createPdf(table)
  const places = placeColumns(table.columns)
  const pages = createPages(pdf, table, places)
  for (const row of table.rows) drawRow(pdf, pages, places, row)
  if (pages.count() === 0) pages.add()
  return pdf.finish()
}

type Place = PdfColumn & { x: number; width: number }

function placeColumns(columns: readonly PdfColumn[]): Place[] {
  const shares = columns.reduce((sum, { share }) => sum + share, 0)
  const space = PAGE.width - 2 * MARGIN - GAP * (columns.length - 1)
  let x = MARGIN
  return columns.map((column) => {
    const place = { ...column, x, width: (space * column.share) / shares }
    x += place.width + GAP
    return place
  })
}

type Pages = ReturnType<typeof createPages>

function createPages(pdf: PdfDocument, { title, subtitle }: PdfTable, places: readonly Place[]) {
  let [count, y] = [0, BOTTOM]
  const bold: FontChoice = { typeface: 'latin', weight: 'bold' }
  const full = (PAGE.width - 2 * MARGIN - 60) / 13
  return {
    count: () => count,
    y: () => y,
    advance: (by: number) => void (y += by),
    add: () => {
      count++
      pdf.addPage()
      const [name] = breakText(title, full, bold)
      pdf.drawText(name!, { x: MARGIN, y: 40, size: 13 })
      const [about] = breakText(subtitle, (PAGE.width - 2 * MARGIN) / 8, { typeface: 'latin' })
      pdf.drawText(about!, { x: MARGIN, y: 53, size: 8, grey: 0.35 })
      const number = typesetLine(String(count), { typeface: 'latin' })
      const right = PAGE.width - MARGIN - number.width * 8
      pdf.drawText(number, { x: right, y: PAGE.height - 24, size: 8, grey: 0.35 })
      for (const place of places) drawLine(pdf, typesetLine(place.title, bold), place, 68)
      pdf.drawRule({ x: MARGIN, y: TOP - 3, width: PAGE.width - 2 * MARGIN })
      y = TOP
    },
  }
}

/** A row that fits on a page is not split. */
function drawRow(pdf: PdfDocument, pages: Pages, places: readonly Place[], row: readonly Cell[]) {
  const cells = places.map((place, n) => cellOf(row[n] ?? '', place))
  const lines = Math.max(1, ...cells.map((cell) => cell.lines.length))
  const picture = Math.max(0, ...cells.map((cell) => cell.height))
  const height = Math.max(lines * LINE_HEIGHT, picture) + 2 * ROW_PADDING
  const capacity = () => Math.floor((BOTTOM - pages.y() - 2 * ROW_PADDING) / LINE_HEIGHT)
  if (pages.y() + height > BOTTOM && (height <= BOTTOM - TOP || capacity() < 1)) pages.add()
  drawPictures(pdf, cells, places, pages.y() + ROW_PADDING)
  for (let first = 0; first < lines;) {
    if (capacity() < 1) pages.add()
    const count = Math.min(lines - first, capacity())
    cells.forEach((cell, n) =>
      cell.lines
        .slice(first, first + count)
        .forEach((line, index) =>
          drawLine(pdf, line, places[n]!, pages.y() + ROW_PADDING + index * LINE_HEIGHT + 9.5),
        ),
    )
    first += count
    pages.advance(first < lines ? BOTTOM : Math.max(count * LINE_HEIGHT, picture) + 2 * ROW_PADDING)
  }
  pdf.drawRule({ x: MARGIN, y: pages.y(), width: PAGE.width - 2 * MARGIN })
}

type PdfCell = { lines: TextLine[]; picture?: Picture; height: number }

function cellOf(cell: Cell, { width, typeface = 'latin' }: Place): PdfCell {
  if (typeof cell === 'string')
    return { lines: cell === '' ? [] : breakText(cell, width / SIZE, { typeface }), height: 0 }
  return { lines: [], picture: cell, height: (width * cell.crop.height) / cell.crop.width }
}

function drawPictures(
  pdf: PdfDocument,
  cells: readonly PdfCell[],
  places: readonly Place[],
  y: number,
) {
  cells.forEach(({ picture, height }, n) => {
    const { x, width } = places[n]!
    if (picture) pdf.drawImage(picture.image, picture.crop, { x, y, width, height })
  })
}

/** Text that is written from right to left is at the right of its column. */
function drawLine(pdf: PdfDocument, line: TextLine, place: Place, y: number) {
  const isRight = (place.align === 'end') !== line.isRightToLeft
  const x = isRight ? place.x + place.width - line.width * SIZE : place.x
  pdf.drawText(line, { x, y, size: SIZE })
}
