// Moves record the working time before them, and a new calendar measures it again.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backdateHistory } from '../../test/backdate.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { changeRequest, createRequestAt } from '../../test/work-requests.ts'
import type { Db } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { changeStudio } from '../studios/contract.ts'
import { measureAgain } from './commands/measure.ts'

const HOUR = 3600
/** A Friday in Berlin. */
const FRIDAY = Date.parse('2026-03-06T09:00+01:00') / 1000

async function measured(db: Db, request: string) {
  const { rows } = await sql<{ status: string; before: string; hours: number; total: number }>`
    select status, status_before as before, working_seconds / 3600.0::float8 as hours,
      total_seconds / 3600.0::float8 as total, reached_before as reached
    from work_request_history where work_request_id = ${request} order by id`.execute(db)
  return rows
}

test('a move records the time in the status before', async (t) => {
  const { a, db } = await loadFixtures(t)
  const id = await createRequestAt(a, 'for-review')
  await backdateHistory(db, id, FRIDAY, 3 * HOUR)
  await changeRequest(a.people.territory, id, {
    status: 'rejected',
    reason: 'late',
    code: 'timing',
  })
  await changeRequest(a.people.studio, id, { status: 'cancelled', reason: 'too late' })
  const moved = await measured(db, id)
  assert.deepEqual(
    moved.slice(-2).map(({ status, before }) => [status, before]),
    [
      ['rejected', 'for-review'],
      ['cancelled', moved.at(-2)!.status],
    ],
  )
  assert.ok(moved.at(-2)!.hours > 100, 'since Friday in March')
  await inTransaction(db, (tx) => measureAgain(tx, id))
  assert.deepEqual(await measured(db, id), moved, 'measuring again finds the same')
})

test('a complete request records the time since its first submission', async (t) => {
  const { a, db } = await loadFixtures(t)
  const id = await createRequestAt(a, 'complete')
  const moved = await measured(db, id)
  assert.equal(moved.at(-1)!.status, 'complete')
  assert.equal(typeof moved.at(-1)!.total, 'number')
  await inTransaction(db, (tx) => measureAgain(tx, id))
  assert.deepEqual(await measured(db, id), moved)
  await backdateHistory(db, id, FRIDAY, 24 * HOUR)
  const spread = await measured(db, id)
  assert.deepEqual(
    spread.map(({ status }) => status),
    ['incomplete', 'submitted', 'in-progress', 'for-review', 'approved', 'complete'],
  )
  assert.equal(spread.at(-1)!.total, 18, 'from Saturday to Wednesday morning')
})

test('a job measures all changes again after the calendar of the studio has changed', async (t) => {
  const { a, b, db, runJobs } = await loadFixtures(t)
  const [own, foreign] = [
    await createRequestAt(a, 'for-review'),
    await createRequestAt(b, 'for-review'),
  ]
  for (const id of [own, foreign]) await backdateHistory(db, id, FRIDAY, 24 * HOUR)
  const hoursOf = async (id: string) => (await measured(db, id)).map(({ hours }) => hours)
  const before = await hoursOf(own)
  assert.deepEqual(before.slice(0, 4), [null, 9, 0, 0], 'Friday and a weekend')
  const change = async (settings: object) => {
    await a.people.studio.call(changeStudio, { params: { id: a.studio._id }, body: { settings } })
    const jobs = await sql`
      update job set run_at = now() where kind = 'measure-history' and dead_at is null`.execute(db)
    await runJobs()
    return jobs.rowCount ?? 0
  }
  assert.equal(await change({ workingHours: { opens: '09:00', closes: '12:00' } }), 1)
  assert.deepEqual((await hoursOf(own)).slice(0, 4), [null, 3, 0, 0])
  assert.equal(await change({ holidays: ['2026-03-06'] }), 1)
  assert.deepEqual((await hoursOf(own)).slice(0, 4), [null, 0, 0, 0])
  assert.equal(await change({ holidays: ['2026-03-06'] }), 0, 'the same calendar')
  assert.equal(await change({ leadTimeHours: 30 }), 0)
  assert.deepEqual(await hoursOf(foreign), before, 'another studio')
})

test('a due date in another time zone measures its request again', async (t) => {
  const { a, db } = await loadFixtures(t)
  const id = await createRequestAt(a, 'in-progress')
  await changeRequest(a.people.studio, id, { status: 'incomplete', reason: 'wrong date' })
  await backdateHistory(db, id, FRIDAY, 2 * HOUR)
  assert.deepEqual(
    (await measured(db, id)).map(({ hours }) => hours),
    [null, 2, 2, 2],
  )
  const due = { date: Math.floor(Date.now() / 1000) + 86_400, tz: 'Asia/Tokyo' }
  await changeRequest(a.people.studio, id, { due })
  assert.deepEqual(
    (await measured(db, id)).map(({ hours }) => hours),
    [null, 1, 0, 0],
    'it was 17:00 in Tokyo',
  )
})
