// Edits of a workflow definition. Each returns a new definition.
import { workflowRules, type workflows } from '@reelay/api/contract'

type Definition = workflows.Definition
type Phase = workflows.Phase

export const emptyPhase = (given: Partial<Phase> = {}): Phase => ({
  groups: [],
  users: [],
  terminal: false,
  transitions: [],
  ...given,
})

export const withPhase = (
  definition: Definition,
  name: string,
  change: Partial<Phase>,
): Definition => ({
  ...definition,
  phases: { ...definition.phases, [name]: { ...definition.phases[name]!, ...change } },
})

/** A new phase has no transitions. */
export const addPhase = (definition: Definition, name: string): Definition => ({
  ...definition,
  phases: { ...definition.phases, [name]: emptyPhase() },
})

/**
 * Also removes the transitions to it. A phase without transitions keeps using the default order.
 */
export function removePhase(definition: Definition, gone: string): Definition {
  const rest = Object.entries(definition.phases).filter(([name]) => name !== gone)
  return {
    ...definition,
    phases: Object.fromEntries(
      rest.map(([name, phase]) => [
        name,
        phase.transitions
          ? { ...phase, transitions: phase.transitions.filter((to) => to !== gone) }
          : phase,
      ]),
    ),
  }
}

/** Upper case, without characters that phase names do not allow. */
export const phaseName = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^A-Z0-9_-]/g, '')
    .replace(/^[^A-Z]+/, '')
    .slice(0, 31)

/**
 * The first reason why a definition cannot be saved: a locale key, or a message of the API's rules.
 */
export function definitionError(
  definition: Definition,
): { key: 'needsPhase' | 'needsFinalPhase' } | { message: string } | undefined {
  const phases = Object.values(definition.phases)
  if (phases.length === 0) return { key: 'needsPhase' }
  if (!phases.some(({ terminal }) => terminal)) return { key: 'needsFinalPhase' }
  const [error] = workflowRules.definitionErrors(definition)
  return error && { message: `${error.pointer} ${error.message}` }
}
