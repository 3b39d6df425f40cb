// Reports from prepared days equal reports from the rows, for every reader and after every change. The
// studio has one project, and reports of a project count the rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { backdateHistory } from '../../test/backdate.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { createFrance, uploadFile } from '../../test/orders.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import type { Db } from '../kernel/db/connect.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { storeReportDays } from './commands/store-days.ts'
import * as contract from './contract.ts'
import { collectDownloadBlock, packDownloadBlock } from './rules/download-blocks.ts'
import { collectRejections, packRejections } from './rules/rejection-facts.ts'
import { collectBlocks, packBlock } from './rules/request-blocks.ts'

const DAY = 86_400
const NOW = Math.floor(Date.now() / 1000)
const dayText = (at: number) => new Date(at * 1000).toISOString().slice(0, 10)
const PERIOD = { from: dayText(NOW - 100 * DAY), to: dayText(NOW + DAY) }
const PART = { from: dayText(NOW - 30 * DAY), to: dayText(NOW - 12 * DAY) }

const QUERIES = [
  { ...PERIOD, by: 'day', tz: 'UTC' },
  { ...PERIOD, by: 'week', tz: 'Asia/Kathmandu' },
  { ...PART, by: 'month', tz: 'America/New_York' },
  { ...PART, by: 'day', tz: 'Australia/Adelaide', territory: 'FR' },
  { ...PERIOD, by: 'month', tz: 'Europe/Berlin', territory: 'DE,FR' },
] as const

async function prepare(db: Db): Promise<void> {
  while (await inTransaction(db, (tx) => storeReportDays(tx, 1)));
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
      for (const report of [contract.turnaroundReport, contract.rejectionReport] as const)
        assert.deepEqual(
          await reader.call(report as typeof contract.rejectionReport, { query }),
          await reader.call(report as typeof contract.rejectionReport, {
            query: { ...query, project },
          }),
          `${report.path} ${message}`,
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
const HOUR = 3600

/**
 * Requests and downloads of the last weeks and hours. Returns the requests in the order of
 * `STATUSES`, then one of yesterday and today.
 */
async function work({ a, db }: Fixtures): Promise<string[]> {
  const requests: string[] = []
  for (const [index, status] of STATUSES.entries()) {
    const id = await createRequestAt(a, status)
    await backdateHistory(db, id, NOW - (45 - index * 6) * DAY + index * 4_000, 1.4 * DAY)
    requests.push(id)
  }
  const recent = await createRequestAt(a, 'complete')
  await backdateHistory(db, recent, NOW - 26 * HOUR, 3.5 * HOUR)
  requests.push(recent)
  const file = await uploadFile(a.people.studio, a, 'film.mov')
  for (const [index, person] of Object.values(a.people).entries())
    await sql`
      insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
      select ${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${file._id}, ${person._id},
        to_timestamp(${NOW - 40 * DAY} + n * ${(7 + index) * 20_011})
      from generate_series(1, 12) n
      union all
      select ${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${file._id}, ${person._id},
        to_timestamp(${NOW - index * 600} - n * ${3 * HOUR})
      from generate_series(0, 7) n`.execute(db)
  return requests
}

/** Statements that change what reports count, with the requests of `work`. */
const changesOf = ({ a }: Fixtures, requests: string[]) => {
  const [first, second, third, , fifth, sixth, recent] = requests
  const addEntry = (request: string, status: string, at: number) => sql`
    with entry as (
      insert into work_request_history (studio_id, work_request_id, person_id, status, at)
      values (${a.studio._id}, ${request}, ${a.people.studio._id}, ${status},
        to_timestamp(${at})))
    update work_request set status = ${status} where id = ${request}`
  const addOffline = (request: string, at: number) => sql`
    insert into offline
      (studio_id, project_id, asset_id, work_request_id, from_id, file_id, created_at)
    select studio_id, project_id, asset_id, work_request_id, ${a.people.studio._id}, file_id,
      to_timestamp(${at})
    from offline where work_request_id = ${request} limit 1`
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
    'the owner changes': sql`
      update work_request set owner_id = ${a.people.vendor._id} where id = ${third}`,
    'somebody of a territory owns a request of another one': sql`
      update work_request set owner_id = ${a.people.territory._id}, territory = 'FR'
      where id = ${second}`,
    'an old rejection is added': addEntry(second!, 'rejected', NOW - 31 * DAY),
    'another request is rejected': addEntry(first!, 'rejected', NOW - 2 * DAY),
    'a rejection has another code': sql`
      update work_request_history set code = 'timing' where work_request_id = ${first}`,
    'another version is uploaded': addOffline(second!, NOW),
    'an old version is added': addOffline(first!, NOW - 35 * DAY),
    'an older version is added by somebody else': addOffline(second!, NOW - 31.1 * DAY),
    'a version has another time': sql`
      update offline set created_at = created_at - interval '2 days'
      where work_request_id = ${sixth}`,
    'a version is removed': sql`
      delete from offline where work_request_id = ${second} and version = 2`,
    'the person who uploaded joins a vendor': sql`
      insert into group_person (group_id, person_id)
      values (${a.vendors._id}, ${a.people.studio._id})`,
    'a rejection is removed': sql`
      delete from work_request_history
      where work_request_id = ${second} and status = 'rejected' and at < now() - interval '30 days'`,
    'old downloads are removed': sql`
      delete from download where created_at < to_timestamp(${NOW - 30 * DAY})`,
    'a file has another length': sql`update file set length = coalesce(length, 0) + 1`,
    'a file is embargoed': sql`update file set embargo_end = now() + interval '9 days'`,
    'the vendor may read reports': sql`
      update membership set permissions = '{report.read}'
      where person_id in (${a.people.vendor._id}, ${a.people.territory._id})`,
    'a request of today gets a territory': sql`
      update work_request set territory = 'FR' where id = ${recent}`,
    'it gets a vendor': sql`
      update work_request set vendor_id = ${a.vendors._id} where id = ${recent}`,
    'it gets another owner': sql`
      update work_request set owner_id = ${a.people.territory._id} where id = ${recent}`,
    'it is rejected some hours ago': addEntry(recent!, 'rejected', NOW - 5 * HOUR),
    'it is completed again after that': addEntry(recent!, 'complete', NOW - 3.5 * HOUR),
    'it has a version of some hours ago': sql`
      update offline set created_at = to_timestamp(${NOW - 6 * HOUR})
      where work_request_id = ${recent}`,
    'it has another version': addOffline(recent!, NOW - 4.5 * HOUR),
    'a download of some hours ago is removed': sql`
      delete from download where id in (
        select id from download where created_at < to_timestamp(${NOW - 8 * HOUR})
        order by created_at desc limit 1)`,
    'history of today is removed': sql`
      delete from work_request_history
      where work_request_id = ${recent} and at > to_timestamp(${NOW - 4 * HOUR})`,
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
  const prepared = [a.people.studio, a.people.vendor, a.people.territory]
  await assertSame(a.project._id, readers, 'without prepared days', QUERIES)
  await prepare(db)
  await assertSame(a.project._id, readers, 'with prepared days', QUERIES)
  for (const [what, change] of Object.entries(changesOf(fixtures, requests))) {
    await change.execute(db)
    await assertSame(a.project._id, readers, `after ${what}`)
    await prepare(db)
    await assertSame(a.project._id, prepared, `prepared after ${what}`)
  }
})

test('a change marks yesterday before it is prepared', async (t) => {
  const { a, db } = await loadFixtures(t)
  const id = await createRequestAt(a, 'complete')
  const yesterday = Math.floor(NOW / DAY) - 1
  await backdateHistory(db, id, yesterday * DAY + 3600, 600)
  await uploadFile(a.people.studio, a, 'film.mov')
  await sql`
    insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
    select studio_id, project_id, asset_id, id, owner_id, to_timestamp(${yesterday * DAY})
    from file`.execute(db)
  const changes = {
    requests: [
      sql`update work_request set territory = 'FR'`,
      sql`update work_request set status = 'in-progress'`,
    ],
    downloads: [sql`update file set length = coalesce(length, 0) + 1`],
  }
  for (const [kind, statements] of Object.entries(changes))
    for (const statement of statements) {
      await sql`delete from report_mark`.execute(db)
      await statement.execute(db)
      const { rows } = await sql<{ day: number }>`
        select distinct day from report_mark where kind = ${kind}`.execute(db)
      assert.deepEqual(rows, [{ day: yesterday }])
    }
})

test('reports read prepared days instead of rows', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await work(fixtures)
  const query = { ...PERIOD, tz: 'UTC' }
  const { studio, territory } = a.people
  const read = async () => ({
    volume: (await studio.call(contract.volumeReport, { query: { ...query, by: 'month' } })).total,
    owned: (await territory.call(contract.volumeReport, { query: { ...query, by: 'month' } }))
      .total,
    rejections: await studio.call(contract.rejectionReport, { query }),
    downloads: (await studio.call(contract.downloadReport, { query: { ...query, by: 'month' } }))
      .total.downloads,
  })
  await sql`update work_request set territory = 'FR'`.execute(db)
  const before = await read()
  assert.ok(before.volume.ordered > 0 && before.owned.ordered > 0)
  assert.ok(before.rejections.rejections > 0 && before.rejections.versions.length > 0)
  await prepare(db)
  assert.deepEqual(await read(), before)
  const sent = await statementsOf(() => studio.call(contract.rejectionReport, { query }))
  assert.equal(sent.filter((text) => !/caller_version|set_config/.test(text)).length, 1)
  await sql`
    update report_day d set body = (
      select e.body from report_day e where e.kind = d.kind order by length(e.body) limit 1)`.execute(
    db,
  )
  const ofBlocks = await read()
  assert.ok(ofBlocks.volume.ordered > 0 && ofBlocks.volume.ordered < before.volume.ordered)
  assert.ok(ofBlocks.owned.ordered > 0 && ofBlocks.owned.ordered < before.owned.ordered)
  assert.ok(ofBlocks.rejections.rejections > 0)
  assert.ok(ofBlocks.downloads > 0 && ofBlocks.downloads < before.downloads)
  await sql`
    update report_block set body = case kind
      when 'requests' then ${packBlock(collectBlocks([])[0]!.block)}::bytea
      when 'rejections' then ${packRejections(collectRejections([], []))}::bytea
      else ${packDownloadBlock(collectDownloadBlock([], 0))}::bytea end`.execute(db)
  const none = { ordered: 0, submitted: 0, delivered: 0, cancelled: 0 }
  const { volume, owned, rejections, downloads } = await read()
  assert.deepEqual([volume, owned], [none, none])
  assert.equal(rejections.rejections, 0)
  assert.ok(downloads < ofBlocks.downloads)
})
