// Lists of requests in the order of a group, their groups, and filters by assignee and vendor equal the
// plain computation for every kind of reader, which checks each row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import type { Db } from '../kernel/db/connect.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { REQUEST_GROUPINGS, STATUSES, type RequestGrouping } from '../workrequests/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { changesOf, fillDays, fillLists, OTHER, saveAssignees } from './long-lists.fixture.ts'
import { seesWorkRequest } from './queries/visibility.ts'
import { anyViewer } from './queries/viewers.ts'

/** The plain definition, without the column of the request. */
const assignee = sql`(
  select tr.translator_id from translation tr
  where tr.work_request_id = w.id and tr.part in ('dialogue', 'graphics')
    and tr.translator_id is not null
  order by tr.part = 'graphics' limit 1)`
const due = sql`coalesce(least(w.due_at, w.deadline_at), 'infinity')`
const nameIn = (table: string, id: Sql) =>
  sql`(select lower(named.name) || ' ' || named.id from ${sql.raw(table)} named where named.id = ${id})`

const VALUES: Record<RequestGrouping, Sql> = {
  status: sql`w.status`,
  project: sql`w.project_id`,
  territory: sql`w.territory`,
  language: sql`w.language`,
  vendor: sql`w.vendor_id`,
  assignee,
  due: sql`to_char(
    date_trunc('week', least(w.due_at, w.deadline_at) at time zone 'UTC'), 'YYYY-MM-DD')`,
}
const KEYS: Partial<Record<RequestGrouping, Sql>> = {
  status: sql`array_position(${STATUSES}::text[], w.status)`,
  project: nameIn('project', sql`w.project_id`),
  territory: sql`w.territory`,
  language: sql`w.language`,
  vendor: nameIn('people_group', sql`w.vendor_id`),
  assignee: nameIn('person', assignee),
}
type Filter = { assignee?: string; vendor?: string; language?: string; territory?: string }
const FILTERS: [query: Filter, condition: Sql][] = [
  [{ assignee: 'none' }, sql`${assignee} is null`],
  [
    { assignee: 'me' },
    sql`exists (
      select from translation tr
      where tr.work_request_id = w.id and tr.part is not null and tr.translator_id = viewer.id)`,
  ],
  [{ vendor: 'none' }, sql`w.vendor_id is null`],
  [{ vendor: 'me' }, sql`w.vendor_id = any (viewer.groups)`],
  [{ assignee: 'none', vendor: 'none' }, sql`${assignee} is null and w.vendor_id is null`],
  [{ vendor: OTHER }, sql`w.vendor_id = ${OTHER}`],
  [{ language: 'fra' }, sql`w.language = 'fra'`],
  [{ language: 'deu,fra', vendor: 'none' }, sql`w.vendor_id is null`],
  [{ language: 'fra', assignee: 'none' }, sql`w.language = 'fra' and ${assignee} is null`],
  [{ territory: 'FR', assignee: 'none' }, sql`w.territory = 'FR' and ${assignee} is null`],
]

const seen = (reader: TestUser) => sql`viewer cross join work_request w
  where viewer.id = ${reader._id} and ${seesWorkRequest(anyViewer)}`

const idsOf = async (db: Db, reader: TestUser, condition: Sql, order: Sql) =>
  (
    await sql<{ id: string }>`
      select w.id from ${seen(reader)} and ${condition} order by ${order}`.execute(db)
  ).rows.map(({ id }) => id)

/** Each order in another direction in each round, because every call takes milliseconds. */
async function assertOrders(db: Db, reader: TestUser, what: string, round: number): Promise<void> {
  for (const [index, [by, key]] of Object.entries(KEYS).entries()) {
    const [order, expected] = [
      [by, sql`${key} asc, ${due} asc, w.id asc`] as const,
      [`-${by}`, sql`${key} desc, ${due} desc, w.id desc`] as const,
      [`${by},-due`, sql`${key} asc, ${due} desc, w.id desc`] as const,
    ][(index + round) % 3]!
    await assertPage(db, reader, { order }, { order: expected }, what)
  }
  const asset = sql`(select named.name from asset named where named.id = w.asset_id)`
  await assertPage(db, reader, { order: 'asset' }, { order: sql`${asset}, w.id` }, what)
}

async function assertPage(
  db: Db,
  reader: TestUser,
  query: Filter & { order: string },
  { condition = sql`true`, order }: { condition?: Sql; order: Sql },
  what: string,
): Promise<void> {
  const { items, total } = await reader.call(workrequests.listWorkRequests, {
    query,
    range: { first: 0, last: 499 },
  })
  const ids = await idsOf(db, reader, condition, order)
  assert.deepEqual(
    { ids: items.map(({ _id }) => _id), total },
    { ids, total: ids.length },
    `${JSON.stringify(query)} of ${reader.email} ${what}`,
  )
}

async function assertGroups(db: Db, reader: TestUser, what: string): Promise<void> {
  for (const by of REQUEST_GROUPINGS) {
    const groups = await reader.call(workrequests.groupWorkRequests, { query: { by } })
    const { rows } = await sql<{ value: string | null; count: number }>`
      select ${VALUES[by]} as value, count(*)::int as count from ${seen(reader)} group by 1`.execute(
      db,
    )
    const sorted = (groups: readonly { value: string | null; count: number }[]) =>
      groups.map(({ value, count }) => `${value} ${count}`).toSorted()
    assert.deepEqual(sorted(groups), sorted(rows), `groups by ${by} of ${reader.email} ${what}`)
  }
}

async function assertFilters(db: Db, reader: TestUser, what: string): Promise<void> {
  for (const [query, condition] of FILTERS)
    await assertPage(
      db,
      reader,
      { ...query, order: 'due' },
      { condition, order: sql`${due}, w.id` },
      what,
    )
}

test('grouped lists equal the plain computation for every reader after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  await fillLists(fixtures)
  await sql`
    insert into group_studio (group_id, studio_id)
    values (${OTHER}, ${a.studio._id})`.execute(db)
  const { studio, territory, vendor, translator } = a.people
  const readers = [studio, territory, vendor, translator, b.people.territory, admin]
  const changes: [string, Sql][] = [
    // The weeks of older requests are stored.
    [
      'at first',
      sql`update work_request set created_at = now() - interval '3 days' where id > '8'
        or id like any ('{%0,%1,%2,%3,%4,%5,%6,%7}')`,
    ],
    ...changesOf(fixtures).filter(([what]) => !/file|embargo|phase|came back$|archived/.test(what)),
    [
      'another language',
      sql`update work_request set language = 'fra' where id like any ('{%0,%4,%a}')`,
    ],
    [
      'another due date',
      sql`update work_request set due_at = now() + interval '40 days', due_tz = 'UTC'
        where id like any ('{%0,%1,%2,%8}')`,
    ],
    [
      'a deadline',
      sql`update work_request set deadline_at = now() + interval '3 days', deadline_tz = 'UTC'
        where id like any ('{%1,%5,%9}')`,
    ],
    [
      'a declined offer',
      sql`update work_request set vendor_answer = 'declined' where vendor_id is not null`,
    ],
    [
      'other vendors',
      sql`
        update work_request set vendor_id = null, vendor_answer = null
        where id like any ('{%0,%1,%2,%3,%4}')`,
    ],
    [
      'not submitted',
      sql`update work_request set submitted_at = null where id like any ('{%0,%1,%2}')`,
    ],
    ['no groups', sql`delete from group_person`],
    [
      'a deletion',
      sql`delete from work_request w
        where not exists (select from event e where e.work_request_id = w.id)
          and not exists (select from offline o where o.work_request_id = w.id)`,
    ],
    [
      'another territory',
      sql`update work_request set territory = 'FR' where id like any ('{%0,%1,%a}')`,
    ],
  ]
  for (const [round, [what, change]] of changes.entries()) {
    await change.execute(db)
    await saveAssignees(db)
    for (const reader of readers) {
      await assertOrders(db, reader, what, round)
      await assertGroups(db, reader, what)
      await assertFilters(db, reader, what)
    }
  }
})

test('pages at any offset of a list by assignee equal the plain computation', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await fillDays(fixtures)
  await sql`
    update translation set translator_id = case when work_request_id like any ('{%0,%1,%2,%3,%4}')
      then ${a.people.translator._id} else ${a.people.studio._id} end
    where part = 'dialogue' and work_request_id not like '%a'`.execute(db)
  await saveAssignees(db)
  const name = sql`(select lower(p.name) || ' ' || p.id from person p where p.id = w.assignee_id)`
  for (const reader of [a.people.studio, a.people.territory, a.people.translator]) {
    const expected = await idsOf(db, reader, sql`true`, sql`${name}, ${due}, w.id`)
    for (const first of [0, 425, 850, 990, 1_000, expected.length - 3]) {
      const { items, total } = await reader.call(workrequests.listWorkRequests, {
        query: { order: 'assignee' },
        range: { first, last: first + 20 },
      })
      assert.deepEqual(
        { ids: items.map(({ _id }) => _id), total },
        { ids: expected.slice(first, first + 21), total: expected.length },
        `of ${reader.email} at ${first}`,
      )
    }
  }
})

test('pages at any offset of what is assigned to a translator equal the plain computation', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await fillDays(fixtures)
  const { translator } = a.people
  // More than are looked up one by one.
  await sql`
    update translation set translator_id = ${translator._id}
    where part = 'dialogue' or work_request_id like '%a'`.execute(db)
  await saveAssignees(db)
  for (const [order, key] of [
    ['due', sql`${due}, w.id`],
    ['-created', sql`w.created_at desc, w.id desc`],
  ] as const) {
    const expected = await idsOf(db, translator, sql`w.assignee_id is not null`, key)
    assert.ok(expected.length > 1_000)
    for (const first of [0, 425, expected.length - 3, expected.length + 5]) {
      const { items, total } = await translator.call(workrequests.listWorkRequests, {
        query: { assignee: 'me', order },
        range: { first, last: first + 20 },
      })
      assert.deepEqual(
        { ids: items.map(({ _id }) => _id), total },
        { ids: expected.slice(first, first + 21), total: expected.length },
        `by ${order} at ${first}`,
      )
    }
  }
})

test('the assignee is right after two parts get translators at the same time', async (t) => {
  const { a, db } = await loadFixtures(t)
  const request = await createRequestAt(a, 'in-progress')
  const { translator, vendor } = a.people
  const { translation, graphicsTranslation } = await readRequest(vendor, request)
  const assign = (id: string, person: string | null) =>
    vendor.call(changeTranslation, { params: { id }, body: { translator: person } })
  const assignee = async () =>
    (
      await sql<{ id: string | null }>`
        select assignee_id as id from work_request where id = ${request}`.execute(db)
    ).rows[0]!.id
  for (let round = 0; round < 10; round++) {
    await Promise.all([
      assign(graphicsTranslation._id, vendor._id),
      assign(translation._id, translator._id),
    ])
    assert.equal(await assignee(), translator._id)
    await assign(translation._id, null)
    assert.equal(await assignee(), vendor._id)
    await assign(graphicsTranslation._id, null)
    assert.equal(await assignee(), null)
  }
})
