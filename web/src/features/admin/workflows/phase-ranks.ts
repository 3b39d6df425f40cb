// The order of the phases of a workflow.
import { workflowRules, type workflows } from '@reelay/api/contract'

type Definition = workflows.Definition

/**
 * Each phase is in the rank of its longest path from the first phase. Unreachable phases are in the
 * first rank.
 */
export function phaseRanks(definition: Definition): string[][] {
  const names = Object.keys(definition.phases)
  if (names.length === 0) return []
  const forward = forwardTransitions(definition)
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
  for (const name of traversalOrder(definition)) (ranks[rankOf(name)] ??= []).push(name)
  return ranks
}

/** The first phase, then breadth-first, then the unreachable phases. */
function traversalOrder(definition: Definition): string[] {
  const visited = new Set([workflowRules.firstPhase(definition)])
  for (const name of visited) for (const next of nextPhasesIn(definition, name)) visited.add(next)
  return [...visited, ...Object.keys(definition.phases).filter((name) => !visited.has(name))]
}

export const nextPhasesIn = (definition: Definition, name: string) =>
  workflowRules
    .nextPhases(definition, name)
    .filter((next) => Object.hasOwn(definition.phases, next))

/** The transitions without those that close a cycle. */
function forwardTransitions(definition: Definition): Map<string, string[]> {
  const forward = new Map<string, string[]>()
  const walk = (name: string, trail: readonly string[]) => {
    if (forward.has(name)) return
    const on = nextPhasesIn(definition, name).filter(
      (next) => next !== name && !trail.includes(next),
    )
    forward.set(name, [])
    for (const next of on) walk(next, [...trail, name])
    forward.set(
      name,
      on.filter((next) => !reaches(forward, next, name)),
    )
  }
  for (const name of traversalOrder(definition)) walk(name, [])
  return forward
}

function reaches(forward: ReadonlyMap<string, string[]>, from: string, to: string): boolean {
  const visited = new Set([from])
  for (const name of visited) for (const next of forward.get(name) ?? []) visited.add(next)
  return visited.has(to)
}
