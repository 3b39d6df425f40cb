// Lists find their rows with counts, indexes and stored conditions (docs/decisions/0097). For every
// kind of reader they equal the plain computation, which checks each row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import * as assets from '../assets/contract.ts'
import * as audit from '../audit/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import type { Db } from '../kernel/db/connect.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import { seesOffline } from '../offlines/queries/offlines.ts'
import * as projects from '../projects/contract.ts'
import * as translations from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
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
type PlainList = { endpoint: typeof assets.listAssets; from: Sql; where: Sql; id: Sql; order: Sql }

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
  events: plain(
    events.listEvents,
    'e',
    sql`event e`,
    sql`${seesEvent(anyViewer)} and not e.hidden and ${concerns}`,
  ),
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

/**
 * A listed event contains the prepared reply of its work request, a single one an assembled request.
 * Each turn compares other events, because there are many.
 */
async function assertEvents(readers: TestUser[], what: string, turn: number): Promise<void> {
  for (const reader of readers) {
    const listed = await reader.call(events.listEvents, { range: { first: 0, last: LAST } })
    const told = await reader.call(notifications.listNotifications, {
      range: { first: 0, last: LAST },
    })
    for (const item of everyNth(listed.items, turn))
      assert.deepEqual(
        item,
        await reader.call(events.getEvent, { params: { id: item._id } }),
        `an event of ${reader.email} ${what}`,
      )
    for (const item of everyNth(told.items, turn))
      assert.deepEqual(
        item,
        await reader.call(notifications.getNotification, { params: { id: item._id } }),
        `a notification of ${reader.email} ${what}`,
      )
  }
}

const everyNth = <T>(items: T[], turn: number): T[] =>
  items.filter((_item, index) => index % 23 === turn % 23)

const LAST = 499
const OTHER = 'f'.repeat(24)

async function assertLists(db: Db, readers: TestUser[], what: string): Promise<void> {
  for (const reader of readers)
    for (const [name, list] of Object.entries(LISTS)) {
      const expected = await plainIds(db, reader, list)
      const { items, total } = await reader.call(list.endpoint, { range: { first: 0, last: LAST } })
      const message = `${name} of ${reader.email} ${what}`
      assert.deepEqual(
        items.map((item) => item._id),
        expected,
        message,
      )
      assert.equal(total, expected.length, message)
    }
}

/** Requests in several states, files, and events about them for everybody. */
async function fill({ a, db, runJobs }: Fixtures): Promise<void> {
  for (const status of ['incomplete', 'in-progress', 'rejected', 'complete'] as const)
    await createRequestAt(a, status)
  for (const name of ['one.mov', 'two.mov', 'three.mov']) await uploadFile(a.people.studio, a, name)
  await sql`
    update translation set translator_id = ${a.people.translator._id}
    where work_request_id in (select id from work_request order by id limit 2)`.execute(db)
  const everybody = Object.values(a.people).map(({ _id }) => _id)
  const groups = [a.vendors._id]
  await sql`
    insert into event (studio_id, type, from_id, work_request_id, asset_id, files, notify_users,
      notify_groups)
    select w.studio_id, kind.type, ${a.people.studio._id}, case when kind.about then w.id end,
      w.asset_id, kind.files, case when kind.people then ${everybody}::text[] else '{}' end,
      case when kind.groups then ${groups}::text[] else '{}' end
    from work_request w
    cross join lateral (select array_agg(id order by id) as ids from file) f
    cross join lateral (values
      ('wco', true, '{}'::text[], true, true), ('wcm', true, '{}', false, true),
      ('fin', false, f.ids[1:1], true, false), ('fin', false, f.ids[1:2], true, true),
      ('ofc', true, f.ids[1:2], true, false), ('ofl', true, f.ids[2:3], true, true))
      kind (type, about, files, people, groups)`.execute(db)
  await sql`
    insert into event (studio_id, type, from_id, project_id, notify_users)
    select studio_id, 'pch', ${a.people.studio._id}, id, ${everybody}::text[]
    from project`.execute(db)
  await sql`
    insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject)
    select e.studio_id, e.id, e.from_id, p.id, e.type, '', '' from event e cross join person p
    where p.id = any (${everybody}::text[])
    on conflict do nothing`.execute(db)
  await runJobs()
}

/** Changes of what people may see, each on top of those before. */
const changesOf = ({ a }: Fixtures): [string, Sql][] => {
  const { territory, translator } = a.people
  const some = sql`id in (select id from work_request order by id limit 2)`
  const first = sql`id = (select min(id) from file)`
  const second = sql`id = (select id from file order by id offset 1 limit 1)`
  return [
    [
      'after another vendor got requests',
      sql`update work_request set vendor_id = ${OTHER} where ${some}`,
    ],
    [
      'after the vendor got requests',
      sql`update work_request set vendor_id = ${a.vendors._id}, vendor_answer = null where ${some}`,
    ],
    ['after it declined', sql`update work_request set vendor_answer = 'declined' where ${some}`],
    [
      'after the requests were taken away',
      sql`update work_request set vendor_id = null, vendor_answer = null, territory = 'FR'`,
    ],
    [
      'after requests were withdrawn',
      sql`update work_request set submitted_at = null where ${some}`,
    ],
    ['after a new owner', sql`update work_request set owner_id = ${translator._id} where ${some}`],
    [
      'under an embargo',
      sql`update file set embargo_end = now() + interval '1 day' where ${first}`,
    ],
    ['until the last phase', sql`update file set embargo_event = true where ${second}`],
    ['in the last phase', sql`update asset set terminal = true`],
    ['before the last phase again', sql`update asset set terminal = false`],
    ['after the embargo', sql`update file set embargo_end = null, embargo_event = false`],
    [
      'with a file of a vendor',
      sql`update file set vendors = array[${OTHER}::text] where ${first}`,
    ],
    ['with a file of nobody', sql`update file set vendors = '{}' where ${second}`],
    [
      'with files of the vendor',
      sql`update file set vendors = array[${a.vendors._id}::text] where ${first}`,
    ],
    ['after a file was removed', sql`update file set removed_at = now() where ${first}`],
    ['after all files were removed', sql`update file set removed_at = now()`],
    ['after they came back', sql`update file set removed_at = null, vendors = null`],
    [
      'after the translator changed',
      sql`update translation set translator_id = ${territory._id} where translator_id is not null`,
    ],
    [
      'after the translator came back',
      sql`update translation set translator_id = ${translator._id}
        where translator_id is not null and part = 'dialogue'`,
    ],
    [
      'after people got other roles',
      sql`update membership set roles = array[case roles[1] when 'vendor' then 'territory'
        when 'territory' then 'vendor' else roles[1] end]`,
    ],
    ['after the group lost its people', sql`delete from group_person`],
    [
      'after others joined the group',
      sql`insert into group_person (group_id, person_id) select ${a.vendors._id}, p.id
        from person p where p.id = any (${[territory._id, translator._id]}::text[])`,
    ],
    ['after the asset was archived', sql`update asset set archived_at = now()`],
  ]
}

test('lists equal the plain computation for every reader after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  await fill(fixtures)
  await db
    .insertInto('people_group')
    .values({ id: OTHER, name: 'Other vendor', type: 'v' })
    .execute()
  const readers = [...Object.values(a.people), b.people.territory, admin]
  await assertLists(db, readers, 'at first')
  for (const [turn, [what, change]] of changesOf(fixtures).entries()) {
    await change.execute(db)
    await assertLists(db, readers, what)
    await assertEvents(readers, what, turn)
  }
})

/** More than a thousand rows of each kind, on some days more than on others. */
async function fillDays({ a, db }: Fixtures): Promise<void> {
  const request = await createRequestAt(a, 'in-progress')
  const at = sql`now() - (n % 37 * n % 11) * interval '7 hours'`
  const many = sql`generate_series(1, 1300) n`
  await sql`
    insert into asset (studio_id, project_id, type_id, slug, name, media_type, workflow_id, phase,
      created_at)
    select studio_id, project_id, type_id, 'many-' || n, 'Many', media_type, workflow_id, phase, ${at}
    from asset cross join ${many} where id = ${a.asset._id}`.execute(db)
  await sql`
    insert into file (studio_id, project_id, asset_id, owner_id, name, created_at)
    select studio_id, project_id, id, ${a.people.studio._id}, 'many.mov', ${at}
    from asset cross join ${many} where id = ${a.asset._id}`.execute(db)
  await sql`
    insert into work_request (studio_id, project_id, asset_id, owner_id, status, language, territory,
      dng, uses, dcp, recipients, instructions, created_at)
    select studio_id, project_id, asset_id, owner_id, status, language, territory, dng, uses, dcp,
      recipients, instructions, ${at}
    from work_request cross join ${many} where id = ${request}`.execute(db)
  // Ids follow from the request, because every request has two translations with a text track each.
  const track = sql`left(md5(w.id || part), 24)`
  const untranslated = sql`work_request w cross join (values ('dialogue'), ('graphics')) p (part)
    where not exists (select from translation tr where tr.work_request_id = w.id)`
  await sql`insert into text_track (id, studio_id) select ${track}, w.studio_id
    from ${untranslated}`.execute(db)
  await sql`
    insert into translation (studio_id, asset_id, work_request_id, part, language, text_track_id,
      created_at)
    select w.studio_id, w.asset_id, w.id, part, w.language, ${track}, w.created_at
    from ${untranslated}`.execute(db)
  await sql`analyze file`.execute(db)
  await sql`
    insert into event (studio_id, type, from_id, asset_id, files, created_at)
    select f.studio_id, 'fin', f.owner_id, f.asset_id, array[f.id], f.created_at
    from file f where f.name = 'many.mov'`.execute(db)
  await sql`update asset set archived_at = now() where slug like 'many-%3'`.execute(db)
  await sql`
    update file set removed_at = now()
    where name = 'many.mov' and id like '%a'`.execute(db)
}

test('pages at any offset equal the plain computation', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, admin, db } = fixtures
  await fillDays(fixtures)
  for (const reader of [a.people.studio, a.people.vendor, admin])
    for (const name of ['assets', 'files', 'requests', 'translations', 'events'] as const) {
      const expected = await plainIds(db, reader, LISTS[name])
      for (const first of [0, 990, 1_000, 1_110, expected.length - 3, expected.length + 5]) {
        if (first < 0) continue
        const { items, total } = await reader.call(LISTS[name].endpoint, {
          range: { first, last: first + 20 },
        })
        assert.deepEqual(
          { ids: items.map(({ _id }) => _id), total },
          { ids: expected.slice(first, first + 21), total: expected.length },
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

test('a list takes two statements', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  await fill(fixtures)
  for (const reader of [a.people.studio, a.people.vendor, a.people.translator])
    for (const [name, { endpoint }] of Object.entries(LISTS)) {
      const list = () => reader.call(endpoint, {})
      // The first request records the use of the token and remembers the caller.
      await list()
      const statements = await statementsOf(list)
      const ofList = statements.filter((text) => !/caller_version|set_config/.test(text))
      assert.ok(ofList.length <= 2, `${name} of ${reader.email}: ${ofList.join('\n')}`)
    }
})

test('a listed event or notification does not assemble its work request', async (t) => {
  const fixtures = await loadFixtures(t)
  const { studio, territory, vendor } = fixtures.a.people
  await fill(fixtures)
  for (const reader of [vendor, territory, studio])
    for (const { endpoint } of [LISTS.events, LISTS.notifications]) {
      const list = () => reader.call(endpoint, { query: { type: 'wco' } as never })
      await list()
      const statements = await statementsOf(list)
      assert.ok(statements.some((text) => text.includes('document d')))
      assert.deepEqual(
        statements.filter((text) => text.includes('from work_request_history')),
        [],
        reader.email,
      )
    }
})
