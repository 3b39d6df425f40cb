// Where the phases of a workflow stand in its picture, and how the ways between them run. Pure, so that it can be tried without a screen.
import { workflowRules, type workflows } from '@reelay/api/contract'

type Definition = workflows.Definition
export type Box = { name: string; x: number; y: number; width: number; height: number }
/** `on` to the next rank, `over` past others, `back` to an earlier one. */
export type Way = { from: string; to: string; kind: 'on' | 'over' | 'back'; path: string }
export type Graph = { width: number; height: number; boxes: Box[]; ways: Way[] }
/** `down` where there is little room, or many ranks. `mirrored` in a language that is read from right to left. */
export type Frame = { width: number; flow: 'across' | 'down'; mirrored: boolean }

const BOX = { width: 208, height: 92 }
const GAP = { across: 26, down: 44 }
/** Room beside the boxes for ways that do not go to the next rank. */
const MARGIN = 46
const LIFT = 14

/** From the first phase on as the transitions lead, each as late as its longest way; what no way leads to stands first. */
export function ranksOf(definition: Definition): string[][] {
  const names = Object.keys(definition.phases)
  if (names.length === 0) return []
  const forward = forwardWays(definition)
  const rank = new Map<string, number>()
  const rankOf = (name: string): number => {
    const known = rank.get(name)
    if (known !== undefined) return known
    const before = names.filter((other) => forward.get(other)?.includes(name))
    const found = before.length ? Math.max(...before.map(rankOf)) + 1 : 0
    rank.set(name, found)
    return found
  }
  const ranks: string[][] = []
  for (const name of inOrder(definition)) (ranks[rankOf(name)] ??= []).push(name)
  return ranks
}

/** The first phase first, then as one meets them on the way, then those that no way leads to. */
function inOrder(definition: Definition): string[] {
  const met = new Set([workflowRules.firstPhase(definition)])
  for (const name of met) for (const next of nextIn(definition, name)) met.add(next)
  return [...met, ...Object.keys(definition.phases).filter((name) => !met.has(name))]
}

const nextIn = (definition: Definition, name: string) => workflowRules.nextPhases(definition, name).filter((next) => Object.hasOwn(definition.phases, next))

/** The ways without those that lead back to where one came from: what is left has an order. */
function forwardWays(definition: Definition): Map<string, string[]> {
  const forward = new Map<string, string[]>()
  const walk = (name: string, trail: readonly string[]) => {
    if (forward.has(name)) return
    const on = nextIn(definition, name).filter((next) => next !== name && !trail.includes(next))
    forward.set(name, [])
    for (const next of on) walk(next, [...trail, name])
    forward.set(name, on.filter((next) => !reaches(forward, next, name)))
  }
  for (const name of inOrder(definition)) walk(name, [])
  return forward
}

function reaches(forward: ReadonlyMap<string, string[]>, from: string, to: string): boolean {
  const met = new Set([from])
  for (const name of met) for (const next of forward.get(name) ?? []) met.add(next)
  return met.has(to)
}

export function drawGraph(definition: Definition, frame: Frame): Graph {
  const ranks = ranksOf(definition)
  const rankOf = new Map(ranks.flatMap((names, rank) => names.map((name) => [name, rank] as const)))
  const placed = frame.flow === 'across' ? placeAcross(ranks, frame.width) : placeDown(ranks, frame.width)
  const boxes = frame.mirrored ? placed.boxes.map((box) => ({ ...box, x: frame.width - box.x - box.width })) : placed.boxes
  const boxOf = new Map(boxes.map((box) => [box.name, box]))
  const ways = boxes.flatMap(({ name: from }) => nextIn(definition, from).filter((to) => to !== from).map((to): Way => {
    const steps = rankOf.get(to)! - rankOf.get(from)!
    const kind = steps === 1 ? 'on' : steps > 1 ? 'over' : 'back'
    return { from, to, kind, path: pathOf(boxOf.get(from)!, boxOf.get(to)!, kind, Math.abs(steps), frame) }
  }))
  return { width: frame.width, height: placed.height, boxes, ways }
}

type Placed = { boxes: Box[]; height: number }

function placeAcross(ranks: string[][], width: number): Placed {
  const most = Math.max(1, ...ranks.map(({ length }) => length))
  const inner = most * BOX.height + (most - 1) * GAP.across
  const room = width / Math.max(1, ranks.length)
  const boxWidth = Math.min(BOX.width, room - 56)
  // The first begins at the edge and the last ends there, like the text around them.
  const step = ranks.length > 1 ? Math.min(room + 40, (width - boxWidth) / (ranks.length - 1)) : 0
  const boxes = ranks.flatMap((names, rank) => {
    const top = MARGIN + (inner - names.length * BOX.height - (names.length - 1) * GAP.across) / 2
    return names.map((name, row) => ({ name, x: rank * step, y: top + row * (BOX.height + GAP.across), width: boxWidth, height: BOX.height }))
  })
  return { boxes, height: inner + 2 * MARGIN }
}

function placeDown(ranks: string[][], width: number): Placed {
  const inner = width - 2 * MARGIN
  const boxes = ranks.flatMap((names, rank) => {
    const room = (inner - (names.length - 1) * 12) / names.length
    const boxWidth = Math.min(BOX.width * 1.6, room)
    const start = MARGIN + (inner - names.length * boxWidth - (names.length - 1) * 12) / 2
    return names.map((name, column) => ({ name, x: start + column * (boxWidth + 12), y: 4 + rank * (BOX.height + GAP.down), width: boxWidth, height: BOX.height }))
  })
  return { boxes, height: 8 + ranks.length * BOX.height + (ranks.length - 1) * GAP.down }
}

function pathOf(from: Box, to: Box, kind: Way['kind'], steps: number, { flow, mirrored }: Frame): string {
  const [fromX, toX, fromY, toY] = [from.x + from.width / 2, to.x + to.width / 2, from.y + from.height / 2, to.y + to.height / 2]
  const lift = Math.min(MARGIN * 1.25, LIFT + steps * 14)
  if (flow === 'across') {
    if (kind === 'on') {
      const [start, end] = mirrored ? [from.x, to.x + to.width + 4] : [from.x + from.width, to.x - 4]
      return curve([start, fromY], [(start + end) / 2, fromY], [(start + end) / 2, toY], [end, toY])
    }
    const [start, end, over] = kind === 'over' ? [from.y, to.y - 4, Math.min(from.y, to.y) - lift] : [from.y + from.height, to.y + to.height + 4, Math.max(from.y + from.height, to.y + to.height) + lift]
    return curve([fromX, start], [fromX, over], [toX, over], [toX, end])
  }
  if (kind === 'on') {
    const [start, end] = [from.y + from.height, to.y - 4]
    return curve([fromX, start], [fromX, (start + end) / 2], [toX, (start + end) / 2], [toX, end])
  }
  // What goes past others does so on the side where lines end, what leads back on the side where they begin.
  const isEast = (kind === 'over') !== mirrored
  const [start, end] = isEast ? [from.x + from.width, to.x + to.width + 4] : [from.x, to.x - 4]
  const beside = isEast ? Math.max(start, end) + lift : Math.min(start, end) - lift
  return curve([start, fromY], [beside, fromY], [beside, toY], [end, toY])
}

const curve = (...points: [x: number, y: number][]): string => {
  const [start, ...rest] = points.map(([x, y]) => `${Math.round(x * 10) / 10} ${Math.round(y * 10) / 10}`)
  return `M${start} C${rest.join(' ')}`
}

/** Where there is room for it beside each other. */
export const flowFor = (definition: Definition, width: number): Frame['flow'] => (width / Math.max(1, ranksOf(definition).length) >= 190 ? 'across' : 'down')
