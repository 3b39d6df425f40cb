import type { assets } from '@reelay/api/contract'

type Definition = assets.Asset['workflow']['definition']

/**
 * Follows the transitions from the phase that no other leads to. Unreachable phases come last.
 */
export function phasesInOrder({ phases }: Definition): string[] {
  const names = Object.keys(phases)
  const targets = new Set(names.flatMap((name) => phases[name]?.transitions ?? []))
  const found = new Set(names.filter((name) => !targets.has(name)).slice(0, 1))
  for (const name of found)
    for (const next of phases[name]?.transitions ?? []) if (phases[next]) found.add(next)
  return [...found, ...names.filter((name) => !found.has(name))]
}
