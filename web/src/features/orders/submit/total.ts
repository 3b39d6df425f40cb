import type { workrequests } from '@reelay/api/contract'

type Total = Pick<workrequests.Estimate, 'base' | 'applied' | 'currency'>

/**
 * One total for each currency, because studios have their own. Adds decimal strings in cents:
 * sums of floating-point fractions drift.
 */
export function sumEstimates(estimates: readonly Total[]): Total[] {
  return [...Map.groupBy(estimates, ({ currency }) => currency)].map(([currency, priced]) => {
    const sum = (pick: 'base' | 'applied') =>
      (
        priced.reduce((cents, estimate) => cents + Math.round(Number(estimate[pick]) * 100), 0) /
        100
      ).toFixed(2)
    return { base: sum('base'), applied: sum('applied'), currency }
  })
}
