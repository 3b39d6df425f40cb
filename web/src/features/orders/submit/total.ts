import type { workrequests } from '@reelay/api/contract'

/** Adds decimal strings in cents, because sums of floating-point fractions drift. */
export function sumEstimates(
  estimates: readonly Pick<workrequests.Estimate, 'base' | 'applied'>[],
): {
  base: string
  applied: string
} {
  const sum = (pick: 'base' | 'applied') =>
    (
      estimates.reduce((cents, estimate) => cents + Math.round(Number(estimate[pick]) * 100), 0) /
      100
    ).toFixed(2)
  return { base: sum('base'), applied: sum('applied') }
}
