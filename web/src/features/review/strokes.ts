// Drawings on a frame: strokes of points, as fractions of the picture. Arrows and boxes are strokes
// too, so that every viewer can show them.
import type { offlines } from '@reelay/api/contract'

export type Stroke = NonNullable<offlines.NewOfflineComment['drawing']>[number]
export type Point = [number, number]
export const DRAW_TOOLS = ['pen', 'arrow', 'box'] as const
export type DrawTool = (typeof DRAW_TOOLS)[number]
/** Visible on bright and on dark pictures. */
export const COLOURS = { red: '#ff3b30', yellow: '#ffd60a' } as const
export type Colour = keyof typeof COLOURS

export const MAX_STROKES = 30
const MAX_POINTS = 500
const WIDTH = 0.004
const MIN_DISTANCE = 0.002
const ARROWHEAD = { length: 0.035, angle: Math.PI / 7 }

const clamp = (fraction: number) => Math.round(Math.min(1, Math.max(0, fraction)) * 10_000) / 10_000

/** `aspect` is width over height, so that arrowheads have the same shape on every picture. */
export function createStroke(
  tool: DrawTool,
  colour: Colour,
  path: readonly Point[],
  aspect: number,
): Stroke {
  const points =
    tool === 'pen'
      ? thinPath(path)
      : tool === 'arrow'
        ? arrow(path[0]!, path.at(-1)!, aspect)
        : box(path[0]!, path.at(-1)!)
  return {
    colour: COLOURS[colour],
    width: WIDTH,
    points: points.slice(0, MAX_POINTS).map(([x, y]): Point => [clamp(x), clamp(y)]),
  }
}

/** A press without movement is a dot for the pen, and nothing for an arrow or a box. */
export const isDrawable = (tool: DrawTool, path: readonly Point[]): boolean =>
  path.length > 0 && (tool === 'pen' || distance(path[0]!, path.at(-1)!) > 0.01)

const distance = ([x, y]: Point, [a, b]: Point) => Math.hypot(x - a, y - b)

function thinPath(path: readonly Point[]): Point[] {
  const spaced = path.reduce<Point[]>((points, point) => {
    if (!points.length || distance(points.at(-1)!, point) > MIN_DISTANCE) points.push(point)
    return points
  }, [])
  const step = Math.ceil(spaced.length / MAX_POINTS)
  return spaced.filter((_point, index) => index % step === 0 || index === spaced.length - 1)
}

function arrow(from: Point, to: Point, aspect: number): Point[] {
  const direction = Math.atan2((to[1] - from[1]) / aspect, to[0] - from[0])
  const barb = (side: 1 | -1): Point => [
    to[0] - ARROWHEAD.length * Math.cos(direction + side * ARROWHEAD.angle),
    to[1] - ARROWHEAD.length * Math.sin(direction + side * ARROWHEAD.angle) * aspect,
  ]
  return [from, to, barb(1), to, barb(-1)]
}

const box = ([x, y]: Point, [a, b]: Point): Point[] => [
  [x, y],
  [a, y],
  [a, b],
  [x, b],
  [x, y],
]
