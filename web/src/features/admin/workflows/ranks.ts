// In which order the phases of a workflow come.
import { workflowRules, type workflows } from '@reelay/api/contract'

type Definition = workflows.Definition

/**
 * From the first phase on as the transitions lead, each as late as its longest way; what no way
 * leads to stands first.
 */
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

/** Where a phase leads within its definition. */
export const nextIn = (definition: Definition, name: string) =>
  workflowRules
    .nextPhases(definition, name)
    .filter((next) => Object.hasOwn(definition.phases, next))

/** The ways without those that lead back to where one came from: what is left has an order. */
function forwardWays(definition: Definition): Map<string, string[]> {
  const forward = new Map<string, string[]>()
  const walk = (name: string, trail: readonly string[]) => {
    if (forward.has(name)) return
    const on = nextIn(definition, name).filter((next) => next !== name && !trail.includes(next))
    forward.set(name, [])
    for (const next of on) walk(next, [...trail, name])
    forward.set(
      name,
      on.filter((next) => !reaches(forward, next, name)),
    )
  }
  for (const name of inOrder(definition)) walk(name, [])
  return forward
}

function reaches(forward: ReadonlyMap<string, string[]>, from: string, to: string): boolean {
  const met = new Set([from])
  for (const name of met) for (const next of forward.get(name) ?? []) met.add(next)
  return met.has(to)
}
