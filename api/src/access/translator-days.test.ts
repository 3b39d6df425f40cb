// Lists of translators read only days that may have something of theirs (docs/decisions/0151).
// `long-lists.nightly.test.ts` compares them with the plain computation after every change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { listEvents } from '../events/contract.ts'
import type { Db } from '../kernel/db/connect.ts'
import { listNotifications } from '../notifications/contract.ts'
import { fillLists } from './long-lists.fixture.ts'

async function readTotals({ a }: Fixtures) {
  const { translator } = a.people
  return {
    events: (await translator.call(listEvents)).total,
    unread: (await translator.call(listNotifications, { query: { read: 'false' } })).total,
    notifications: (await translator.call(listNotifications)).total,
  }
}

const storedDays = async (db: Db) =>
  (
    await sql<{ kind: string; until: number; days: number[] }>`
      select kind, until, days from translator_day order by kind`.execute(db)
  ).rows

test('reads the days of a translator once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  await fillLists(fixtures)
  const all = await readTotals(fixtures)
  assert.deepEqual(
    (await storedDays(db)).map(({ kind }) => kind),
    ['event', 'notification'],
  )
  await sql`update translator_day set days = '{}'`.execute(db)
  const fewer = await readTotals(fixtures)
  for (const kind of ['events', 'unread', 'notifications'] as const)
    assert.ok(fewer[kind] < all[kind], kind)
  // The same translator again changes nothing. Another one, and the first again, does.
  await sql`update translation set translator_id = translator_id`.execute(db)
  assert.deepEqual(await readTotals(fixtures), fewer)
  const assignTo = (person: string) =>
    sql`update translation set translator_id = ${person} where translator_id is not null`.execute(
      db,
    )
  await assignTo(a.people.studio._id)
  await assignTo(a.people.translator._id)
  assert.deepEqual(await readTotals(fixtures), all)
})

test('finds older events of a request that a translator gets', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { _id } = a.people.translator
  await fillLists(fixtures)
  const changes = [
    sql`update work_request set owner_id = ${_id} where id = (select max(id) from work_request)`,
    sql`update translation set translator_id = ${_id}`,
  ]
  for (const change of changes) {
    const before = await readTotals(fixtures)
    await change.execute(db)
    const after = await readTotals(fixtures)
    await sql`truncate translator_day`.execute(db)
    assert.deepEqual(after, await readTotals(fixtures))
    for (const kind of ['events', 'unread', 'notifications'] as const)
      assert.ok(after[kind] > before[kind], kind)
  }
})

test('skips days on which a translator sees nothing', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  await fillLists(fixtures)
  await readTotals(fixtures)
  const before = await storedDays(db)
  await sql`update translation set translator_id = null`.execute(db)
  await sql`truncate translator_day`.execute(db)
  await readTotals(fixtures)
  const after = await storedDays(db)
  for (const [index, { kind, days }] of after.entries())
    assert.ok(days.length < before[index]!.days.length, kind)
})

test('adds the days that are over since', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db } = fixtures
  await fillLists(fixtures)
  const all = await readTotals(fixtures)
  const complete = await storedDays(db)
  await sql`
    update translator_day set until = until - 5,
      days = array(select day from unnest(days) day where day < until - 5)`.execute(db)
  assert.deepEqual(await readTotals(fixtures), all)
  const sorted = (rows: typeof complete) =>
    rows.map((row) => ({ ...row, days: row.days.toSorted((one, other) => one - other) }))
  assert.deepEqual(sorted(await storedDays(db)), sorted(complete))
})

test('finds no days of other people and studios', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  await fillLists(fixtures)
  const { translator, vendor } = a.people
  const findAs = (person: string, studio: string) =>
    db.transaction().execute(async (tx) => {
      await sql`
        select set_config('reelay.person', ${translator._id}, true),
          set_config('reelay.studios', ${`{${a.studio._id}}`}, true)`.execute(tx)
      await sql`set local role reelay_service`.execute(tx)
      const { rows } = await sql`
        select from find_days_of_translator(${person}, ${studio}, 'event', array[${person}])`.execute(
        tx,
      )
      return rows.length
    })
  assert.ok((await findAs(translator._id, a.studio._id)) > 0)
  assert.equal(await findAs(translator._id, b.studio._id), 0)
  assert.equal(await findAs(vendor._id, a.studio._id), 0)
})
