// For every kind of reader, the rows and the total of a list equal the plain computation, which checks
// each row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { statementsOf } from '../../test/statements-of.ts'
import * as assets from '../assets/contract.ts'
import * as audit from '../audit/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import type { Db } from '../kernel/db/connect.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import { seesOffline } from '../offlines/queries/offlines.ts'
import * as projects from '../projects/contract.ts'
import * as translations from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { changesOf, fillDays, fillLists } from './long-lists.fixture.ts'
import { seesEvent } from './queries/event-visibility.ts'
import {
  anyViewer,
  seesAsset,
  seesFile,
  seesProject,
  seesTranslation,
  seesWorkRequest,
} from './queries/visibility.ts'

type Sql = RawBuilder<unknown>
type PlainList = {
  endpoint: typeof assets.listAssets
  from: Sql
  where: Sql
  id: Sql
  order: Sql
  query?: object
}

const newestFirst = (alias: string) => sql.raw(`${alias}.created_at desc, ${alias}.id desc`)
const plain = (
  endpoint: unknown,
  alias: string,
  from: Sql,
  where: Sql,
  order?: Sql,
): PlainList => ({
  endpoint: endpoint as typeof assets.listAssets,
  from,
  where,
  id: sql.raw(`${alias}.id`),
  order: order ?? newestFirst(alias),
})
const byDue = sql`coalesce(least(w.due_at, w.deadline_at), 'infinity'), w.id`
const OPEN = ['incomplete', 'submitted', 'in-progress', 'for-review']
const concerns = sql`(
  ${anyViewer.hasPermission(sql`e.studio_id`, 'report.read')}
  or ${anyViewer.hasPermission(sql`e.studio_id`, 'event.write')}
  or e.notify_groups && viewer.groups or e.from_id = viewer.id or viewer.id = any (e.notify_users))`

const LISTS = {
  assets: plain(
    assets.listAssets,
    'a',
    sql`asset a`,
    sql`a.archived_at is null and ${seesAsset(anyViewer)}`,
  ),
  files: plain(
    files.listFiles,
    'f',
    sql`file f join asset a on a.id = f.asset_id`,
    seesFile(anyViewer),
  ),
  requests: plain(
    workrequests.listWorkRequests,
    'w',
    sql`work_request w`,
    seesWorkRequest(anyViewer),
  ),
  requestsByDue: {
    ...plain(
      workrequests.listWorkRequests,
      'w',
      sql`work_request w`,
      seesWorkRequest(anyViewer),
      byDue,
    ),
    query: { order: 'due' },
  },
  openRequests: {
    ...plain(
      workrequests.listWorkRequests,
      'w',
      sql`work_request w`,
      sql`${seesWorkRequest(anyViewer)} and w.status = any (${OPEN})`,
      byDue,
    ),
    query: { order: 'due', status: OPEN.join(',') },
  },
  requestsByAsset: {
    ...plain(
      workrequests.listWorkRequests,
      'w',
      sql`work_request w join asset a on a.id = w.asset_id`,
      seesWorkRequest(anyViewer),
      sql`a.name, w.id`,
    ),
    query: { order: 'asset' },
  },
  translations: plain(
    translations.listTranslations,
    'tr',
    sql`translation tr join work_request w on w.id = tr.work_request_id`,
    seesTranslation(anyViewer),
  ),
  offlines: plain(
    offlines.listOfflines,
    'o',
    sql`offline o join work_request w on w.id = o.work_request_id
      join file f on f.id = o.file_id join asset a on a.id = o.asset_id`,
    seesOffline(anyViewer),
  ),
  projects: plain(
    projects.listProjects,
    'p',
    sql`project p`,
    seesProject(anyViewer),
    sql`p.name, p.id`,
  ),
  events: plain(events.listEvents, 'e', sql`event e`, sql`${seesEvent(anyViewer)} and ${concerns}`),
  notifications: plain(
    notifications.listNotifications,
    'n',
    sql`notification n join event e on e.id = n.event_id`,
    sql`n.to_id = viewer.id and ${seesEvent(anyViewer)}`,
  ),
}

async function plainIds(db: Db, reader: TestUser, list: PlainList): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select ${list.id} as id from viewer cross join ${list.from}
    where viewer.id = ${reader._id} and ${list.where} order by ${list.order}`.execute(db)
  return rows.map(({ id }) => id)
}

const LAST = 499
const queryOf = ({ query }: PlainList) => query && { query }

async function assertLists(db: Db, readers: TestUser[], what: string): Promise<void> {
  for (const reader of readers)
    for (const [name, list] of Object.entries(LISTS)) {
      const expected = await plainIds(db, reader, list)
      const { items, total } = await reader.call(list.endpoint, {
        ...queryOf(list),
        range: { first: 0, last: LAST },
      })
      const message = `${name} of ${reader.email} ${what}`
      assert.deepEqual(
        items.map((item) => item._id),
        expected,
        message,
      )
      assert.equal(total, expected.length, message)
    }
}

test('lists equal the plain computation for every reader after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  await fillLists(fixtures)
  const readers = [...Object.values(a.people), b.people.territory, admin]
  await assertLists(db, readers, 'at first')
  for (const [what, change] of changesOf(fixtures)) {
    await change.execute(db)
    await assertLists(db, readers, what)
  }
})

/** The translator translates all requests, each for another asset. */
async function assignTranslator({ a, db }: Fixtures): Promise<void> {
  await sql`
    update translation tr set translator_id = ${a.people.translator._id}, asset_id = matched.asset_id
    from (
      select translated.id, a.id as asset_id
      from (select id, row_number() over (order by id) from translation
        where part = 'dialogue') translated
      join (select id, row_number() over (order by id) from asset
        where slug like 'many-%') a using (row_number)) matched
    where matched.id = tr.id`.execute(db)
}

const DEEP = [
  'assets',
  'files',
  'requests',
  'requestsByDue',
  'openRequests',
  'requestsByAsset',
  'translations',
  'events',
] as const

test('pages at any offset equal the plain computation', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin, db } = fixtures
  await fillDays(fixtures)
  await assignTranslator(fixtures)
  for (const reader of [a.people.studio, a.people.vendor, a.people.translator, admin])
    for (const name of DEEP) {
      const list: PlainList = LISTS[name]
      const expected = await plainIds(db, reader, list)
      for (const first of [0, 990, 1_000, 1_110, expected.length - 3, expected.length + 5]) {
        if (first < 0) continue
        const { items, total } = await reader.call(list.endpoint, {
          ...queryOf(list),
          range: { first, last: first + 20 },
        })
        assert.deepEqual(
          { ids: items.map(({ _id }) => _id), total: total ?? 'many' },
          {
            ids: expected.slice(first, first + 21),
            total: total === null && expected.length > MAX_CHECKED ? 'many' : expected.length,
          },
          `${name} of ${reader.email} at ${first}`,
        )
      }
    }
})

test('audit entries at any offset follow their numbers', async (t) => {
  const { admin, db } = await loadFixtures(t)
  await sql`
    insert into audit (act, about_kind, about_id, about_name, studios)
    select 'asset.change', 'asset', n::text, 'Many', '{}'
    from generate_series(1, 9000) n`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from audit order by number desc`.execute(db)
  for (const first of [0, 4_090, 8_500, rows.length - 2]) {
    const { items, total } = await admin.call(audit.listAudit, {
      range: { first, last: first + 9 },
    })
    assert.deepEqual(
      items.map(({ _id }) => _id),
      rows.slice(first, first + 10).map(({ id }) => id),
    )
    assert.equal(total, rows.length)
  }
})

test('a list takes at most five statements, with that of the caller', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  await fillLists(fixtures)
  for (const reader of [a.people.studio, a.people.vendor, a.people.translator])
    for (const [name, plainList] of Object.entries(LISTS)) {
      const list = () => reader.call(plainList.endpoint, { ...queryOf(plainList) })
      // The first request records the use of the token.
      await list()
      const statements = await statementsOf(list)
      const ofList = statements.filter((text) => !text.includes('set_config'))
      assert.ok(ofList.length <= 5, `${name} of ${reader.email}: ${ofList.join('\n')}`)
    }
})
