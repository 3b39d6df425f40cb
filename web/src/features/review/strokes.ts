// What is drawn on a frame: strokes of points, each a share of the picture. An arrow and a box are
// strokes too, so that any reader can show them.
import type { offlines } from '@reelay/api/contract'

export type Stroke = NonNullable<offlines.NewOfflineComment['drawing']>[number]
export type Point = [number, number]
export const TOOLS = ['pen', 'arrow', 'box'] as const
export type Tool = (typeof TOOLS)[number]
/** Seen on bright and on dark pictures. */
export const COLOURS = { red: '#ff3b30', yellow: '#ffd60a' } as const
export type Colour = keyof typeof COLOURS

export const MOST_STROKES = 30
const MOST_POINTS = 500
const WIDTH = 0.004
/** Nearer points tell nothing new. */
const APART = 0.002
const HEAD = { length: 0.035, angle: Math.PI / 7 }

const inside = (share: number) => Math.round(Math.min(1, Math.max(0, share)) * 10_000) / 10_000

/**
 * The stroke that a movement makes; `aspect` is width over height, so that an arrow's head is as
 * wide on every picture.
 */
export function strokeOf(
  tool: Tool,
  colour: Colour,
  path: readonly Point[],
  aspect: number,
): Stroke {
  const points =
    tool === 'pen'
      ? thinned(path)
      : tool === 'arrow'
        ? arrow(path[0]!, path.at(-1)!, aspect)
        : box(path[0]!, path.at(-1)!)
  return {
    colour: COLOURS[colour],
    width: WIDTH,
    points: points.slice(0, MOST_POINTS).map(([x, y]): Point => [inside(x), inside(y)]),
  }
}

/** A press without a movement is an arrow or a box to nowhere; only the pen makes a dot. */
export const isWorth = (tool: Tool, path: readonly Point[]): boolean =>
  path.length > 0 && (tool === 'pen' || far(path[0]!, path.at(-1)!) > 0.01)

const far = ([x, y]: Point, [a, b]: Point) => Math.hypot(x - a, y - b)

function thinned(path: readonly Point[]): Point[] {
  const kept = path.reduce<Point[]>((points, point) => {
    if (!points.length || far(points.at(-1)!, point) > APART) points.push(point)
    return points
  }, [])
  const each = Math.ceil(kept.length / MOST_POINTS)
  return kept.filter((_point, index) => index % each === 0 || index === kept.length - 1)
}

function arrow(from: Point, to: Point, aspect: number): Point[] {
  const towards = Math.atan2((to[1] - from[1]) / aspect, to[0] - from[0])
  const barb = (side: 1 | -1): Point => [
    to[0] - HEAD.length * Math.cos(towards + side * HEAD.angle),
    to[1] - HEAD.length * Math.sin(towards + side * HEAD.angle) * aspect,
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
