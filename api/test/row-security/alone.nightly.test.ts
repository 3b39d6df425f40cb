// The access matrix with row-level security alone: the visibility conditions of all queries are off.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Db } from '../../src/kernel/db/connect.ts'
import { sql } from '../../src/kernel/db/sql.ts'
import type { Endpoint } from '../../src/kernel/http/contract/endpoint.ts'
import type { AccessRow, RecordIds } from '../access-rows.ts'
import { FIRST_WALL_MODULES, removeFirstWall } from '../first-wall.ts'
import type { TestUser } from '../fixtures.ts'

const { replaced } = removeFirstWall()
const { createRecords } = await import('../access-rows/records.ts')
const { callRoute, nameOf, rowsOf } = await import('../call-route.ts')
const { TEST_ROLES, loadFixtures } = await import('../fixtures.ts')
const { createSharedPeople } = await import('../shared-people.ts')

/** Kinds that belong to the installation, not to a studio. */
const SHARED = new Set(['territory', 'assettype', 'workflow', 'job'])

type Reader = { person: TestUser; name: string }

async function loadRecords(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const own = await createRecords(fixtures, fixtures.a)
  const foreign = await createRecords(fixtures, fixtures.b)
  const readers: Reader[] = TEST_ROLES.map((name) => ({ person: fixtures.a.people[name], name }))
  return { fixtures, own, foreign, readers }
}
type Records = Awaited<ReturnType<typeof loadRecords>>

const foreignIds = (foreign: RecordIds, own: RecordIds) =>
  Object.entries(foreign)
    .filter(([kind, id]) => !SHARED.has(kind) && id !== own[kind as keyof RecordIds])
    .map(([, id]) => id)

/** Not the calls of programs, nor those that end the session of the caller. */
const isTested = ({ access, bytes, method, path }: Endpoint, { record }: AccessRow) =>
  access !== 'anyone' &&
  access !== 'bearer' &&
  access !== 'share' &&
  bytes !== 'live' &&
  !(path.startsWith('/session') && method !== 'GET' && !record) &&
  !(record && SHARED.has(record))

/** The audit log repeats what the caller sent, which names records of studio B. */
const readsFirst = ([a]: [Endpoint, AccessRow], [b]: [Endpoint, AccessRow]) =>
  Number(b.method === 'GET') - Number(a.method === 'GET')

/** Calls that name a record of studio B, and lists, as people who have nothing to do with B. */
async function findLeaks({ fixtures, own, foreign, readers }: Records) {
  const leaks: string[] = []
  let calls = 0
  const ids = foreignIds(foreign, own)
  for (const [endpoint, row] of rowsOf(fixtures).toSorted(readsFirst)) {
    if (!isTested(endpoint, row)) continue
    for (const { person, name } of readers) {
      const { status, text } = await callRoute(fixtures, endpoint, {
        person,
        id: row.record ? foreign[row.record] : '',
        row,
        ids: row.record ? foreign : own,
      })
      calls++
      assert.notEqual(status, 401, `${nameOf(endpoint)} as ${name}`)
      const answered = status < 400
      const isLeak = row.record ? answered : answered && ids.some((id) => text.includes(id))
      if (isLeak || status >= 500) leaks.push(`${nameOf(endpoint)} as ${name}: ${status}`)
    }
  }
  return { leaks, calls }
}

async function disableRowSecurity(db: Db) {
  await sql`
    do $$ declare one regclass; begin
      for one in select oid from pg_class
        where relkind = 'r' and relnamespace = 'public'::regnamespace
      loop execute format('alter table %s disable row level security', one); end loop;
    end $$`.execute(db)
}

test('shows nothing of another studio without the first wall', async (t) => {
  const records = await loadRecords(t)
  assert.deepEqual([...replaced].toSorted(), FIRST_WALL_MODULES.toSorted())
  const { leaks, calls } = await findLeaks(records)
  t.diagnostic(`${calls} calls, ${leaks.length} leaks`)
  assert.deepEqual(leaks, [])
  assert.ok(calls > 900, String(calls))
})

test('shows nothing of a third studio to people who work for two', async (t) => {
  const { fixtures, own, foreign } = await loadRecords(t)
  const people = await createSharedPeople(fixtures)
  // They leave B, so B is a studio like any other for them, and their old token still works.
  await sql`delete from membership where studio_id = ${fixtures.b.studio._id}
    and person_id = any (${people.map(({ _id }) => _id)})`.execute(fixtures.db)
  const readers = people.map((person) => ({
    person,
    name: `${person.inA} who was ${person.inB} of B`,
  }))
  const { leaks, calls } = await findLeaks({ fixtures, own, foreign, readers })
  t.diagnostic(`${calls} calls, ${leaks.length} leaks`)
  assert.deepEqual(leaks, [])
})

test('the same calls find leaks when both walls are off', async (t) => {
  const records = await loadRecords(t)
  await disableRowSecurity(records.fixtures.db)
  const { leaks, calls } = await findLeaks({ ...records, readers: records.readers.slice(0, 2) })
  t.diagnostic(`${calls} calls, ${leaks.length} leaks`)
  assert.ok(leaks.length > 50, String(leaks.length))
})
