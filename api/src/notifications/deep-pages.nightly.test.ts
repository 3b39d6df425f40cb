// Pages at a great offset start at a day whose notifications were counted before (docs/decisions/0147).
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { seesEvent } from '../access/queries/event-visibility.ts'
import { fillDays } from '../access/long-lists.fixture.ts'
import { anyViewer } from '../access/queries/visibility.ts'
import type { Db } from '../kernel/db/connect.ts'
import { listNotifications } from './contract.ts'

async function fillNotifications(db: Db, people: TestUser[]): Promise<void> {
  await sql`
    insert into notification (studio_id, event_id, from_id, to_id, type, title, email_subject,
      created_at)
    select e.studio_id, e.id, e.from_id, p.id, e.type, 'Many', 'Many', e.created_at
    from event e cross join person p
    where e.type = 'fin' and p.id = any (${people.map(({ _id }) => _id)})`.execute(db)
}

async function assertPages(db: Db, reader: TestUser, what: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select n.id from viewer cross join notification n join event e on e.id = n.event_id
    where viewer.id = ${reader._id} and n.to_id = viewer.id and ${seesEvent(anyViewer)}
    order by n.created_at desc, n.id desc`.execute(db)
  const expected = rows.map(({ id }) => id)
  assert.ok(expected.length > 1_000)
  for (const first of [990, 1_000, 1_077, expected.length - 3, expected.length + 5]) {
    const { items, total } = await reader.call(listNotifications, {
      range: { first, last: first + 20 },
    })
    assert.deepEqual(
      { ids: items.map(({ _id }) => _id), total },
      { ids: expected.slice(first, first + 21), total: expected.length },
      `${reader.email} at ${first} ${what}`,
    )
  }
}

test('notifications at any offset equal the plain computation after every change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin, db } = fixtures
  const readers = [a.people.studio, admin]
  await fillDays(fixtures)
  await fillNotifications(db, [...readers, b.people.studio])
  const changes = [
    ['at first', sql`select`],
    ['with stored counts', sql`select`],
    ['after they were read', sql`update notification set read = true where id like '%c'`],
    ['after files were removed', sql`update file set removed_at = now() where id like '%b'`],
    ['after files came back', sql`update file set removed_at = null where id like '%b'`],
    ['after some were deleted', sql`delete from notification where id like '%d'`],
    [
      'after new ones',
      sql`update notification_day_count set until = until - 3,
      days = days[:array_position(days, until - 3) - 1],
      totals = totals[:array_position(days, until - 3) - 1]
      where until - 3 = any (days)`,
    ],
  ] as const
  for (const [what, change] of changes) {
    await change.execute(db)
    for (const reader of readers) await assertPages(db, reader, what)
  }
})

test('counts the days of notifications once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const { studio } = a.people
  await fillDays(fixtures)
  await fillNotifications(db, [studio])
  await assertPages(db, studio, 'at first')
  // A page that starts at the newest stored day would be right with any total of this day.
  await sql`
    update notification_day_count
    set totals = array(
      select case when day = (select max(other) from unnest(days) other) then 1 else 5_000 end
      from unnest(days) day)`.execute(db)
  const range = { first: 1_000, last: 1_020 }
  const wrong = await studio.call(listNotifications, { range })
  await sql`
    delete from notification
    where id = (select min(id) from notification where to_id = ${studio._id})`.execute(db)
  const right = await studio.call(listNotifications, { range })
  assert.notDeepEqual(wrong.items, right.items)
  await assertPages(db, studio, 'after a change')
})

test('counts no notifications of other people and studios', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const [own, other] = [a.people.studio, b.people.studio]
  await fillDays(fixtures)
  await fillNotifications(db, [own, other])
  const countAs = (person: string, studio: string) =>
    db.transaction().execute(async (tx) => {
      await sql`
        select set_config('reelay.person', ${own._id}, true),
          set_config('reelay.studios', ${`{${a.studio._id}}`}, true)`.execute(tx)
      await sql`set local role reelay_service`.execute(tx)
      const { rows } = await sql`select from count_notification_days(${person}, ${studio})`.execute(
        tx,
      )
      return rows.length
    })
  assert.ok((await countAs(own._id, a.studio._id)) > 0)
  assert.equal(await countAs(own._id, b.studio._id), 0)
  assert.equal(await countAs(other._id, a.studio._id), 0)
})
