import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type StudioFixtures } from '../../test/fixtures.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { listAudit } from '../audit/contract.ts'
import { listEvents } from '../events/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeStudio, type Retention } from '../studios/contract.ts'
import { applyRetention } from './reactions.ts'

const keep = ({ people, studio }: StudioFixtures, retention: Retention) =>
  people.studio.call(changeStudio, {
    params: { id: studio._id },
    body: { settings: { retention } },
  })

/** Both studios have events and notifications of 100 days ago and of today. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a, b, db, runJobs, app } = fixtures
  for (const side of [a, b]) await createRequestAt(side, 'rejected')
  await runJobs()
  await sql`update event set created_at = created_at - interval '100 days'`.execute(db)
  await sql`update notification set created_at = created_at - interval '100 days'`.execute(db)
  for (const side of [a, b]) await createRequestAt(side, 'in-progress')
  await runJobs()
  const apply = async () => {
    await inTransaction(app.database.system, applyRetention)
    await runJobs()
  }
  return { ...fixtures, apply }
}

const seenBy = async ({ people }: StudioFixtures) =>
  Promise.all(
    [people.studio, people.territory, people.vendor].map(async (person) => ({
      events: await person.call(listEvents, { range: { first: 0, last: 199 } }),
      notifications: await person.call(listNotifications, { range: { first: 0, last: 199 } }),
    })),
  )
const isOld = ({ created }: { created: number }) => created < Date.now() / 1000 - 50 * 86_400

test('keeps everything unless the studio says otherwise', async (t) => {
  const { a, apply } = await setup(t)
  const before = await seenBy(a)
  await apply()
  await keep(a, { events: null, audit: 365 })
  await apply()
  assert.deepEqual(await seenBy(a), before)
})

test('deletes old events with their notifications for all readers of one studio', async (t) => {
  const { a, b, apply } = await setup(t)
  const [before, other] = [await seenBy(a), await seenBy(b)]
  assert.ok(before.every(({ events }) => events.items.some(isOld)))
  await keep(a, { events: 60 })
  await apply()
  const after = await seenBy(a)
  for (const [index, { events, notifications }] of after.entries()) {
    const young = before[index]!.events.items.filter((event) => !isOld(event))
    assert.deepEqual(events, { items: young, total: young.length })
    assert.deepEqual(
      notifications.items,
      before[index]!.notifications.items.filter((notification) => !isOld(notification)),
    )
    assert.equal(notifications.total, notifications.items.length)
  }
  assert.ok(after.some(({ events }) => events.total! > 0))
  assert.deepEqual(await seenBy(b), other)
})

test('deletes old notifications and keeps their events', async (t) => {
  const { a, apply } = await setup(t)
  const before = await seenBy(a)
  await keep(a, { notifications: 60 })
  await apply()
  const after = await seenBy(a)
  for (const [index, { events, notifications }] of after.entries()) {
    assert.deepEqual(events, before[index]!.events)
    assert.ok(!notifications.items.some(isOld))
  }
})

test('records once what was deleted, and a second run deletes nothing', async (t) => {
  const { a, b, db, apply } = await setup(t)
  await keep(a, { events: 60 })
  const { rows } = await sql<{ count: number }>`
    select count(*) from event
    where studio_id = ${a.studio._id} and created_at < now() - interval '60 days'`.execute(db)
  await apply()
  const entries = () => a.people.studio.call(listAudit, { query: { act: 'retention' } })
  const first = await entries()
  assert.equal(first.total, 1)
  const [entry] = first.items
  assert.deepEqual(
    [entry!.act, entry!.by, entry!.about._id],
    ['retention events', null, a.studio._id],
  )
  assert.equal((entry!.asked as { deleted: number }).deleted, rows[0]!.count)
  await apply()
  assert.deepEqual(await entries(), first)
  assert.equal((await b.people.studio.call(listAudit, { query: { act: 'retention' } })).total, 0)
})

test('keeps events that are still to be delivered', async (t) => {
  const { a, db, apply } = await setup(t)
  await sql`update event set processed = false
    where id = (select id from event where studio_id = ${a.studio._id} order by created_at limit 1)
  `.execute(db)
  await keep(a, { events: 60, notifications: 60 })
  await apply()
  const { rows } = await sql<{ processed: boolean }>`
    select processed from event
    where studio_id = ${a.studio._id} and created_at < now() - interval '60 days'`.execute(db)
  assert.deepEqual(rows, [{ processed: false }])
})

test('rejects limits that are too short', async (t) => {
  const { a } = await loadFixtures(t)
  for (const retention of [
    { events: 29 },
    { notifications: 0 },
    { downloads: 1.5 },
    { audit: 364 },
    { audit: 36_501 },
    { events: '60' },
  ])
    await expectProblem(keep(a, retention as never), 422, 'body.invalid')
  await expectProblem(keep(a, { mail: 60 } as never), 400, 'body.unknown-field')
  const { settings } = await keep(a, { events: 30, audit: 365, downloads: null })
  assert.deepEqual(settings.retention, { events: 30, audit: 365, downloads: null })
})
