import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db } from './connect.ts'
import { allOf, matches, findOne, listPage } from './page.ts'

const from = sql`(select n, n % 3 as third from generate_series(1, 25) n) x`
const numbers = (db: Db, first: number, last: number, where = sql`true`) =>
  listPage<{ n: number }>(
    db,
    { first, last },
    { columns: sql`x.n`, from, where, order: sql`x.third, x.n`, key: sql`x.n` },
  )

test('returns pages without gaps or repetition', async (t) => {
  const { db } = await loadFixtures(t)
  const pages = [await numbers(db, 0, 9), await numbers(db, 10, 19), await numbers(db, 20, 29)]
  assert.deepEqual(
    pages.map((each) => each.total),
    [25, 25, 25],
  )
  const seen = pages.flatMap((each) => each.items.map((item) => item.n))
  assert.deepEqual(
    seen,
    [0, 1, 2].flatMap((third) =>
      Array.from({ length: 25 }, (_, index) => index + 1).filter((n) => n % 3 === third),
    ),
  )
})

test('returns the total past the end', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await numbers(db, 25, 34), { items: [], total: 25 })
  assert.deepEqual(await numbers(db, 999_999_999_999_999, 999_999_999_999_999), {
    items: [],
    total: 25,
  })
})

test('applies conditions to the page and the total', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await numbers(db, 0, 0, allOf(sql`x.third = 0`, sql`x.n > 20 or x.n < 5`)), {
    items: [{ n: 3 }],
    total: 3,
  })
})

test('finds one record or none', async (t) => {
  const { db } = await loadFixtures(t)
  assert.deepEqual(await findOne(db, { columns: sql`x.n`, from, where: sql`x.n = 7` }), { n: 7 })
  assert.equal(await findOne(db, { columns: sql`x.n`, from, where: sql`x.n = 70` }), undefined)
})

test('searches literally, ignoring case and accents', async (t) => {
  const { db } = await loadFixtures(t)
  const finds = async (name: string, typed: string) =>
    (
      await sql<{ found: boolean }>`select ${matches(sql`fold(${name})`, typed)} as found`.execute(
        db,
      )
    ).rows[0]!.found
  assert.ok(await finds('Étoile Filante', 'ETOILE'))
  assert.ok(await finds('Etoile', 'étoile'))
  assert.ok(await finds('100% wool', '100%'))
  assert.ok(await finds('a_b', 'A_B'))
  assert.ok(await finds(String.raw`back\slash`, String.raw`k\s`))
  assert.ok(await finds("it's", "'"))
  assert.ok(!(await finds('abc', 'a%c')))
  assert.ok(!(await finds('abc', 'a_c')))
  assert.ok(!(await finds('abc', '%')))
  assert.ok(!(await finds('abc', '\\')))
})
