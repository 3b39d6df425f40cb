// How subtitles look in each shape of picture: where they must stay, and how large they are. All of
// it is data; pictures between two shapes go by the nearer.
import type { Font } from '../../media/types.ts'
import type { Look } from '@reelay/subtitles/formats'

type Shape = {
  /** Width over height. */
  aspect: number
  /** Shares of the width and of the height that stay free of text, on each side. */
  side: number
  edge: number
  /** Height of a row, as a share of the picture's height. */
  row: number
}
type Size = { width: number; height: number }

/**
 * Wide: within the title-safe area of 90 per cent of the width (SMPTE ST 2046-1, EBU R 95), and 7
 * per cent from below.
 * Tall: apps lay their own signs over the lowest fifth and along the sides.
 */
const SHAPES: readonly Shape[] = [
  { aspect: 16 / 9, side: 0.05, edge: 0.07, row: 0.066 },
  { aspect: 4 / 3, side: 0.05, edge: 0.07, row: 0.062 },
  { aspect: 1, side: 0.06, edge: 0.08, row: 0.05 },
  { aspect: 4 / 5, side: 0.07, edge: 0.12, row: 0.042 },
  { aspect: 9 / 16, side: 0.08, edge: 0.2, row: 0.034 },
]

export function lookOf(
  { width, height }: Size,
  { family, direction, scale }: Font,
  title?: string,
): Look {
  const { side, edge, row } = shapeOf({ width, height })
  return {
    width,
    height,
    fontName: family,
    fontSize: Math.round(height * row * scale),
    direction,
    box: false,
    marginH: Math.round(width * side),
    marginV: Math.round(height * edge),
    ...(title !== undefined && { title }),
  }
}

/** Compared as ratios, so that a third wider and a third narrower are equally far. */
function shapeOf({ width, height }: Size): Shape {
  const away = ({ aspect }: Shape) => Math.abs(Math.log(width / height / aspect))
  return SHAPES.reduce((nearest, shape) => (away(shape) < away(nearest) ? shape : nearest))
}
