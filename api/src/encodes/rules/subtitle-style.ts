// Size and margins of burned-in subtitles for each aspect ratio. Other ratios use the nearest one.
import type { Font } from '@reelay/fonts'
import type { AssAppearance } from '@reelay/subtitles/formats'

type Shape = {
  /** Width over height. */
  aspect: number
  /** Margins without text, as shares of the width and of the height. */
  side: number
  edge: number
  /** Height of a row, as a share of the picture's height. */
  row: number
}
type Size = { width: number; height: number }

/**
 * Landscape: within the title-safe area of 90 % of the width (SMPTE ST 2046-1, EBU R 95), and 7 %
 * above the bottom. Portrait: apps cover the lowest fifth and the sides with controls.
 */
const SHAPES: readonly Shape[] = [
  { aspect: 16 / 9, side: 0.05, edge: 0.07, row: 0.066 },
  { aspect: 4 / 3, side: 0.05, edge: 0.07, row: 0.062 },
  { aspect: 1, side: 0.06, edge: 0.08, row: 0.05 },
  { aspect: 4 / 5, side: 0.07, edge: 0.12, row: 0.042 },
  { aspect: 9 / 16, side: 0.08, edge: 0.2, row: 0.034 },
]

export function subtitleStyle(
  { width, height }: Size,
  { family, direction, scale }: Font,
  title?: string,
): AssAppearance {
  const { side, edge, row } = nearestShape({ width, height })
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

/** Logarithmic distance: a third wider and a third narrower are equally far. */
function nearestShape({ width, height }: Size): Shape {
  const distance = ({ aspect }: Shape) => Math.abs(Math.log(width / height / aspect))
  return SHAPES.reduce((nearest, shape) => (distance(shape) < distance(nearest) ? shape : nearest))
}
