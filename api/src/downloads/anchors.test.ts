// A page found by anchors is the page a plain ORDER BY … OFFSET gives, whatever was anchored and whatever came since.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { inTransaction } from '../kernel/db/transaction.ts'
import { bring } from '../../test/orders.ts'
import { world, type Person, type Side, type World } from '../../test/world.ts'
import * as contract from './contract.ts'
import { dropAnchors } from './queries/anchors.ts'

/** Downloads spread over the days before now, many of them at the same moment. */
const add = ({ db }: World, side: Side, files: string[], count: number, span: string) => sql`
  insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
  select ${side.studio._id}, ${side.project._id}, ${side.asset._id}, (${files}::text[])[1 + n % ${files.length}], ${side.people.territory._id}, now() - ${span}::interval * ((n * 7919 % 1000) / 1000.0) - ${span}::interval
  from generate_series(1, ${sql.lit(count)}) n`.execute(db)

type Asked = { newestFirst: boolean; name?: string; first: number; width: number }

async function plainly({ db }: World, studios: string[], { newestFirst, name, first, width }: Asked) {
  const where = sql`studio_id = any (${studios}) and ${name ? sql`file_id in (select id from file where name like ${`%${name}%`})` : sql`true`}`
  const way = newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<{ id: string }>`select id from download where ${where} order by created_at ${way}, id ${way} offset ${first} limit ${width}`.execute(db)
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total from download where ${where}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: counted[0]!.total }
}

async function byTheApi(by: Person, { newestFirst, name, first, width }: Asked) {
  const { items, total } = await by.call(contract.listDownloads, { query: { ...(!newestFirst && { order: 'created' }), ...(name && { q: name }) }, range: { first, last: first + width - 1 } })
  return { ids: items.map(({ _id }) => _id), total }
}

async function compare(house: World, when: string) {
  const { a, b, admin } = house
  const all = [a.studio._id, b.studio._id]
  for (const [by, studios] of [[admin, all], [a.people.studio, [a.studio._id]]] as const) {
    const asked = fc.record({ newestFirst: fc.boolean(), name: fc.constantFrom(undefined, 'common', 'rare', 'none'), first: fc.integer({ min: 0, max: 7000 }), width: fc.integer({ min: 1, max: 60 }) })
    await fc.assert(fc.asyncProperty(asked, async (wish) => assert.deepEqual(await byTheApi(by, wish as Asked), await plainly(house, [...studios], wish as Asked), `${when}: ${JSON.stringify(wish)}`)), {
      numRuns: 25,
      examples: [0, 999, 1000, 1001, 2999, 5499, 5999, 6499, 6600].flatMap((first) => [true, false].map((newestFirst): [never] => [{ newestFirst, name: undefined, first, width: 10 } as never])),
    })
  }
}

test('pages and totals are the same before anchors, after them, and after more has come', async (t) => {
  const house = await world(t)
  const { a, b, db } = house
  const names = ['common-1.mov', 'common-2.mov', 'rare.mov']
  const filesOf = async (side: Side) => { const files = []; for (const name of names) files.push((await bring(side.people.vendor, side, name, name))._id); return files }
  const [inA, inB] = [await filesOf(a), await filesOf(b)]
  const mostly = (files: string[]) => [...Array.from({ length: 60 }, (_, index) => files[index % 2]!), files[2]!]
  await add(house, a, mostly(inA), 3200, '30 days')
  await add(house, b, mostly(inB), 2350, '20 days')
  await sql`analyze download`.execute(db)
  await compare(house, 'without anchors')

  await inTransaction(db, dropAnchors)
  const anchors = async () => (await sql<{ studio: string; count: number }>`select studio_id as studio, count(*) from download_anchor group by 1`.execute(db)).rows.map(({ count }) => count).toSorted()
  assert.deepEqual(await anchors(), [2, 3])
  await compare(house, 'anchored')

  await add(house, a, mostly(inA), 400, '4 hours')
  await add(house, b, inB, 700, '3 hours')
  await a.people.territory.call(contract.startDownloads, { body: { files: inA } })
  await compare(house, 'with more since')

  await inTransaction(db, dropAnchors)
  await inTransaction(db, dropAnchors)
  assert.deepEqual(await anchors(), [3, 3])
  await compare(house, 'anchored again')
})

test('what is younger than a minute is counted, not anchored', async (t) => {
  const house = await world(t)
  const { a, db } = house
  const file = await bring(a.people.vendor, a)
  await add(house, a, [file._id], 1000, '1 day')
  await sql`update download set created_at = now() - interval '59 seconds'`.execute(db)
  await inTransaction(db, dropAnchors)
  assert.equal((await sql`select from download_anchor`.execute(db)).rows.length, 0)
  await sql`update download set created_at = now() - interval '61 seconds'`.execute(db)
  await inTransaction(db, dropAnchors)
  assert.equal((await sql`select from download_anchor`.execute(db)).rows.length, 1)
  assert.equal((await a.people.studio.call(contract.listDownloads, { query: { q: 'clip' } })).total, 1000)
})

test('two who drop anchors at once drop each once', async (t) => {
  const house = await world(t)
  const { a, db } = house
  const file = await bring(a.people.vendor, a)
  await add(house, a, [file._id], 2500, '1 day')
  await Promise.all([inTransaction(db, dropAnchors), inTransaction(db, dropAnchors), inTransaction(db, dropAnchors)])
  assert.deepEqual((await sql`select position from download_anchor order by position`.execute(db)).rows, [{ position: 1000 }, { position: 2000 }])
  assert.deepEqual((await sql`select taken from download_tally`.execute(db)).rows, [{ taken: 2000 }])
  assert.equal((await a.people.studio.call(contract.listDownloads)).total, 2500)
})
