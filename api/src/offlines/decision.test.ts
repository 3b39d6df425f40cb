// A decision about an offline is one call, takes effect at once and can be withdrawn for a minute.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { listEvents } from '../events/contract.ts'
import { listNotifications } from '../notifications/contract.ts'
import { createRequestAt, readRequest, uploadOffline } from '../../test/work-requests.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

const REJECTED = { decision: 'rejected', reason: 'too dark', code: 'picture' } as const

async function inReview(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const request = await createRequestAt(a, 'for-review')
  const id = (await readRequest(a.people.studio, request)).offlines[0]!._id
  const params = { id }
  return {
    ...fixtures,
    ...a.people,
    id,
    request,
    decide: (by: TestUser, body: { decision: 'approved' } | typeof REJECTED) =>
      by.call(contract.makeDecision, { params, body }),
    withdraw: (by: TestUser) => by.call(contract.withdrawDecision, { params }),
    status: async () => (await readRequest(a.people.studio, request)).status,
    /** Makes the decision older than the time to withdraw it. */
    waitAMinute: () =>
      sql`update offline set decided_at = decided_at - interval '1 minute'`.execute(fixtures.db),
  }
}

test('an approval also approves the request, in one call', async (t) => {
  const { decide, territory, status } = await inReview(t)
  const offline = await decide(territory, { decision: 'approved' })
  assert.deepEqual([offline.decision, offline.decided!.by], ['approved', territory._id])
  assert.equal(await status(), 'approved')
})

test('an approval leaves the request in review while a translation is not approved', async (t) => {
  const { decide, db, request, territory, status } = await inReview(t)
  await sql`update work_request set dng = jsonb_set(dng, '{dialogue}', '["Subtitled"]')
    where id = ${request}`.execute(db)
  assert.equal((await decide(territory, { decision: 'approved' })).decision, 'approved')
  assert.equal(await status(), 'for-review')
})

test('a rejection rejects the request and needs a reason', async (t) => {
  const { decide, territory, status } = await inReview(t)
  await expectProblem(
    decide(territory, { decision: 'rejected' } as never),
    409,
    'offline.reason-required',
  )
  assert.equal(await status(), 'for-review')
  await decide(territory, REJECTED)
  assert.equal(await status(), 'rejected')
  await expectProblem(decide(territory, { decision: 'approved' }), 409, 'offline.already-decided')
})

for (const decision of [{ decision: 'approved' }, REJECTED] as const)
  test(`the person who decided withdraws within a minute: ${decision.decision}`, async (t) => {
    const { decide, withdraw, studio, territory, vendor, request, status } = await inReview(t)
    await expectProblem(withdraw(territory), 409, 'offline.not-decided')
    await decide(territory, decision)
    await expectProblem(withdraw(studio), 403, 'offline.decision-forbidden')
    await expectProblem(withdraw(vendor), 403, 'offline.forbidden')
    const { decision: left, decided, reason } = await withdraw(territory)
    assert.deepEqual([left, decided, reason], [null, null, ''])
    assert.equal(await status(), 'for-review')
    const { history } = await readRequest(studio, request)
    assert.deepEqual(
      history.slice(-2).map(({ status: to, user, automatic }) => [to, user._id, automatic]),
      [
        [decision.decision, territory._id, false],
        ['for-review', territory._id, true],
      ],
    )
    await decide(studio, { decision: 'approved' })
    assert.equal(await status(), 'approved')
  })

test('a decision is final after a minute, and once something followed from it', async (t) => {
  const { a, decide, withdraw, waitAMinute, request, territory, status } = await inReview(t)
  await decide(territory, REJECTED)
  await uploadOffline(a, request)
  await expectProblem(withdraw(territory), 409, 'offline.decision-in-use')
  const newest = (await readRequest(territory, request)).offlines[0]!
  const params = { id: newest._id }
  await territory.call(contract.makeDecision, { params, body: { decision: 'approved' } })
  await waitAMinute()
  await expectProblem(
    territory.call(contract.withdrawDecision, { params }),
    409,
    'offline.withdrawal-expired',
  )
  assert.equal((await territory.call(contract.getOffline, { params })).decision, 'approved')
  assert.equal(await status(), 'in-progress')
})

test('others hear of a decision and of its withdrawal', async (t) => {
  const { decide, withdraw, territory, vendor, request, runJobs, db } = await inReview(t)
  await sql`update work_request set status = 'in-progress' where id = ${request}`.execute(db)
  await decide(territory, { decision: 'approved' })
  await withdraw(territory)
  await runJobs()
  const { items } = await vendor.call(listEvents, { query: { type: 'ofd' } })
  assert.equal(items.length, 2)
  const titles = (await vendor.call(listNotifications, { query: { type: 'ofd' } })).items.map(
    ({ title }) => title.replace(/^.* (approved|withdrew)/, '$1'),
  )
  assert.deepEqual(titles, ['withdrew the decision about an offline', 'approved an offline'])
})

test('one of two decisions at the same time wins', async (t) => {
  const { decide, studio, territory, status } = await inReview(t)
  const answers = await Promise.allSettled([
    decide(territory, { decision: 'approved' }),
    decide(studio, REJECTED),
  ])
  assert.deepEqual(answers.map((answer) => answer.status).toSorted(), ['fulfilled', 'rejected'])
  assert.ok(['approved', 'rejected'].includes(await status()))
})
