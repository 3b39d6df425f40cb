// Hostile cases of class F: flows that are used too often or with the wrong people.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'
import { flagEvent, listEvents } from '../../src/events/contract.ts'
import { createBudget } from '../../src/kernel/http/auth/request-budget.ts'
import { expectProblem } from '../expect-problem.ts'
import { loadFixtures } from '../fixtures.ts'
import { rawRequest } from '../raw-request.ts'
import { createRequestAt } from '../work-requests.ts'
import { times } from './effort.ts'

test('104. 10,000 changes of events in a minute', async (t) => {
  let now = 0
  const budget = createBudget(readConfig({}).requestBudget.person, () => now)
  const allowed = times(10_000, (index) => {
    now = index * 6
    return budget.take('somebody', flagEvent.cost) === 0
  })
  const accepted = allowed.filter(Boolean).length
  assert.ok(accepted > 100 && accepted < 4000, `${accepted} with the default budget`)

  const { a } = await loadFixtures(t, { REQUEST_BUDGET: '200' })
  const { service } = a.people
  await createRequestAt(a, 'awaiting-materials')
  const [event] = (await service.call(listEvents)).items
  const outcomes = await Promise.allSettled(
    times(40, () => service.call(flagEvent, { body: { _id: event!._id, pushed: true } })),
  )
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  assert.ok(refused.length > 10 && refused.length < 40, `${refused.length} of 40 refused`)
  const { headers } = await expectProblem(
    Promise.reject((refused[0] as PromiseRejectedResult).reason),
    429,
    'rate-limit.exceeded',
  )
  assert.ok(Number(headers.get('retry-after')) > 0)
})

test('105. too many recipients', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, vendor } = fixtures.a.people
  const id = await createRequestAt(fixtures.a, 'incomplete')
  // Within the size of a body, and beyond it.
  for (const count of [30_000, 100_000]) {
    const users = times(count, (index) => index.toString(16).padStart(24, '0'))
    const contacts = { name: 'All', recipients: { groups: [], users } }
    const attempts: [by: typeof vendor, path: string, payload: object][] = [
      [vendor, `session/${vendor._id}`, { preferences: { contactLists: [contacts] } }],
      [territory, `workrequests/${id}`, { recipients: { Online: users } }],
    ]
    for (const [by, path, payload] of attempts) {
      const reply = await rawRequest(fixtures, `/api/${path}`, { method: 'PUT', by, payload })
      assert.equal(reply.statusCode, count > 30_000 ? 413 : 422, `${path}: ${reply.body}`)
    }
  }
})
