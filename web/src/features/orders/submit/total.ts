import type { workrequests } from '@reelay/api/contract'

/** Decimal strings, added in cents: sums of fractions drift. */
export function totalOf(estimates: readonly Pick<workrequests.Estimate, 'base' | 'applied'>[]): {
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
