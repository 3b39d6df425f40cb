// For every kind of reader, the rows and the total of a list equal the plain computation, which checks
// each row.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { statementsOf } from '../../test/statements-of.ts'
import * as audit from '../audit/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import { changesOf, fillDays, fillLists } from './long-lists.fixture.ts'
import { assertLists, LISTS, plainIds, queryOf, type PlainList } from './plain-lists.fixture.ts'

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
    insert into audit (action, about_kind, about_id, about_name, studios)
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
    assert.equal(total, null, 'more than are counted')
  }
})

test('a list takes at most six statements, with that of the caller', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  await fillLists(fixtures)
  for (const reader of [a.people.studio, a.people.vendor, a.people.translator])
    for (const [name, plainList] of Object.entries(LISTS)) {
      const list = () => reader.call(plainList.endpoint, { ...queryOf(plainList) })
      // The first request records the use of the token.
      await list()
      const statements = await statementsOf(list)
      assert.ok(statements.length <= 6, `${name} of ${reader.email}: ${statements.join('\n')}`)
    }
})
