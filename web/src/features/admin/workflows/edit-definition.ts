// Changes to a definition, each giving a new one.
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

/** A new one stands alone until something leads to it. */
export const addPhase = (definition: Definition, name: string): Definition => ({
  ...definition,
  phases: { ...definition.phases, [name]: emptyPhase() },
})

/**
 * With the ways that led to it. A phase that named no ways keeps to what follows it in the usual
 * order.
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

/** Upper case, as phases are written; whatever cannot stand in a name is left out. */
export const phaseName = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^A-Z0-9_-]/g, '')
    .replace(/^[^A-Z]+/, '')
    .slice(0, 31)

/**
 * Why a definition cannot be saved: the first thing, as a key of our words or in the service's own.
 */
export function definitionError(
  definition: Definition,
): { key: 'needsPhase' | 'needsFinalPhase' } | { said: string } | undefined {
  const phases = Object.values(definition.phases)
  if (phases.length === 0) return { key: 'needsPhase' }
  if (!phases.some(({ terminal }) => terminal)) return { key: 'needsFinalPhase' }
  const [fault] = workflowRules.definitionErrors(definition)
  return fault && { said: `${fault.pointer} ${fault.message}` }
}
