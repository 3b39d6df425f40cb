import type { View } from '../kernel/http/contract/view.ts'
import type { FieldError } from '../kernel/http/contract/problem.ts'
import type { Definition, Phase, Workflow } from './contract.ts'

/** What is wrong with a definition beyond its shape. `at` is where it stands in the body. */
export function definitionErrors({ phases }: Definition, at = '/definition'): FieldError[] {
  const all = Object.entries(phases)
  if (all.length === 0)
    return [{ pointer: `${at}/phases`, message: 'must have at least one phase' }]
  const ends = all.some(([, phase]) => phase.terminal)
    ? []
    : [{ pointer: `${at}/phases`, message: 'must have a terminal phase' }]
  return [
    ...ends,
    ...all.flatMap(([name, phase]) =>
      faultsOfTransitions(phases, name, phase, `${at}/phases/${name}/transitions`),
    ),
  ]
}

function faultsOfTransitions(
  phases: Definition['phases'],
  name: string,
  { transitions = [] }: Phase,
  at: string,
): FieldError[] {
  return transitions.flatMap((to, index) => {
    if (to === name)
      return [{ pointer: `${at}/${index}`, message: 'leads from the phase to itself' }]
    return Object.hasOwn(phases, to)
      ? []
      : [{ pointer: `${at}/${index}`, message: 'names no phase of this definition' }]
  })
}

/**
 * Where an asset begins: in WIP, else in the first phase that no other leads to, else in the first
 * of all.
 */
export function firstPhase(definition: Definition): string {
  const names = inOrder(definition)
  if (names.includes('WIP')) return 'WIP'
  const ledTo = new Set(names.flatMap((name) => nextPhases(definition, name)))
  // A definition without any phase was refused when it was written.
  return names.find((name) => !ledTo.has(name)) ?? names[0]!
}

export const isTerminal = (definition: Definition, phase: string): boolean =>
  findPhase(definition, phase)?.terminal ?? false

/**
 * Where an asset may go from a phase: along its transitions, or to the one that comes next where it
 * names none.
 */
export function nextPhases(definition: Definition, phase: string): string[] {
  const found = findPhase(definition, phase)
  if (!found) return []
  const names = inOrder(definition)
  return (
    found.transitions ?? (found.terminal ? [] : names.slice(names.indexOf(phase) + 1).slice(0, 1))
  )
}

const USUAL = ['WIP', 'LOCK', 'FINAL']

/**
 * WIP, LOCK, FINAL, then the others by the alphabet, and terminal ones last. The order in which
 * phases were written is not known:
 * jsonb does not keep the order of keys, and an answer must be the same before and after it is
 * stored.
 */
function inOrder({ phases }: Definition): string[] {
  const others = Object.keys(phases)
    .filter((name) => !USUAL.includes(name))
    .toSorted()
  const names = [...USUAL.filter((name) => Object.hasOwn(phases, name)), ...others]
  return [
    ...names.filter((name) => !phases[name]!.terminal),
    ...names.filter((name) => phases[name]!.terminal),
  ]
}

const findPhase = ({ phases }: Definition, phase: string): Phase | undefined =>
  Object.hasOwn(phases, phase) ? phases[phase] : undefined

/**
 * The phases an asset could not stay in unnoticed: gone, or now an end where they were none, or the
 * reverse.
 */
export const phasesUpset = (before: Definition, after: Definition): string[] =>
  Object.keys(before.phases).filter(
    (name) => findPhase(after, name)?.terminal !== before.phases[name]!.terminal,
  )

export type StoredWorkflow = Omit<Workflow, '$links'>

export const presentWorkflow = (
  workflow: StoredWorkflow,
  { host }: Pick<View, 'host'>,
): Workflow => ({ ...workflow, $links: { self: `//${host}/api/workflows/${workflow._id}` } })
