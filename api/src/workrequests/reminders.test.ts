import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestAt, changeRequest } from '../../test/work-requests.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { listNotifications } from '../notifications/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { sendReminders } from './reactions.ts'

/** Sets both deadlines, in hours from now, of an order that was submitted long ago. */
const setDeadlines = ({ db }: Fixtures, id: string, due: number, delivery: number | null = null) =>
  sql`update work_request set submitted_at = now() - interval '90 days',
    due_at = now() + make_interval(secs => ${due * 3600}), due_tz = 'UTC',
    deadline_at = now() + make_interval(secs => ${(delivery ?? 0) * 3600}) * ${
      delivery === null ? null : 1
    }::int, deadline_tz = 'UTC' where id = ${id}`.execute(db)

async function remind({ db, runJobs }: Fixtures) {
  // Two nodes at the same time.
  await Promise.all([inTransaction(db, sendReminders), inTransaction(db, sendReminders)])
  await runJobs()
}
const titles = async (person: TestUser) =>
  (await person.call(listNotifications, { query: { type: 'wdu' } })).items
    .map(({ title }) => title)
    .toSorted()

test('reminds the owner and the vendors once before and once after the due date', async (t) => {
  const fixtures = await loadFixtures(t)
  const { vendor, territory, studio } = fixtures.a.people
  const id = await createRequestAt(fixtures.a, 'in-progress')
  await setDeadlines(fixtures, id, 25)
  await remind(fixtures)
  assert.deepEqual(await titles(vendor), [], 'too early')
  await setDeadlines(fixtures, id, 23.9)
  for (let times = 0; times < 2; times++) await remind(fixtures)
  for (const person of [vendor, territory])
    assert.deepEqual(await titles(person), ['A work request is due in 24 hours'])
  assert.deepEqual(await titles(studio), [])
  await setDeadlines(fixtures, id, -24.1)
  for (let times = 0; times < 2; times++) await remind(fixtures)
  assert.deepEqual(await titles(territory), [
    'A work request is due in 24 hours',
    'A work request is overdue by 24 hours',
  ])
})

test('sends no reminder that is a day late, or for an order that came after it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db, a } = fixtures
  const id = await createRequestAt(a, 'in-progress')
  await setDeadlines(fixtures, id, -24 * 3)
  await remind(fixtures)
  await setDeadlines(fixtures, id, 20)
  await sql`update work_request set submitted_at = now()`.execute(db)
  await remind(fixtures)
  await setDeadlines(fixtures, id, 23)
  await changeRequest(a.people.studio, id, { status: 'cancelled', reason: 'The spot was cut.' })
  await remind(fixtures)
  assert.deepEqual(await titles(a.people.territory), [])
})

test('follows the offsets and the recipients of the studio, also for the delivery', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { studio, vendor, territory } = a.people
  await studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { reminders: { before: [2], after: [], recipients: ['studio'] } } },
  })
  const id = await createRequestAt(a, 'in-progress')
  await setDeadlines(fixtures, id, 200, 1.9)
  await remind(fixtures)
  assert.deepEqual(await titles(studio), ['The delivery of a work request is due in 2 hours'])
  await setDeadlines(fixtures, id, -24.1)
  await remind(fixtures)
  for (const person of [vendor, territory]) assert.deepEqual(await titles(person), [])
})
