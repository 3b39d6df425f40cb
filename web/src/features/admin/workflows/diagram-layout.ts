// Positions the phases of a workflow and their transitions in a diagram of a given width.
// Our own layout instead of dagre: dagre sizes the drawing to the graph, so fitting it to 326 to
// 900 px, the lanes and the paths would remain, plus two packages.
import type { workflows } from '@reelay/api/contract'
import { nextPhasesIn, phaseRanks } from './phase-ranks.ts'

type Definition = workflows.Definition
export type DiagramBox = { name: string; x: number; y: number; width: number; height: number }
/** `next`: to the next rank. `skip`: past other ranks. `back`: to an earlier rank. */
export type DiagramEdge = { from: string; to: string; kind: 'next' | 'skip' | 'back'; path: string }
export type DiagramLayout = {
  width: number
  height: number
  boxes: DiagramBox[]
  edges: DiagramEdge[]
}
/** `down` for narrow diagrams or many ranks. `mirrored` in right-to-left languages. */
export type DiagramOptions = { width: number; flow: 'across' | 'down'; mirrored: boolean }

const BOX = { width: 208, height: 92 }
const GAP = { across: 26, down: 44, between: 12 }
const MARGIN = 6
const LANE_WIDTH = 18

export function layoutDiagram(definition: Definition, options: DiagramOptions): DiagramLayout {
  const ranks = phaseRanks(definition)
  const rankOf = new Map(ranks.flatMap((names, rank) => names.map((name) => [name, rank] as const)))
  const links = ranks.flat().flatMap((from) =>
    nextPhasesIn(definition, from)
      .filter((to) => to !== from)
      .map((to): Link => createLink(from, to, rankOf.get(to)! - rankOf.get(from)!)),
  )
  const lanes = { skip: toLanes(links, 'skip'), back: toLanes(links, 'back') }
  const sortedRanks = ranks.map((names) => sortByLane(names, lanes, options.flow))
  const { boxes, height, boxArea } =
    options.flow === 'across'
      ? placeAcross(sortedRanks, options.width, lanes)
      : placeDown(sortedRanks, options.width, lanes)
  const boxOf = new Map(boxes.map((box) => [box.name, box]))
  const pathOf = options.flow === 'across' ? pathAcross : pathDown
  const edges = links.map((link): DiagramEdge => {
    const lane = link.kind === 'next' ? 0 : lanes[link.kind].indexOf(link)
    const points = pathOf(boxOf.get(link.from)!, boxOf.get(link.to)!, link.kind, lane, boxArea)
    return {
      from: link.from,
      to: link.to,
      kind: link.kind,
      path: toSvgPath(
        options.mirrored ? points.map(([x, y]) => [options.width - x, y]) : points,
        link.kind,
        options.flow,
      ),
    }
  })
  return {
    width: options.width,
    height,
    boxes: options.mirrored
      ? boxes.map((box) => ({ ...box, x: options.width - box.x - box.width }))
      : boxes,
    edges,
  }
}

type Link = { from: string; to: string; steps: number; kind: DiagramEdge['kind'] }
const createLink = (from: string, to: string, steps: number): Link => ({
  from,
  to,
  steps: Math.abs(steps),
  kind: steps === 1 ? 'next' : steps > 1 ? 'skip' : 'back',
})

type Lanes = Record<'skip' | 'back', Link[]>
/**
 * Edges that skip ranks or go back run beside the boxes, each in its own lane, short ones inside.
 */
const toLanes = (links: Link[], kind: 'skip' | 'back') =>
  links.filter((link) => link.kind === kind).toSorted((one, other) => one.steps - other.steps)
const spaceForLanes = (lanes: Link[]) => (lanes.length ? LANE_WIDTH * (lanes.length + 1) : MARGIN)

/** Boxes that use a lane are next to it, so that edges do not cross other boxes. */
function sortByLane(
  names: string[],
  { skip, back }: Lanes,
  flow: DiagramOptions['flow'],
): string[] {
  const usesLane = (lanes: Link[], name: string) =>
    lanes.some(({ from, to }) => from === name || to === name)
  const weight = (name: string) => (usesLane(skip, name) ? -1 : 0) + (usesLane(back, name) ? 1 : 0)
  return names.toSorted(
    (one, other) => (weight(one) - weight(other)) * (flow === 'across' ? 1 : -1),
  )
}

/** The area of the boxes, between the lanes. */
type BoxArea = { start: number; end: number }
type Placed = { boxes: DiagramBox[]; height: number; boxArea: BoxArea }

function placeAcross(ranks: string[][], width: number, { skip, back }: Lanes): Placed {
  const maxRows = Math.max(1, ...ranks.map(({ length }) => length))
  const [above, depth] = [spaceForLanes(skip), maxRows * BOX.height + (maxRows - 1) * GAP.across]
  const boxWidth = Math.min(BOX.width, width / Math.max(1, ranks.length) - 56)
  // The first rank starts at one margin and the last ends at the other. Two ranks are placed like
  // three.
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
    height: above + depth + spaceForLanes(back),
    boxArea: { start: above, end: above + depth },
  }
}

function placeDown(ranks: string[][], width: number, { skip, back }: Lanes): Placed {
  const [start, end] = [spaceForLanes(back), width - spaceForLanes(skip)]
  const boxes = ranks.flatMap((names, rank) => {
    const boxWidth = Math.min(
      BOX.width * 1.6,
      (end - start - (names.length - 1) * GAP.between) / names.length,
    )
    const first =
      start + (end - start - names.length * boxWidth - (names.length - 1) * GAP.between) / 2
    return names.map((name, column) => ({
      name,
      x: first + column * (boxWidth + GAP.between),
      y: MARGIN + rank * (BOX.height + GAP.down),
      width: boxWidth,
      height: BOX.height,
    }))
  })
  return {
    boxes,
    height: 2 * MARGIN + ranks.length * BOX.height + Math.max(0, ranks.length - 1) * GAP.down,
    boxArea: { start, end },
  }
}

type Point = [x: number, y: number]
const ARROW_GAP = 4

function pathAcross(
  from: DiagramBox,
  to: DiagramBox,
  kind: DiagramEdge['kind'],
  lane: number,
  { start, end }: BoxArea,
): Point[] {
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2]
  if (kind === 'next')
    return [
      [from.x + from.width, fromY],
      [to.x - ARROW_GAP, toY],
    ]
  const [fromX, toX] = [from.x + from.width / 2, to.x + to.width / 2 + lane * 14]
  const laneAt =
    kind === 'skip' ? start - LANE_WIDTH * (lane + 1) + 6 : end + LANE_WIDTH * (lane + 1) - 6
  return kind === 'skip'
    ? [
        [fromX, from.y],
        [fromX, laneAt],
        [toX, laneAt],
        [toX, to.y - ARROW_GAP],
      ]
    : [
        [fromX, from.y + from.height],
        [fromX, laneAt],
        [toX, laneAt],
        [toX, to.y + to.height + ARROW_GAP],
      ]
}

function pathDown(
  from: DiagramBox,
  to: DiagramBox,
  kind: DiagramEdge['kind'],
  lane: number,
  { start, end }: BoxArea,
): Point[] {
  if (kind === 'next')
    return [
      [from.x + from.width / 2, from.y + from.height],
      [to.x + to.width / 2, to.y - ARROW_GAP],
    ]
  const [fromY, toY] = [from.y + from.height / 2, to.y + to.height / 2 + lane * 14]
  const laneAt =
    kind === 'skip' ? end + LANE_WIDTH * (lane + 1) - 6 : start - LANE_WIDTH * (lane + 1) + 6
  return kind === 'skip'
    ? [
        [from.x + from.width, fromY],
        [laneAt, fromY],
        [laneAt, toY],
        [to.x + to.width + ARROW_GAP, toY],
      ]
    : [
        [from.x, fromY],
        [laneAt, fromY],
        [laneAt, toY],
        [to.x - ARROW_GAP, toY],
      ]
}

const formatPoint = ([x, y]: Point) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`

/** A curve to the next rank; otherwise along the lane with rounded corners. */
function toSvgPath(
  points: Point[],
  kind: DiagramEdge['kind'],
  flow: DiagramOptions['flow'],
): string {
  const [first, last] = [points[0]!, points.at(-1)!]
  if (kind !== 'next') {
    const corners = points.slice(1, -1).map((corner, index) => {
      const before = formatPoint(pointBefore(corner, points[index]!))
      const after = formatPoint(pointBefore(corner, points[index + 2]!))
      return `L${before} Q${formatPoint(corner)} ${after}`
    })
    return `M${formatPoint(first)} ${corners.join(' ')} L${formatPoint(last)}`
  }
  const middle: Point = [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2]
  const controls: Point[] =
    flow === 'across'
      ? [
          [middle[0], first[1]],
          [middle[0], last[1]],
        ]
      : [
          [first[0], middle[1]],
          [last[0], middle[1]],
        ]
  return `M${formatPoint(first)} C${[...controls, last].map(formatPoint).join(' ')}`
}

const CORNER_RADIUS = 10
/** The point near a corner where its rounding starts; at most half way. */
function pointBefore([x, y]: Point, [toX, toY]: Point): Point {
  const length = Math.hypot(toX - x, toY - y) || 1
  const part = Math.min(CORNER_RADIUS, length / 2) / length
  return [x + (toX - x) * part, y + (toY - y) * part]
}

/** `across` if every rank has at least 190 px. */
export const flowForWidth = (definition: Definition, width: number): DiagramOptions['flow'] =>
  width / Math.max(1, phaseRanks(definition).length) >= 190 ? 'across' : 'down'
