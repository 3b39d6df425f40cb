import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { FieldError } from '../kernel/http/contract/problem.ts'
import type { Definition, Phase, Workflow } from './contract.ts'

/** Errors in a definition missing its schema. `pointer` is its position in the body. */
export function definitionErrors({ phases }: Definition, pointer = '/definition'): FieldError[] {
  const all = Object.entries(phases)
  if (all.length === 0)
    return [{ pointer: `${pointer}/phases`, message: 'must have at least one phase' }]
  const ends = all.some(([, phase]) => phase.terminal)
    ? []
    : [{ pointer: `${pointer}/phases`, message: 'must have a terminal phase' }]
  return [
    ...ends,
    ...all.flatMap(([name, phase]) =>
      transitionErrors(phases, name, phase, `${pointer}/phases/${name}/transitions`),
    ),
  ]
}

function transitionErrors(
  phases: Definition['phases'],
  name: string,
  { transitions = [] }: Phase,
  pointer: string,
): FieldError[] {
  return transitions.flatMap((to, index) => {
    if (to === name)
      return [{ pointer: `${pointer}/${index}`, message: 'leads from the phase to itself' }]
    return Object.hasOwn(phases, to)
      ? []
      : [{ pointer: `${pointer}/${index}`, message: 'is not a phase of this definition' }]
  })
}

/**
 * The first phase of an asset: WIP, else the first phase without an incoming transition, else the
 * first one.
 */
export function firstPhase(definition: Definition): string {
  const names = inOrder(definition)
  if (names.includes('WIP')) return 'WIP'
  const ledTo = new Set(names.flatMap((name) => nextPhases(definition, name)))
  // A definition without phases cannot be stored.
  return names.find((name) => !ledTo.has(name)) ?? names[0]!
}

export const isTerminal = (definition: Definition, phase: string): boolean =>
  findPhase(definition, phase)?.terminal ?? false

/** The next phases: the listed transitions, or the following phase if none are listed. */
export function nextPhases(definition: Definition, phase: string): string[] {
  const current = findPhase(definition, phase)
  if (!current) return []
  const names = inOrder(definition)
  return (
    current.transitions ??
    (current.terminal ? [] : names.slice(names.indexOf(phase) + 1).slice(0, 1))
  )
}

const USUAL = ['WIP', 'LOCK', 'FINAL']

/**
 * WIP, LOCK, FINAL, then the others alphabetically, terminal ones last. jsonb does not keep the
 * order of keys, and a response must be the same before and after storing.
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

/** Phases that disappear, or change whether they are terminal. */
export const changedPhases = (before: Definition, after: Definition): string[] =>
  Object.keys(before.phases).filter(
    (name) => findPhase(after, name)?.terminal !== before.phases[name]!.terminal,
  )

export type StoredWorkflow = Omit<Workflow, '$links'>

export const presentWorkflow = (
  workflow: StoredWorkflow,
  { host }: Pick<ReplyContext, 'host'>,
): Workflow => ({ ...workflow, $links: { self: `//${host}/api/workflows/${workflow._id}` } })
