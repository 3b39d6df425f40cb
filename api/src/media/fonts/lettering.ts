// Text as a picture: grey values from 0 to 255 of how much a pixel is covered.
import { ABOVE, BELOW, LETTERS, UNKNOWN } from './letters.ts'

export type Bitmap = {
  width: number
  height: number
  cover: Uint8Array
  /** Height of a capital in pixels. */ capital: number
}
type Point = { x: number; y: number }
type Glyph = { strokes: Point[][]; width: number }

const CAPITAL = 14
const TALL = 23
const SPACE = 6
const GAP = 4
/** Half the thickness of a stroke in units of a letter, of which a capital has fourteen. */
const HALF = 1.05

/**
 * Lines one under another, capitals of the given height in pixels. `weight` 1 is a regular hand,
 * 1.6 a bold one.
 */
export function lettering(lines: string[], capital: number, weight = 1): Bitmap {
  const unit = capital / CAPITAL
  const half = Math.max(0.6, HALF * weight * unit)
  const rows = lines.map(layOut)
  const margin = Math.ceil(half) + 1
  const width = Math.ceil(Math.max(1, ...rows.map((row) => row.width)) * unit) + 2 * margin
  const height = Math.ceil(rows.length * TALL * unit) + 2 * margin
  const bitmap = { width, height, cover: new Uint8Array(width * height), capital }
  rows.forEach((row, n) => {
    for (const stroke of row.strokes)
      drawStroke(
        bitmap,
        stroke.map(({ x, y }) => ({ x: margin + x * unit, y: margin + (y + n * TALL) * unit })),
        half,
      )
  })
  return bitmap
}

function layOut(line: string): Glyph {
  const strokes: Point[][] = []
  let at = 0
  for (const letter of clustersOf(line)) {
    const glyph = glyphOf(letter)
    strokes.push(...glyph.strokes.map((stroke) => stroke.map(({ x, y }) => ({ x: x + at, y }))))
    at += glyph.width + GAP
  }
  return { strokes, width: Math.max(0, at - GAP) }
}

/** A letter with the marks that belong to it. Typographic signs are written with plain ones. */
function clustersOf(line: string): string[] {
  const plain = line
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[–—]/g, '-')
    .replaceAll('…', '...')
    .replaceAll('×', 'x')
  return plain.normalize('NFD').match(/\P{M}\p{M}*/gu) ?? []
}

function glyphOf(cluster: string): Glyph {
  const [base = ' ', ...marks] = cluster
  if (/\s/.test(base)) return { strokes: [], width: SPACE }
  const raised = marks.filter((mark) => ABOVE[mark])
  const strokes = strokesOf(
    (raised.length > 0 && base === 'i' ? LETTERS['ı'] : LETTERS[base]) ?? UNKNOWN,
  )
  const width = Math.max(0, ...strokes.flat().map(({ x }) => x))
  const drop = base === base.toLowerCase() && !'bdfhklt'.includes(base) ? 5 : 0
  const shifted = (data: string, down: number) =>
    strokesOf(data).map((stroke) =>
      stroke.map(({ x, y }) => ({ x: x - 5 + width / 2, y: y + down })),
    )
  return {
    strokes: [
      ...strokes,
      ...raised.flatMap((mark) => shifted(ABOVE[mark]!, drop)),
      ...marks.flatMap((mark) => (BELOW[mark] ? shifted(BELOW[mark], 0) : [])),
    ],
    width,
  }
}

function strokesOf(data: string): Point[][] {
  return data.split(' ').map((stroke) => {
    const [, kind, digits = ''] = /^([~o]?)(.*)$/.exec(stroke) ?? []
    // The letter o opens a closed curve only where an odd number of characters shows that it is no
    // part of a point.
    const curved = kind !== '' && stroke.length % 2 === 1
    const points = [...(curved ? digits : stroke).matchAll(/(.)(.)/g)].map(
      ([, x = '', y = '']) => ({ x: parseInt(x, 36), y: parseInt(y, 36) }),
    )
    return curved ? curve(points, kind === 'o') : points
  })
}

const STEPS = 10

/** A quadratic B-spline: it runs through the middles of the lines between the points. */
function curve(points: Point[], closed: boolean): Point[] {
  const middle = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  const last = points.length - 1
  const corners = closed ? points : points.slice(1, -1)
  return corners.flatMap((corner, n) => {
    const before = closed
      ? middle(points[(n + last) % points.length]!, corner)
      : n === 0
        ? points[0]!
        : middle(points[n]!, corner)
    const after = closed
      ? middle(corner, points[(n + 1) % points.length]!)
      : n === corners.length - 1
        ? points[last]!
        : middle(corner, points[n + 2]!)
    return Array.from({ length: STEPS + 1 }, (_, step) => bend(before, corner, after, step / STEPS))
  })
}

function bend(a: Point, b: Point, c: Point, t: number): Point {
  const mix = (one: number, two: number, three: number) =>
    (1 - t) ** 2 * one + 2 * t * (1 - t) * two + t ** 2 * three
  return { x: mix(a.x, b.x, c.x), y: mix(a.y, b.y, c.y) }
}

function drawStroke(bitmap: Bitmap, points: Point[], half: number): void {
  points.slice(0, -1).forEach((from, n) => drawLine(bitmap, from, points[n + 1]!, half))
}

/** With round ends and soft edges: a pixel is covered by how near it is. */
function drawLine({ width, height, cover }: Bitmap, from: Point, to: Point, half: number): void {
  const reach = half + 1
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const length = dx * dx + dy * dy || 1
  for (
    let y = Math.max(0, Math.floor(Math.min(from.y, to.y) - reach));
    y <= Math.min(height - 1, Math.max(from.y, to.y) + reach);
    y++
  ) {
    for (
      let x = Math.max(0, Math.floor(Math.min(from.x, to.x) - reach));
      x <= Math.min(width - 1, Math.max(from.x, to.x) + reach);
      x++
    ) {
      const along = Math.max(0, Math.min(1, ((x - from.x) * dx + (y - from.y) * dy) / length))
      const distance = Math.hypot(x - from.x - along * dx, y - from.y - along * dy)
      const covered = Math.round(255 * Math.max(0, Math.min(1, half + 0.5 - distance)))
      if (covered > cover[y * width + x]!) cover[y * width + x] = covered
    }
  }
}
