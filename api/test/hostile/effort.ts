// Measures what requests cost. Other work on the machine must not decide a test, so calls are
// compared with each other, in turn, by their statements, their CPU time and their order.
import assert from 'node:assert/strict'
import { performance } from 'node:perf_hooks'
import { isDeepStrictEqual } from 'node:util'
import { statementsOf } from '../statements-of.ts'

type Work = () => Promise<unknown>

export const times = <R>(count: number, work: (index: number) => R): R[] =>
  Array.from({ length: count }, (_, index) => work(index))

/** `4 × 200, 1 × 429` */
export const countsOf = (values: (string | number)[]): string =>
  [...Map.groupBy(values, String)].map(([value, same]) => `${same.length} × ${value}`).join(', ')

export const median = (values: number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)]!

/** The CPU time of this process, with its threads, in ms. It does not grow while others work. */
export async function cpuOf(work: Work): Promise<number> {
  const start = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

async function durationOf(work: Work): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** Runs each of them `count` times, in turn. */
export async function inTurn(
  first: Work,
  second: Work,
  count: number,
): Promise<[number[], number[]]> {
  const [left, right]: [number[], number[]] = [[], []]
  for (let round = 0; round < count; round++) {
    if (round % 2) left.push(await durationOf(first))
    right.push(await durationOf(second))
    if (round % 2 === 0) left.push(await durationOf(first))
  }
  return [left, right]
}

/** The chance that equal calls give such values by accident, for a difference that was looked for. */
const CHANCE = 0.01

/**
 * Fails if the calls send different statements, or if three of three measurements show that one of
 * them takes longer, by more than `slackMs` at the median.
 */
export async function expectSameEffort(
  first: Work,
  second: Work,
  { count = 60, slackMs = 0 } = {},
) {
  await expectSameStatements(first, second)
  const seen: string[] = []
  while (seen.length < 3) {
    const [left, right] = await inTurn(first, second, count)
    const difference = Math.abs(median(left) - median(right))
    const chance = mannWhitney(left, right)
    if (chance > CHANCE || difference < slackMs) return
    seen.push(`medians differ by ${difference.toFixed(2)} ms, p = ${chance.toFixed(4)}`)
  }
  assert.fail(seen.join('; '))
}

/** In one of some attempts: now and then a call also reads what the service remembers for a while. */
async function expectSameStatements(first: Work, second: Work) {
  for (let attempt = 1; attempt < 5; attempt++)
    if (isDeepStrictEqual(await statementsOf(first), await statementsOf(second))) return
  assert.deepEqual(await statementsOf(first), await statementsOf(second))
}

/** The two-sided p of a Mann-Whitney test, with the normal approximation. */
export function mannWhitney(left: number[], right: number[]): number {
  const all = [
    ...left.map((value) => ({ value, isLeft: true })),
    ...right.map((value) => ({ value, isLeft: false })),
  ].toSorted((one, other) => one.value - other.value)
  const rankSum = all.reduce((sum, { isLeft }, rank) => sum + (isLeft ? rank + 1 : 0), 0)
  const [m, n] = [left.length, right.length]
  const u = rankSum - (m * (m + 1)) / 2
  const z = Math.abs(u - (m * n) / 2) / Math.sqrt((m * n * (m + n + 1)) / 12)
  return 2 * (1 - normalBelow(z))
}

/** Abramowitz and Stegun, formula 26.2.17. */
function normalBelow(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z)
  const coefficients = [0.319_381_53, -0.356_563_782, 1.781_477_937, -1.821_255_978, 1.330_274_429]
  const sum = coefficients.reduce((total, factor, power) => total + factor * t ** (power + 1), 0)
  return 1 - (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * sum
}
