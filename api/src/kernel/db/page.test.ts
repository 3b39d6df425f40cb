import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import type { Db } from './connect.ts'
import { Problem } from '../http/contract/problem.ts'
import type { Range } from '../http/contract/range.ts'
import { asc, desc, type Order } from './order.ts'
import { allOf, matches, findOne, listKeys, listPage } from './page.ts'
import { sql } from './sql.ts'

const from = sql`(select n, n % 3 as third from generate_series(1, 25) n) x`
const numbers = (db: Db, first: number, last: number, where = sql`true`) =>
  listPage<{ n: number }>(
    db,
    { first, last },
    { columns: sql`x.n`, from, where, order: asc(sql`x.third`, sql`x.n`), key: sql`x.n::text` },
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

test('counts no more rows than it is told to', async (t) => {
  const { db } = await loadFixtures(t)
  const totalOf = async (countTo: number) =>
    (
      await listKeys(
        db,
        { first: 0, last: 4 },
        { from, where: sql`true`, order: asc(sql`x.n`), key: sql`x.n`, countTo },
      )
    ).total
  assert.equal(await totalOf(25), 25)
  assert.equal(await totalOf(24), null)
})

test('skips at most 10,000 rows', async (t) => {
  const { db } = await loadFixtures(t)
  const deep = (countTo: number, first = 10_001) =>
    listKeys(
      db,
      { first, last: first + 4 },
      { from, where: sql`true`, order: asc(sql`x.n`), key: sql`x.n`, countTo },
    )
  assert.deepEqual(await deep(25), { items: [], total: 25 })
  assert.deepEqual(await deep(24, 10_000), { items: [], total: null })
  await assert.rejects(
    deep(24),
    (error) => error instanceof Problem && error.code === 'range.too-deep',
  )
})

for (const [name, order] of Object.entries<Order>({
  'one direction': desc(sql`x.third`, sql`x.n`),
  'two directions': [...desc(sql`x.third`), ...asc(sql`x.n`)],
}))
  test(`follows cursors in an order of ${name}`, async (t) => {
    const { db } = await loadFixtures(t)
    const page = (range: Range) =>
      listKeys(db, range, { from, where: sql`true`, order, key: sql`x.n` })
    const whole = await page({ first: 0, last: 99 })
    const keys: string[] = []
    let after: readonly string[] | undefined
    do {
      const { items, total, next } = await page({ first: 0, last: 6, after })
      assert.equal(total, after ? null : 25)
      keys.push(...items)
      after = next
    } while (after)
    assert.deepEqual(keys, whole.items)
    assert.equal(whole.next, undefined)
  })

test('rejects the cursor of another list', async (t) => {
  const { db } = await loadFixtures(t)
  for (const after of [[], ['1', '2'], ['no number']])
    await assert.rejects(
      listKeys(
        db,
        { first: 0, last: 4, after },
        { from, where: sql`true`, order: asc(sql`x.n`), key: sql`x.n` },
      ),
      (error) => error instanceof Problem && error.code === 'after.malformed',
    )
})

test('applies conditions to the page and the total', async (t) => {
  const { db } = await loadFixtures(t)
  const { items, total } = await numbers(
    db,
    0,
    0,
    allOf(sql`x.third = 0`, sql`x.n > 20 or x.n < 5`),
  )
  assert.deepEqual([items, total], [[{ n: 3 }], 3])
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
      await sql<{
        matched: boolean
      }>`select ${matches(sql`fold(${name})`, typed)} as matched`.execute(db)
    ).rows[0]!.matched
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
