import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../../../test/expect-problem.ts'
import { loadFixtures } from '../../../../test/fixtures.ts'
import * as sessions from '../../../sessions/contract.ts'
import { Problem } from '../contract/problem.ts'
import { createBudget, createRequestBudget } from './request-budget.ts'

test('allows the requests of a minute at once and then refills continuously', () => {
  let now = 0
  const { take } = createBudget(60, () => now)
  assert.ok(Array.from({ length: 60 }, () => take('a')).every((wait) => wait === 0))
  assert.equal(take('a'), 1)
  assert.equal(take('b'), 0)
  now = 500
  assert.equal(take('a'), 0.5)
  now = 1000
  assert.deepEqual([take('a'), take('a')], [0, 1])
  now = 3_600_000
  assert.ok(Array.from({ length: 60 }, () => take('a')).every((wait) => wait === 0))
  assert.ok(take('a') > 0)
})

test('counts a call as often as its endpoint costs', () => {
  let now = 0
  const { take } = createBudget(60, () => now)
  assert.deepEqual([take('a', 40), take('a', 40), take('a', 20)], [0, 20, 0])
  now = 20_000
  assert.deepEqual([take('a', 10), take('a', 10), take('a')], [0, 0, 1])
})

test('has no limit with a budget of zero', () => {
  const { take } = createBudget(0)
  assert.ok(Array.from({ length: 10_000 }, () => take('a')).every((wait) => wait === 0))
})

test('counts the requests of all people of a studio together', () => {
  const check = createRequestBudget({ person: 10, studio: 3 }, () => 0)
  const isRefused = (error: unknown) =>
    error instanceof Problem && error.status === 429 && error.headers['retry-after'] === '20'
  for (const _id of ['one', 'two', 'three']) check({ _id, studios: ['a'] })
  assert.throws(() => check({ _id: 'four', studios: ['a'] }), isRefused)
  check({ _id: 'four', studios: ['b'] })
  check({ _id: 'five', studios: ['a', 'b'] })
  check({ _id: 'admin', studios: [] })
})

test('rejects more requests of a person with 429 and Retry-After', async (t) => {
  const { a, b } = await loadFixtures(t, { REQUEST_BUDGET: '10' })
  const { vendor, guest } = a.people
  // The budget refills within a minute, so a slow machine may get some more through.
  const outcomes = await Promise.allSettled(
    Array.from({ length: 40 }, () => vendor.call(sessions.listTokens)),
  )
  assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length >= 10)
  const rejected = outcomes.find((outcome) => outcome.status === 'rejected')
  assert.ok(rejected)
  const problem = await expectProblem(Promise.reject(rejected.reason), 429, 'rate-limit.exceeded')
  assert.ok(Number(problem.headers.get('retry-after')) >= 1)
  await guest.call(sessions.listTokens)
  await b.people.vendor.call(sessions.listTokens)
})
