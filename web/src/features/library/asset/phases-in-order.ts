import type { assets } from '@reelay/api/contract'

type Definition = assets.Asset['workflow']['definition']

/**
 * Phases as their transitions lead, from the one that no other leads to; what cannot be reached
 * stands behind.
 */
export function phasesInOrder({ phases }: Definition): string[] {
  const names = Object.keys(phases)
  const ledTo = new Set(names.flatMap((name) => phases[name]?.transitions ?? []))
  const found = new Set(names.filter((name) => !ledTo.has(name)).slice(0, 1))
  for (const name of found)
    for (const next of phases[name]?.transitions ?? []) if (phases[next]) found.add(next)
  return [...found, ...names.filter((name) => !found.has(name))]
}
