// A page found through anchors equals the page of a plain ORDER BY … OFFSET, for any anchors and
// any later rows.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { inTransaction } from '../kernel/db/transaction.ts'
import { uploadFile } from '../../test/orders.ts'
import {
  loadFixtures,
  type TestUser,
  type StudioFixtures,
  type Fixtures,
} from '../../test/fixtures.ts'
import * as contract from './contract.ts'
import { changeFile } from '../files/contract.ts'
import { addAnchors, afterAnchor } from './queries/anchors.ts'
import { storeSearch } from './queries/search-blocks.ts'
import { pageOfStoredSearch } from './queries/stored-search.ts'

/** Downloads spread over a time span in the past, several at each moment. */
async function add(
  { db }: Fixtures,
  side: StudioFixtures,
  files: string[],
  count: number,
  span: string,
) {
  for (let done = 0; done < count; done += 2_500)
    await sql`
    insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
    select ${side.studio._id}, ${side.project._id}, ${side.asset._id},
      (${files}::text[])[1 + n * 31 % ${files.length}], ${side.people.territory._id},
      now() - ${span}::interval * (2 - (n / 4) * 4 / ${count}::float8)
    from generate_series(${done}::int + 1, least(${done}::int + 2500, ${count}::int)) n`.execute(db)
}

/** Three files, one of them downloaded rarely. */
async function createFiles(side: StudioFixtures): Promise<string[]> {
  const files: string[] = []
  for (const name of ['common-1.mov', 'common-2.mov', 'rare.mov'])
    files.push((await uploadFile(side.people.vendor, side, name, name))._id)
  return [...Array.from({ length: 60 }, (_, index) => files[index % 2]!), files[2]!]
}

type Asked = { newestFirst: boolean; q?: string; first: number; width: number }

async function plainly(
  { db }: Fixtures,
  studios: string[],
  { newestFirst, q, first, width }: Asked,
) {
  const where = sql`studio_id = any (${studios}) and ${
    q
      ? sql`file_id in (select id from file
    where name like ${`%${q}%`})`
      : sql`true`
  }`
  const way = newestFirst ? sql`desc` : sql`asc`
  const { rows } = await sql<{
    id: string
  }>`select id from download where ${where} order by created_at ${way}, id ${way} offset ${first}
    limit ${width}`.execute(db)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*) as total from download where ${where}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: counted[0]!.total }
}

async function byTheApi(by: TestUser, { newestFirst, q, first, width }: Asked) {
  const { items, total } = await by.call(contract.listDownloads, {
    query: { ...(!newestFirst && { order: 'created' }), ...(q && { q }) },
    range: { first, last: first + width - 1 },
  })
  return { ids: items.map(({ _id }) => _id), total }
}

async function compare(
  fixtures: Fixtures,
  when: string,
  { deepest, at }: { deepest: number; at: number[] },
) {
  const { a, b, admin } = fixtures
  const query = fc.record({
    newestFirst: fc.boolean(),
    q: fc.constantFrom(undefined, 'common', 'common-2', 'rare', 'none'),
    first: fc.integer({ min: 0, max: deepest }),
    width: fc.integer({ min: 1, max: 60 }),
  })
  const examples = at.flatMap((first) =>
    [true, false].flatMap((newestFirst) =>
      [undefined, 'common'].map((q): [Asked] => [{ newestFirst, q, first, width: 10 }]),
    ),
  )
  for (const [by, studios] of [
    [admin, [a.studio._id, b.studio._id]],
    [a.people.studio, [a.studio._id]],
  ] as const) {
    await fc.assert(
      fc.asyncProperty(query, async (requested) => {
        assert.deepEqual(
          await byTheApi(by, requested),
          await plainly(fixtures, [...studios], requested),
          `${when}: ${JSON.stringify(requested)}`,
        )
      }),
      { numRuns: examples.length + 6, examples: examples as never },
    )
  }
}

const countAnchors = async ({ db }: Fixtures, which = sql`true`) =>
  (
    await sql<{
      count: number
    }>`select count(*) filter (where ${which}) from download_anchor join studio s
      on s.id = studio_id group by s.slug order by s.slug`.execute(db)
  ).rows.map(({ count }) => count)

test('returns the same pages and totals before anchors, after them, and after more downloads', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const [inA, inB] = [await createFiles(a), await createFiles(b)]
  await add(fixtures, a, inA, 3200, '30 days')
  await add(fixtures, b, inB, 2350, '20 days')
  const far = { deepest: 7000, at: [0, 1000, 3195, 5545] }
  await compare(fixtures, 'without anchors', far)

  await inTransaction(db, addAnchors)
  assert.deepEqual(await countAnchors(fixtures), [3, 2])
  await compare(fixtures, 'anchored', far)

  await add(fixtures, a, inA, 400, '4 hours')
  await add(fixtures, b, inB, 700, '3 hours')
  await a.people.territory.call(contract.startDownloads, { body: { files: inA.slice(-3) } })
  await compare(fixtures, 'with more since', far)

  await inTransaction(db, addAnchors)
  await inTransaction(db, addAnchors)
  assert.deepEqual(await countAnchors(fixtures), [3, 3])
  await compare(fixtures, 'anchored again', far)
})

test('searches back through checkpoints as through rows', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, db } = fixtures
  const [inA, inB] = [await createFiles(a), await createFiles(b)]
  await add(fixtures, a, inA, 24_000, '30 days')
  await inTransaction(db, addAnchors)
  await add(
    fixtures,
    a,
    [...inA, (await uploadFile(a.people.vendor, a, 'common-late.mov', 'late'))._id],
    20_500,
    '10 days',
  )
  await add(fixtures, b, inB, 21_000, '20 days')
  await sql`analyze download`.execute(db)
  await inTransaction(db, addAnchors)
  await add(fixtures, b, inB, 500, '3 hours')
  assert.deepEqual(await countAnchors(fixtures, sql`checkpoint is not null`), [2, 1])
  await compare(fixtures, 'over checkpoints', { deepest: 66_000, at: [20_100, 43_000] })
})

test('returns the same pages from stored searches, and forgets them when a name changes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { app, a, db } = fixtures
  const files = await createFiles(a)
  const studio = a.studio._id
  const reader = app.database.as({ person: a.people.studio._id, studios: [studio] })
  const find = (q: string) => pageOfStoredSearch(reader, { studio, q }, { first: 0, last: 9 }, true)
  const store = async () => {
    for (const q of ['common', 'common-2', 'rare', 'none'])
      await inTransaction(db, (tx) => storeSearch(tx, { studio, q }))
  }
  const span = { deepest: 4000, at: [0, 240, 3190] }
  await add(fixtures, a, files, 3200, '30 days')
  assert.equal(await find('common'), undefined)
  await store()
  assert.equal((await find('common'))?.isOutdated, false)
  await compare(fixtures, 'stored', span)

  await add(fixtures, a, files, 130, '4 hours')
  await a.people.territory.call(contract.startDownloads, { body: { files: files.slice(-3) } })
  assert.equal((await find('common'))?.isOutdated, true)
  await compare(fixtures, 'with more since', span)
  await store()
  assert.equal((await find('common'))?.isOutdated, false)
  await compare(fixtures, 'stored again', span)

  await a.people.vendor.call(changeFile, {
    params: { id: files.at(-1)! },
    body: { name: 'common-now.mov' },
  })
  assert.equal(await find('common'), undefined)
  await compare(fixtures, 'with another name', span)
  await store()
  await compare(fixtures, 'stored with another name', span)
})

test('counts rows younger than a minute without anchoring them', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const file = await uploadFile(a.people.vendor, a)
  await add(fixtures, a, [file._id], 1000, '1 day')
  await sql`update download set created_at = now() - interval '59 seconds'`.execute(db)
  await inTransaction(db, addAnchors)
  assert.deepEqual(await countAnchors(fixtures), [])
  await sql`update download set created_at = now() - interval '61 seconds'`.execute(db)
  await inTransaction(db, addAnchors)
  assert.deepEqual(await countAnchors(fixtures), [1])
  assert.equal(
    (await a.people.studio.call(contract.listDownloads, { query: { q: 'clip' } })).total,
    1000,
  )
})

test('adds each anchor once when three jobs run concurrently', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const file = await uploadFile(a.people.vendor, a)
  await add(fixtures, a, [file._id], 2500, '1 day')
  await Promise.all([
    inTransaction(db, addAnchors),
    inTransaction(db, addAnchors),
    inTransaction(db, addAnchors),
  ])
  assert.deepEqual(
    (await sql`select position from download_anchor order by position`.execute(db)).rows,
    [{ position: 1000 }, { position: 2000 }],
  )
  assert.deepEqual((await sql`select total from download_count`.execute(db)).rows, [
    { total: 2000 },
  ])
  assert.equal((await a.people.studio.call(contract.listDownloads)).total, 2500)
})

test('finds the rows after an anchor with the index under row-level security', async (t) => {
  const { app, a } = await loadFixtures(t)
  const db = app.database.as({ person: a.people.studio._id, studios: [a.studio._id] })
  const plan = await inTransaction(db, async (tx) => {
    // Tables of tests are too small for an index.
    await sql`set local enable_seqscan = off`.execute(tx)
    const { rows } = await sql<Record<string, string>>`
      explain select d.id
      from unnest(${[a.studio._id]}::text[]) s (id)
      left join lateral (select created_at, id from download_anchor x where x.studio_id = s.id
        order by position desc limit 1) last on true
      cross join lateral (select d.id from download d where d.studio_id = s.id
        and ${afterAnchor} order by d.created_at, d.id) d`.execute(tx)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
  assert.match(plan, /Index Cond: .*ROW\(/)
})
