// What people own outside of their territory or vendor is counted once (docs/decisions/0150).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { fillDays } from '../access/long-lists.fixture.ts'
import { anyViewer, seesTranslation, seesWorkRequest } from '../access/queries/visibility.ts'
import type { Db } from '../kernel/db/connect.ts'
import { listTranslations } from '../translations/contract.ts'
import { groupWorkRequests, listWorkRequests } from './contract.ts'

const GROUPS = {
  status: sql`w.status`,
  territory: sql`w.territory`,
  language: sql`w.language`,
  vendor: sql`w.vendor_id`,
  assignee: sql`w.assignee_id`,
  due: sql`to_char(date_trunc('week', least(w.due_at, w.deadline_at), 'UTC') at time zone 'UTC',
    'YYYY-MM-DD')`,
}
const FILTERS: [object, RawBuilder<unknown>][] = [
  [{}, sql`true`],
  [{ status: 'complete' }, sql`w.status = 'complete'`],
  [{ status: 'in-progress,for-review' }, sql`w.status in ('in-progress', 'for-review')`],
  [{ territory: 'FR', vendor: 'none' }, sql`w.territory = 'FR' and w.vendor_id is null`],
  [{ language: 'fra' }, sql`w.language = 'fra'`],
  [{ assignee: 'none' }, sql`w.assignee_id is null`],
]

/** Some requests have no translations, so none is presented. */
const AFTER_ALL = { first: 5_000, last: 5_000 }

/** The territory and the vendor own complete requests that only owners see, hundreds each. */
async function fillOwn(fixtures: Fixtures): Promise<void> {
  const { a, db } = fixtures
  const { territory, vendor } = a.people
  await fillDays(fixtures)
  await sql`
    update work_request set owner_id = case when id like any ('{%0,%1,%2,%3,%4,%5,%6,%7}')
        then ${territory._id} else ${vendor._id} end,
      territory = case when id like '%a' then territory else 'FR' end, submitted_at = null,
      status = case when id like any ('{%7,%f}') then 'for-review' else 'complete' end`.execute(db)
}

async function assertCounts(db: Db, reader: TestUser, what: string): Promise<void> {
  const seen = sql`viewer cross join work_request w
    where viewer.id = ${reader._id} and ${seesWorkRequest(anyViewer)}`
  for (const [query, condition] of FILTERS) {
    const { total } = await reader.call(listWorkRequests, { query, range: AFTER_ALL })
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from ${seen} and ${condition}`.execute(db)
    assert.equal(total, rows[0]!.count, `${JSON.stringify(query)} of ${reader.email} ${what}`)
  }
  const { total } = await reader.call(listTranslations, { range: AFTER_ALL })
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from translation tr, ${seen} and w.id = tr.work_request_id
      and ${seesTranslation(anyViewer)}`.execute(db)
  assert.equal(total, rows[0]!.count, `translations of ${reader.email} ${what}`)
  for (const [by, value] of Object.entries(GROUPS)) {
    const groups = await reader.call(groupWorkRequests, { query: { by: by as 'status' } })
    const { rows } = await sql<{ value: string | null; count: number }>`
      select ${value} as value, count(*)::int as count from ${seen} group by 1`.execute(db)
    const sorted = (found: readonly { value: string | null; count: number }[]) =>
      found.map((group) => `${group.value} ${group.count}`).toSorted()
    assert.deepEqual(sorted(groups), sorted(rows), `by ${by} of ${reader.email} ${what}`)
  }
}

test('totals and groups with own requests equal the plain computation after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { territory, vendor, translator } = a.people
  await fillOwn(fixtures)
  const closed = sql`status = 'complete'`
  const changes: [string, RawBuilder<unknown>][] = [
    ['at first', sql`select`],
    ['with stored counts', sql`select`],
    [
      'after some were completed',
      sql`update work_request set status = 'complete' where id like '%7'`,
    ],
    [
      'after some were reopened',
      sql`update work_request set status = 'rejected' where id like '%1'`,
    ],
    ['after another language', sql`update work_request set language = 'fra' where id like '%2'`],
    ['after another territory', sql`update work_request set territory = 'JP' where id like '%3'`],
    [
      'after a vendor got some',
      sql`update work_request set vendor_id = ${a.vendors._id} where id like any ('{%4,%8}')`,
    ],
    [
      'after the vendor declined some',
      sql`update work_request set submitted_at = now(), vendor_answer = 'declined'
        where id like any ('{%4,%9}')`,
    ],
    [
      'after somebody translates some',
      sql`update translation set translator_id = ${translator._id}
        where part = 'dialogue' and work_request_id like '%05'`,
    ],
    [
      'after another due date',
      sql`update work_request set due_at = due_at + interval '9 days' where id like any ('{%5,%d}')`,
    ],
    [
      'after translations of complete requests were deleted',
      sql`delete from translation where part = 'graphics' and work_request_id like '%2'`,
    ],
    [
      'after a translation of a complete request was added',
      sql`with track as (
          insert into text_track (studio_id) values (${a.studio._id}) returning id)
        insert into translation (studio_id, asset_id, work_request_id, language, text_track_id)
        select w.studio_id, w.asset_id, w.id, 'fra', track.id
        from track cross join (select * from work_request where ${closed} limit 1) w`,
    ],
    [
      'after other owners',
      sql`update work_request set owner_id = case owner_id when ${vendor._id}
          then ${territory._id} else ${vendor._id} end where id like '%b' or id like '%6'`,
    ],
    [
      'after a deletion',
      sql`delete from work_request w where ${closed} and id like any ('{%0,%c}')
        and not exists (select from event e where e.work_request_id = w.id)`,
    ],
    [
      'after completed ones were added',
      sql`insert into work_request (studio_id, project_id, asset_id, owner_id, status, language,
          territory, dng, uses, dcp, recipients, instructions)
        select studio_id, project_id, asset_id, owner_id, status, language, territory, dng, uses,
          dcp, recipients, instructions from work_request where ${closed} and id like '%5'`,
    ],
  ]
  for (const [what, change] of changes) {
    await change.execute(db)
    for (const reader of [territory, vendor]) await assertCounts(db, reader, what)
  }
})

test('counts complete own requests once, until one of them changes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { territory } = a.people
  await fillOwn(fixtures)
  await assertCounts(db, territory, 'at first')
  await sql`update own_request_count set totals = array_fill(7, array[cardinality(totals)])`.execute(
    db,
  )
  await assert.rejects(assertCounts(db, territory, 'with other stored counts'))
  await sql`
    update work_request set status = 'cancelled'
    where id = (select min(id) from work_request
      where owner_id = ${territory._id} and status = 'complete')`.execute(db)
  await assertCounts(db, territory, 'after a change')
})

test('counts no own requests of other people and studios', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const { territory, vendor } = a.people
  await fillOwn(fixtures)
  const countAs = (person: string, studio: string) =>
    db.transaction().execute(async (tx) => {
      await sql`
        select set_config('reelay.person', ${territory._id}, true),
          set_config('reelay.studios', ${`{${a.studio._id}}`}, true)`.execute(tx)
      await sql`set local role reelay_service`.execute(tx)
      const { rows } = await sql`select from count_own_requests(
        ${person}, ${studio}, 'requests', '')`.execute(tx)
      return rows.length
    })
  assert.ok((await countAs(territory._id, a.studio._id)) > 0)
  assert.equal(await countAs(territory._id, b.studio._id), 0)
  assert.equal(await countAs(vendor._id, a.studio._id), 0)
})
