import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRequestAt, changeRequest } from '../../test/work-requests.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import { changeUser } from '../users/contract.ts'
import { DEFAULT_PREFERENCES } from '../users/rules/user.ts'

const WINDOW = { MAIL_WINDOW_SECONDS: '180' }

const mailsTo = async ({ db }: Fixtures, { email }: TestUser) =>
  (
    await sql<{ subject: string; text: string }>`
      select subject, text from mail where to_address = ${email} order by created_at, id`.execute(
      db,
    )
  ).rows
/** Lets the time of the window pass. */
const endWindow = async ({ db, runJobs }: Fixtures) => {
  await sql`update notification set due_at = now() where due_at is not null`.execute(db)
  await sql`update job set run_at = now() where kind = 'write-digest'`.execute(db)
  await runJobs()
}
/** Only mail about work requests. */
const prefer = (person: TestUser) =>
  person.call(changeUser, {
    params: { id: person._id },
    body: {
      preferences: { mail: { ...DEFAULT_PREFERENCES.mail, files: -1, ingest: -1, workflow: -1 } },
    },
  })

test('sends one mail for the changes of one order within the window', async (t) => {
  const fixtures = await loadFixtures(t, WINDOW)
  const { a, runJobs } = fixtures
  await prefer(a.people.vendor)
  const id = await createRequestAt(a, 'in-progress')
  await runJobs()
  await changeRequest(a.people.studio, id, { status: 'cancelled', reason: 'The spot was cut.' })
  await createRequestAt(a, 'awaiting-materials')
  await runJobs()
  assert.deepEqual(await mailsTo(fixtures, a.people.vendor), [], 'they wait')
  await endWindow(fixtures)
  const mails = await mailsTo(fixtures, a.people.vendor)
  assert.deepEqual(mails.map(({ subject }) => subject).toSorted(), [
    'Project a · Trailer a · German · DE: 2 changes',
    'Project a · Trailer a · German · DE: 3 changes',
  ])
  assert.ok(mails.some(({ text }) => text.includes('submitted → in progress → cancelled')))
  await endWindow(fixtures)
  assert.equal((await mailsTo(fixtures, a.people.vendor)).length, 2, 'once')
  const { rows } = await sql`select from notification where bundled or due_at is not null`.execute(
    fixtures.db,
  )
  assert.equal(rows.length, 0)
})

test('a change joins the mail that waits, and does not delay it', async (t) => {
  const fixtures = await loadFixtures(t, WINDOW)
  const { a, db, runJobs } = fixtures
  await prefer(a.people.vendor)
  const id = await createRequestAt(a, 'in-progress')
  await runJobs()
  await sql`update notification set due_at = due_at - interval '2 minutes'`.execute(db)
  await changeRequest(a.people.studio, id, { status: 'cancelled', reason: 'The spot was cut.' })
  await runJobs()
  const { rows } = await sql<{ times: string; jobs: string }>`
    select count(distinct due_at) as times,
      (select count(*) from job where kind = 'write-digest'
        and payload ->> 'person' = ${a.people.vendor._id}) as jobs
    from notification where to_id = ${a.people.vendor._id}`.execute(db)
  assert.deepEqual(
    rows.map(({ times, jobs }) => [Number(times), Number(jobs)]),
    [[1, 1]],
  )
})

test('sends nothing about an order that is no longer visible when the window ends', async (t) => {
  const fixtures = await loadFixtures(t, WINDOW)
  const { a, db } = fixtures
  await prefer(a.people.vendor)
  await createRequestAt(a, 'in-progress')
  await fixtures.runJobs()
  await sql`delete from group_person where person_id = ${a.people.vendor._id}`.execute(db)
  await sql`delete from membership where person_id = ${a.people.vendor._id}`.execute(db)
  await endWindow(fixtures)
  assert.deepEqual(await mailsTo(fixtures, a.people.vendor), [])
})
