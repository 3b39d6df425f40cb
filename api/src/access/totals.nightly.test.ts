// Stored counts equal the rows after every kind of change (docs/decisions/0091).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder, uploadFile } from '../../test/orders.ts'
import { changeRequest, createRequestAt } from '../../test/work-requests.ts'
import * as assets from '../assets/contract.ts'
import * as audit from '../audit/contract.ts'
import * as events from '../events/contract.ts'
import * as files from '../files/contract.ts'
import type { Db } from '../kernel/db/connect.ts'
import * as notifications from '../notifications/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as previews from '../previews/contract.ts'
import * as translations from '../translations/contract.ts'
import * as workrequests from '../workrequests/contract.ts'

const readCounts = async (db: Db) =>
  (
    await sql`
      select kind, studio_id, person_id, type, status, territory, vendor_id, offered,
        sum(total)::int as total
      from row_count group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(total) <> 0
      order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db)
  ).rows

/** The counts are the same after all rows were counted again. */
async function assertCounted(db: Db, what: string): Promise<void> {
  const stored = await readCounts(db)
  await sql`select rebuild_row_counts()`.execute(db)
  assert.deepEqual(stored, await readCounts(db), what)
}

const LISTS = {
  assets: assets.listAssets,
  files: files.listFiles,
  previews: previews.listPreviews,
  requests: workrequests.listWorkRequests,
  translations: translations.listTranslations,
  offlines: offlines.listOfflines,
  events: events.listEvents,
  notifications: notifications.listNotifications,
  audit: audit.listAudit,
}

const mayReadAudit = ({ email }: TestUser) => !/^(vendor|territory)/.test(email)

/** The total of each list equals the number of its records. */
async function assertTotals(readers: TestUser[], what: string): Promise<void> {
  for (const reader of readers)
    for (const [name, endpoint] of Object.entries(LISTS)) {
      if (name === 'audit' && !mayReadAudit(reader)) continue
      const { items, total } = await reader.call(endpoint as typeof assets.listAssets, {
        range: { first: 0, last: 499 },
      })
      assert.equal(total, items.length, `${name} of ${reader.email} ${what}`)
    }
  for (const reader of readers) {
    await assertGroups(reader, what)
    await assertFilters(reader, what)
  }
}

const range = { first: 0, last: 499 }
const LANGUAGES = ['deu', 'fra', 'xxx']
const STATUSES = ['incomplete', 'submitted', 'submitted,approved,incomplete']

/** Filters show the rows of the whole list that match, and count them. */
async function assertFilters(reader: TestUser, what: string): Promise<void> {
  const ids = (page: { items: { _id: string }[]; total: number }) => {
    assert.equal(page.total, page.items.length, `${reader.email} ${what}`)
    return page.items.map(({ _id }) => _id)
  }
  const allFiles = await reader.call(files.listFiles, { range })
  const all = await reader.call(translations.listTranslations, { range })
  for (const language of LANGUAGES) {
    const query = { language }
    assert.deepEqual(
      ids(await reader.call(files.listFiles, { query, range })),
      allFiles.items.filter((file) => file.language === language).map(({ _id }) => _id),
      `files in ${language} of ${reader.email} ${what}`,
    )
    for (const status of [undefined, ...STATUSES])
      assert.deepEqual(
        ids(
          await reader.call(translations.listTranslations, {
            query: { ...query, ...(status && { status }) },
            range,
          }),
        ),
        all.items
          .filter((one) => one.language === language && (status ?? one.status).includes(one.status))
          .map(({ _id }) => _id),
        `${status} translations in ${language} of ${reader.email} ${what}`,
      )
  }
}

/** The groups of requests have as many as the list. */
async function assertGroups(reader: TestUser, what: string): Promise<void> {
  const { items } = await reader.call(workrequests.listWorkRequests, {
    query: { order: 'due' },
    range: { first: 0, last: 499 },
  })
  for (const by of ['status', 'territory', 'project'] as const) {
    const groups = await reader.call(workrequests.groupWorkRequests, { query: { by } })
    const listed = Map.groupBy(items, (item) => (by === 'project' ? item.project._id : item[by]))
    assert.deepEqual(
      Object.fromEntries(groups.map(({ value, count }) => [value, count])),
      Object.fromEntries([...listed].map(([value, found]) => [value, found.length])),
      `groups by ${by} of ${reader.email} ${what}`,
    )
  }
}

async function work({ a, runJobs }: Fixtures): Promise<{ request: string; file: string }> {
  const { studio, territory } = a.people
  for (const status of ['incomplete', 'in-progress', 'rejected', 'complete', 'cancelled'] as const)
    await createRequestAt(a, status)
  const { _id: request } = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const file = await uploadFile(studio, a, 'poster.png')
  await runJobs()
  return { request, file: file._id }
}

test('totals of lists equal the rows after changes through the API', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db, runJobs } = fixtures
  const { studio, vendor, territory } = a.people
  const readers = [admin, studio, vendor, territory, b.people.studio]
  const { request, file } = await work(fixtures)
  await assertTotals(readers, 'after work on requests')
  await assertCounted(db, 'after work on requests')

  const own = await createRequestAt(a, 'incomplete')
  await sql`update work_request set territory = 'FR' where id = ${own}`.execute(db)
  const assigned = await createRequestAt(a, 'in-progress')
  for (const answer of [null, 'accepted', 'declined']) {
    await sql`
      update work_request set vendor_id = ${a.vendors._id}, vendor_answer = ${answer}
      where id = ${assigned}`.execute(db)
    await assertTotals([vendor, territory], `with the answer ${answer}`)
  }
  await sql`update translation set status = 'approved' where part = 'graphics'`.execute(db)
  await sql`
    update translation set language = 'fra', status = 'submitted'
    where work_request_id in (${own}, ${assigned}) and part = 'dialogue'`.execute(db)
  await sql`update file set language = case when name like 'o%' then 'deu' else 'fra' end`.execute(
    db,
  )
  await assertTotals(readers, 'with other languages')
  await changeRequest(territory, request, { status: 'cancelled', reason: 'No longer needed' })
  await vendor.call(notifications.markAllNotifications, { body: { read: true } })
  await studio.call(files.removeFile, { params: { id: file } })
  await runJobs()
  await assertTotals(readers, 'after a file was removed')
  await assertCounted(db, 'after a file was removed')
})

/** Statements that change what rows count as. */
const CHANGES = [
  sql`update asset set archived_at = now()`,
  sql`update asset set archived_at = null`,
  sql`update asset set name = name || '!'`,
  sql`update file set removed_at = now()`,
  sql`update file set removed_at = null where name like 'o%'`,
  sql`update work_request set status = 'for-review', territory = 'FR'`,
  sql`update work_request set vendor_id = (select id from people_group limit 1)`,
  sql`update work_request set vendor_answer = 'declined' where vendor_id is not null`,
  sql`update work_request set submitted_at = null`,
  sql`
    with other as (
      insert into project (studio_id, name, slug)
      select id, 'Other', 'other-' || id from studio returning id, studio_id)
    update work_request w set project_id = other.id
    from other where other.studio_id = w.studio_id and w.status <> 'complete'`,
  sql`delete from work_request where status = 'incomplete'`,
  sql`update work_request set vendor_id = null, vendor_answer = null, submitted_at = now()`,
  sql`update translation set translator_id = (select min(id) from person) where part = 'graphics'`,
  sql`update translation set translator_id = (select max(id) from person)`,
  sql`update work_request set vendor_id = (select id from people_group limit 1)`,
  sql`update work_request set territory = 'ES', language = 'fra' where assignee_id is not null`,
  sql`update translation set translator_id = null where id like '%a'`,
  sql`update translation set language = 'fra' where part = 'graphics'`,
  sql`update file set language = 'fra' where name like 'o%'`,
  sql`delete from preview where id = (select min(id) from preview)`,
  sql`delete from work_request where status = 'complete'`,
  sql`update translation set status = 'approved'`,
  sql`update notification set read = not read, viewed = true`,
  sql`update event set processed = not processed, type = 'wco' where type = 'wsu'`,
  sql`delete from notification where read`,
  sql`delete from offline_comment`,
  sql`delete from offline`,
  sql`delete from translation where status = 'approved'`,
]

test('counts follow changes of many rows at once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  await work(fixtures)
  for (const [index, change] of CHANGES.entries()) {
    await change.execute(db)
    await assertCounted(db, `after change ${index}`)
  }
})

test('counts of transactions at the same time add up, and a rollback counts nothing', async (t) => {
  const { a, db } = await loadFixtures(t)
  const before = await readCounts(db)
  await assert.rejects(
    db.transaction().execute(async (tx) => {
      await sql`update asset set archived_at = now()`.execute(tx)
      throw new Error('Undo this')
    }),
  )
  assert.deepEqual(await readCounts(db), before)
  await Promise.all(
    Array.from({ length: 12 }, () =>
      a.people.territory.call(workrequests.createWorkRequest, { body: newOrder(a) }),
    ),
  )
  await assertCounted(db, 'after twelve requests')
})

test('people do not see the counts of other studios, people and vendors', async (t) => {
  const { a, b, app, db } = await loadFixtures(t)
  await createRequestAt(a, 'in-progress')
  const other = await sql<{ id: string }>`
    insert into people_group (name, type) values ('Other vendor', 'v') returning id`.execute(db)
  await sql`update work_request set vendor_id = ${other.rows[0]!.id}`.execute(db)
  const seen = async (studios: string[], vendorStudios: string[] = []) =>
    (
      await sql<{ studio_id: string; person_id: string; vendor_id: string }>`
        select studio_id, person_id, vendor_id from row_count`.execute(
        app.database.as({
          person: a.people.studio._id,
          studios,
          groups: [a.vendors._id],
          vendorStudios,
        }),
      )
    ).rows
  assert.deepEqual(await seen([]), [])
  const rows = await seen([a.studio._id])
  assert.ok(rows.length > 0)
  assert.ok(rows.some((row) => row.vendor_id === other.rows[0]!.id))
  assert.ok(rows.every((row) => row.studio_id === a.studio._id && row.studio_id !== b.studio._id))
  assert.ok(rows.every(({ person_id: id }) => id === '' || id === a.people.studio._id))
  const ofVendor = await seen([a.studio._id], [a.studio._id])
  assert.ok(ofVendor.every((row) => row.vendor_id !== other.rows[0]!.id))
})
