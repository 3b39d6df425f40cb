import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { newOrder } from '../../test/orders.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import { orderForecast, riskReport } from './contract.ts'

test('an order due at the forecast is on track, and one due before it is critical', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, territory } = a.people
  const tz = 'Europe/Berlin'
  const { likely, safe } = await territory.call(orderForecast, {
    query: { studio: a.studio._id, territory: 'DE', language: 'deu', tz },
  })
  assert.ok(likely < safe)
  const orderDue = async (date: number) =>
    (
      await territory.call(createWorkRequest, {
        body: newOrder(a, { status: 'submitted', due: { date, tz } }),
      })
    )._id
  // The requests wait for materials at once, and the clock goes on during the test.
  const held = await orderDue(safe + 3600)
  const late = await orderDue(likely - 3 * 86_400)
  const { items } = await studio.call(riskReport)
  const riskOf = (id: string) => items.find(({ request }) => request === id)!.risk
  assert.deepEqual([riskOf(held), riskOf(late)], ['on-track', 'critical'])
})

test('has no forecast of a studio that the caller does not see', async (t) => {
  const { a, b } = await loadFixtures(t)
  await expectProblem(
    a.people.territory.call(orderForecast, { query: { studio: b.studio._id, tz: 'UTC' } }),
    404,
    'studio.not-found',
  )
})

test('rejects an unknown time zone', async (t) => {
  const { a } = await loadFixtures(t)
  const query = { studio: a.studio._id, tz: 'Nowhere' }
  await expectProblem(a.people.territory.call(orderForecast, { query }), 422, 'query.invalid')
})
