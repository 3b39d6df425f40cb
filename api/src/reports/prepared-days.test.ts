// Reports from prepared days equal reports from the rows, for every reader and after every change. The
// studio has one project, and reports of a project count the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { backdateHistory } from '../../test/backdate.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { createFrance, uploadFile } from '../../test/orders.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import type { Db } from '../kernel/db/connect.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { storeReportDays } from './commands/store-days.ts'
import * as contract from './contract.ts'

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const dayText = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
const PERIOD = { from: dayText(NOW - 60 * DAY), to: dayText(NOW + DAY) }
const PART = { from: dayText(NOW - 30 * DAY), to: dayText(NOW - 12 * DAY) }

const QUERIES = [
  { ...PERIOD, by: 'day', tz: 'UTC' },
  { ...PERIOD, by: 'week', tz: 'Asia/Kathmandu' },
  { ...PART, by: 'month', tz: 'America/New_York' },
  { ...PART, by: 'day', tz: 'Australia/Adelaide', territory: 'FR' },
  { ...PERIOD, by: 'month', tz: 'Europe/Berlin', territory: 'DE,FR' },
] as const

async function prepare(db: Db): Promise<void> {
  while (await inTransaction(db, storeReportDays));
}

async function assertSame(
  project: string,
  readers: TestUser[],
  what: string,
  queries: readonly (typeof QUERIES)[number][] = QUERIES.slice(1, 3),
): Promise<void> {
  for (const reader of readers)
    for (const { by, ...query } of queries) {
      const message = `${reader.email} ${JSON.stringify(query)} ${what}`
      for (const report of [contract.volumeReport, contract.downloadReport] as const)
        assert.deepEqual(
          await reader.call(report as typeof contract.volumeReport, { query: { ...query, by } }),
          await reader.call(report as typeof contract.volumeReport, {
            query: { ...query, by, project },
          }),
          `${report.path} ${message}`,
        )
      assert.deepEqual(
        await reader.call(contract.turnaroundReport, { query }),
        await reader.call(contract.turnaroundReport, { query: { ...query, project } }),
        `turnaround ${message}`,
      )
    }
}

const STATUSES = [
  'complete',
  'rejected',
  'cancelled',
  'in-progress',
  'incomplete',
  'complete',
] as const

/** Requests and downloads of the last weeks. Returns the requests in the order of `STATUSES`. */
async function work({ a, db }: Fixtures): Promise<string[]> {
  const requests: string[] = []
  for (const [index, status] of STATUSES.entries()) {
    const id = await createRequestAt(a, status)
    await backdateHistory(db, id, NOW - (45 - index * 6) * DAY + index * 4_000, 1.4 * DAY)
    requests.push(id)
  }
  const file = await uploadFile(a.people.studio, a, 'film.mov')
  for (const [index, person] of Object.values(a.people).entries())
    await sql`
      insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
      select ${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${file._id}, ${person._id},
        to_timestamp(${NOW - 40 * DAY} + n * ${(7 + index) * 20_011})
      from generate_series(1, 12) n`.execute(db)
  return requests
}

/** Statements that change what reports count, with the requests of `work`. */
const changesOf = ({ a }: Fixtures, requests: string[]) => {
  const [first, second, third, , fifth, sixth] = requests
  const addEntry = (request: string, status: string, at: number) => sql`
    with entry as (
      insert into work_request_history (studio_id, work_request_id, person_id, status, at)
      values (${a.studio._id}, ${request}, ${a.people.studio._id}, ${status},
        to_timestamp(${at})))
    update work_request set status = ${status} where id = ${request}`
  return {
    'a vendor is assigned': sql`
      update work_request set vendor_id = ${a.vendors._id} where id = ${first}`,
    'the vendor declines': sql`
      update work_request set vendor_answer = 'declined' where id = ${first}`,
    'another vendor is assigned': sql`
      with other as (insert into people_group (name, type) values ('Other', 'v') returning id)
      update work_request set vendor_id = (select id from other), vendor_answer = null
      where id = ${second}`,
    'a territory changes': sql`update work_request set territory = 'FR' where id = ${third}`,
    'a request of another territory belongs to a vendor': sql`
      update work_request set owner_id = ${a.people.vendor._id}, territory = 'FR'
      where id = ${fifth}`,
    'a request is submitted': addEntry(fifth!, 'submitted', NOW),
    'it is withdrawn': sql`update work_request set submitted_at = null where id = ${fifth}`,
    'a complete request is reopened': addEntry(sixth!, 'in-progress', NOW - 2 * 3600),
    'it is completed again': addEntry(sixth!, 'complete', NOW - 3600),
    'an old submission is added': addEntry(second!, 'submitted', NOW - 29 * DAY),
    'the same again': addEntry(second!, 'submitted', NOW - 28.9 * DAY),
    'the due date has another time zone': sql`
      update work_request set due_tz = 'Asia/Tokyo' where id = ${first}`,
    'the working hours change': sql`
      update studio set settings = settings
        || '{"workingHours": {"opens": "07:00", "closes": "21:30"}}' where id = ${a.studio._id}`,
    'there is a holiday': sql`
      update studio set settings = settings || jsonb_build_object(
        'holidays', jsonb_build_array(${dayText(NOW - 25 * DAY)}::text))
      where id = ${a.studio._id}`,
    'somebody has another territory': sql`
      update membership set territory_id = (select id from territory where code = 'FR')
      where person_id = ${a.people.studio._id}`,
    'old downloads are removed': sql`
      delete from download where created_at < to_timestamp(${NOW - 30 * DAY})`,
    'a file has another length': sql`update file set length = coalesce(length, 0) + 1`,
    'a file is embargoed': sql`update file set embargo_end = now() + interval '9 days'`,
    'the vendor may read reports': sql`
      update membership set permissions = '{report.read}'
      where person_id in (${a.people.vendor._id}, ${a.people.territory._id})`,
    'history is removed': sql`
      delete from work_request_history where work_request_id = ${third} and status = 'submitted'`,
  }
}

test('prepared days give the same reports as the rows, after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db, admin } = fixtures
  await createFrance(fixtures.admin)
  const requests = await work(fixtures)
  const readers = [admin, ...Object.values(a.people)]
  await assertSame(a.project._id, readers, 'without prepared days', QUERIES)
  await prepare(db)
  await assertSame(a.project._id, readers, 'with prepared days', QUERIES)
  for (const [what, change] of Object.entries(changesOf(fixtures, requests))) {
    await change.execute(db)
    await assertSame(a.project._id, readers, `after ${what}`)
    await prepare(db)
    await assertSame(a.project._id, [a.people.studio, a.people.vendor], `prepared after ${what}`)
  }
})

test('reports read prepared days instead of rows', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await work(fixtures)
  const read = () =>
    a.people.studio.call(contract.volumeReport, { query: { ...PART, by: 'month', tz: 'UTC' } })
  const before = await read()
  assert.ok(before.total.ordered > 0)
  await prepare(db)
  await sql`
    update report_day set body = (
      select body from report_day where kind = 'requests' order by length(body) limit 1)
    where kind = 'requests'`.execute(db)
  assert.notDeepEqual(await read(), before)
})
