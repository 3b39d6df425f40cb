// Where the phases of a workflow stand in its picture, and how the ways between them run. Pure, so
// that it can be tried without a screen.
import type { workflows } from '@reelay/api/contract'
import { nextIn, ranksOf } from './ranks.ts'

type Definition = workflows.Definition
export type Box = { name: string; x: number; y: number; width: number; height: number }
/** `on` to the next rank, `over` past others, `back` to an earlier one. */
export type Way = { from: string; to: string; kind: 'on' | 'over' | 'back'; path: string }
export type Graph = { width: number; height: number; boxes: Box[]; ways: Way[] }
/**
 * `down` where there is little room, or many ranks. `mirrored` in a language that is read from
 * right to left.
 */
export type Frame = { width: number; flow: 'across' | 'down'; mirrored: boolean }

const BOX = { width: 208, height: 92 }
const GAP = { across: 26, down: 44, beside: 12 }
const EDGE = 6
const LANE = 18

export function drawGraph(definition: Definition, frame: Frame): Graph {
  const ranks = ranksOf(definition)
  const rankOf = new Map(ranks.flatMap((names, rank) => names.map((name) => [name, rank] as const)))
  const links = ranks.flat().flatMap((from) =>
    nextIn(definition, from)
      .filter((to) => to !== from)
      .map((to): Link => linkOf(from, to, rankOf.get(to)! - rankOf.get(from)!)),
  )
  const lanes = { over: lanesOf(links, 'over'), back: lanesOf(links, 'back') }
  const sorted = ranks.map((names) => outwards(names, lanes, frame.flow))
  const { boxes, height, inner } =
    frame.flow === 'across'
      ? placeAcross(sorted, frame.width, lanes)
      : placeDown(sorted, frame.width, lanes)
  const boxOf = new Map(boxes.map((box) => [box.name, box]))
  const draw = frame.flow === 'across' ? pathAcross : pathDown
  const ways = links.map((link): Way => {
    const lane = link.kind === 'on' ? 0 : lanes[link.kind].indexOf(link)
    const points = draw(boxOf.get(link.from)!, boxOf.get(link.to)!, link.kind, lane, inner)
    return {
      from: link.from,
      to: link.to,
      kind: link.kind,
      path: written(
        frame.mirrored ? points.map(([x, y]) => [frame.width - x, y]) : points,
        link.kind,
        frame.flow,
      ),
    }
  })
  return {
    width: frame.width,
    height,
    boxes: frame.mirrored
      ? boxes.map((box) => ({ ...box, x: frame.width - box.x - box.width }))
      : boxes,
    ways,
  }
}

type Link = { from: string; to: string; steps: number; kind: Way['kind'] }
const linkOf = (from: string, to: string, steps: number): Link => ({
  from,
  to,
  steps: Math.abs(steps),
  kind: steps === 1 ? 'on' : steps > 1 ? 'over' : 'back',
})

type Lanes = Record<'over' | 'back', Link[]>
/**
 * Ways that do not lead to the next rank run beside the boxes, each in a lane of its own: the short
 * ones inside.
 */
const lanesOf = (links: Link[], kind: 'over' | 'back') =>
  links.filter((link) => link.kind === kind).toSorted((one, other) => one.steps - other.steps)
const roomFor = (lanes: Link[]) => (lanes.length ? LANE * (lanes.length + 1) : EDGE)

/** Who needs a lane stands next to it, so that the way crosses nobody. */
function outwards(names: string[], { over, back }: Lanes, flow: Frame['flow']): string[] {
  const needs = (lanes: Link[], name: string) =>
    lanes.some(({ from, to }) => from === name || to === name)
  const weight = (name: string) => (needs(over, name) ? -1 : 0) + (needs(back, name) ? 1 : 0)
  return names.toSorted(
    (one, other) => (weight(one) - weight(other)) * (flow === 'across' ? 1 : -1),
  )
}

/** Where the boxes end and the lanes begin. */
type Inner = { start: number; end: number }
type Placed = { boxes: Box[]; height: number; inner: Inner }

function placeAcross(ranks: string[][], width: number, { over, back }: Lanes): Placed {
  const most = Math.max(1, ...ranks.map(({ length }) => length))
  const [above, depth] = [roomFor(over), most * BOX.height + (most - 1) * GAP.across]
  const boxWidth = Math.min(BOX.width, width / Math.max(1, ranks.length) - 56)
  // The first begins at the edge and the last ends there, like the text around them; two stand as
  // if there were a third.
  const step = (width - boxWidth) / Math.max(2, ranks.length - 1)
  const boxes = ranks.flatMap((names, rank) => {
    const top = above + (depth - names.length * BOX.height - (names.length - 1) * GAP.across) / 2
    return names.map((name, row) => ({
      name,
      x: rank * step,
      y: top + row * (BOX.height + GAP.across),
      width: boxWidth,
      height: BOX.height,
    }))
  })
  return {
    boxes,
    height: above + depth + roomFor(back),
    inner: { start: above, end: above + depth },
  }
}

function placeDown(ranks: string[][], width: number, { over, back }: Lanes): Placed {
  const [start, end] = [roomFor(back), width - roomFor(over)]
  const boxes = ranks.flatMap((names, rank) => {
    const boxWidth = Math.min(
      BOX.width * 1.6,
      (end - start - (names.length - 1) * GAP.beside) / names.length,
    )
    const first =
      start + (end - start - names.length * boxWidth - (names.length - 1) * GAP.beside) / 2
    return names.map((name, column) => ({
      name,
      x: first + column * (boxWidth + GAP.beside),
      y: EDGE + rank * (BOX.height + GAP.down),
      width: boxWidth,
      height: BOX.height,
    }))
  })
  return {
    boxes,
    height: 2 * EDGE + ranks.length * BOX.height + Math.max(0, ranks.length - 1) * GAP.down,
    inner: { start, end },
  }
}

type Point = [x: number, y: number]
/** An arrow ends a little before what it points at. */
const TIP = 4

function pathAcross(
  from: Box,
  to: Box,
  kind: Way['kind'],
  lane: number,
  { start, end }: Inner,
): Point[] {
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2]
  if (kind === 'on')
    return [
      [from.x + from.width, fromY],
      [to.x - TIP, toY],
    ]
  const [fromX, toX] = [from.x + from.width / 2, to.x + to.width / 2 + lane * 14]
  const beside = kind === 'over' ? start - LANE * (lane + 1) + 6 : end + LANE * (lane + 1) - 6
  return kind === 'over'
    ? [
        [fromX, from.y],
        [fromX, beside],
        [toX, beside],
        [toX, to.y - TIP],
      ]
    : [
        [fromX, from.y + from.height],
        [fromX, beside],
        [toX, beside],
        [toX, to.y + to.height + TIP],
      ]
}

function pathDown(
  from: Box,
  to: Box,
  kind: Way['kind'],
  lane: number,
  { start, end }: Inner,
): Point[] {
  if (kind === 'on')
    return [
      [from.x + from.width / 2, from.y + from.height],
      [to.x + to.width / 2, to.y - TIP],
    ]
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2 + lane * 14]
  const beside = kind === 'over' ? end + LANE * (lane + 1) - 6 : start - LANE * (lane + 1) + 6
  return kind === 'over'
    ? [
        [from.x + from.width, fromY],
        [beside, fromY],
        [beside, toY],
        [to.x + to.width + TIP, toY],
      ]
    : [
        [from.x, fromY],
        [beside, fromY],
        [beside, toY],
        [to.x - TIP, toY],
      ]
}

const text = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** To the next rank in one sweep; elsewhere along the lane, with rounded corners. */
function written(points: Point[], kind: Way['kind'], flow: Frame['flow']): string {
  const [first, last] = [points[0]!, points.at(-1)!]
  if (kind !== 'on')
    return `M${text(first)} ${points
      .slice(1, -1)
      .map(
        (corner, index) =>
          `L${text(towards(corner, points[index]!))} Q${text(corner)} ${text(towards(corner, points[index + 2]!))}`,
      )
      .join(' ')} L${text(last)}`
  const middle: Point = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]
  return flow === 'across'
    ? `M${text(first)} C${text([middle[0], first[1]])} ${text([middle[0], last[1]])} ${text(last)}`
    : `M${text(first)} C${text([first[0], middle[1]])} ${text([last[0], middle[1]])} ${text(last)}`
}

const ROUND = 10
/** A little before a corner, on the way to the next point; half way where that is nearer. */
function towards([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y) || 1
  const part = Math.min(ROUND, length / 2) / length
  return [x + (toX - x) * part, y + (toY - y) * part]
}

/** Where there is room for it beside each other. */
export const flowFor = (definition: Definition, width: number): Frame['flow'] =>
  width / Math.max(1, ranksOf(definition).length) >= 190 ? 'across' : 'down'
