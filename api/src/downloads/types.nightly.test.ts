// Pages of asset types equal the pages of a plain ORDER BY … OFFSET, whatever is counted.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { changeAsset, createAsset } from '../assets/contract.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { deleteOldDownloads } from '../retention/commands/downloads.ts'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import * as contract from './contract.ts'
import { addAnchors } from './queries/anchors.ts'

/** 3,300 downloads of a trailer, and every 400th of a poster. */
async function createHistory(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const poster = await a.people.studio.call(createAsset, {
    body: { name: 'Poster', slug: 'poster', project: a.project._id, type: 'poster' },
  })
  const trailerFile = await uploadFile(a.people.vendor, a, 'trailer.mov', '1')
  const posterFile = await uploadFile(a.people.vendor, { ...a, asset: poster }, 'poster.pdf', '2')
  const add = (count: number, span: string) =>
    sql`
      insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
      select f.studio_id, f.project_id, f.asset_id, f.id,
        case when n % 3 = 0 then ${a.people.territory._id} else ${a.people.studio._id} end,
        now() - ${span}::interval * (2 - (n / 4) * 4 / ${count}::float8)
      from generate_series(1, ${count}::int) n
      join file f on f.id = case when n % 400 = 1 then ${posterFile._id} else ${trailerFile._id} end
    `.execute(fixtures.db)
  await add(3300, '30 days')
  return { ...fixtures, poster, add }
}

const TYPES = ['poster', 'trailer.intl', 'poster,trailer.intl']
const FIRSTS = [0, 5, 2200, 3290, 4000]

/** For a reader of all downloads, or of their own. */
async function compare({ db }: Fixtures, by: TestUser, isOwn: boolean, when: string) {
  for (const types of TYPES)
    for (const first of FIRSTS)
      for (const way of ['desc', 'asc']) {
        const { items, total } = await by.call(contract.listDownloads, {
          query: { types, ...(way === 'asc' && { order: 'created' }) },
          range: { first, last: first + 9 },
        })
        const matching = sql`
          from download d join asset a on a.id = d.asset_id join asset_type ty on ty.id = a.type_id
          where ty.slug = any (${types.split(',')}) and (not ${isOwn} or d.person_id = ${by._id})`
        const { rows } = await sql<{ total: number; ids: string[] }>`
          select (select count(*) ${matching}) as total, array(
            select d.id ${matching}
            order by d.created_at ${sql.raw(way)}, d.id ${sql.raw(way)}
            offset ${first} limit 10) as ids`.execute(db)
        const page = { ids: items.map(({ _id }) => _id), total }
        assert.deepEqual(page, { ...rows[0] }, `${when}: ${types} from ${first}, ${way}`)
      }
}

const countedBlocks = async ({ db }: Fixtures) =>
  (
    await sql<{ counts: object | null }>`
    select type_counts as counts from download_anchor order by position`.execute(db)
  ).rows.map(({ counts }) => counts && Object.values(counts).reduce((sum, count) => sum + count, 0))

test('returns the same pages of a type before and after its downloads are counted', async (t) => {
  const fixtures = await createHistory(t)
  const { a, admin, db } = fixtures
  const compareAll = async (when: string) => {
    await compare(fixtures, a.people.studio, false, when)
    await compare(fixtures, admin, false, `${when}, several studios`)
    await compare(fixtures, a.people.territory, true, `${when}, own`)
  }
  await compareAll('without anchors')
  await inTransaction(db, addAnchors)
  assert.deepEqual(await countedBlocks(fixtures), [1000, 1000, 1000])
  await compareAll('counted')
  await fixtures.add(500, '3 hours')
  await compareAll('with more since')
})

test('counts again when an asset gets another type, and when old downloads are deleted', async (t) => {
  const fixtures = await createHistory(t)
  const { a, db, poster } = fixtures
  await inTransaction(db, addAnchors)
  await a.people.studio.call(changeAsset, {
    params: { id: poster._id },
    body: { type: 'trailer.intl' },
  })
  assert.deepEqual(await countedBlocks(fixtures), [null, null, null])
  await compare(fixtures, a.people.studio, false, 'with another type')
  await inTransaction(db, addAnchors)
  assert.deepEqual(await countedBlocks(fixtures), [1000, 1000, 1000])
  await compare(fixtures, a.people.studio, false, 'counted again')

  const before = new Date().toISOString()
  await inTransaction(db, (tx) =>
    deleteOldDownloads(tx, { studio: a.studio._id, before, limit: 1200 }),
  )
  await compare(fixtures, a.people.studio, false, 'without the oldest')
  await inTransaction(db, addAnchors)
  assert.deepEqual(await countedBlocks(fixtures), [800, 1000])
  await compare(fixtures, a.people.studio, false, 'counted without the oldest')
})

test('finds nothing of a studio that the caller did not state', async (t) => {
  const { app, a, b, db } = await createHistory(t)
  const reader = app.database.as({ person: b.people.studio._id, studios: [b.studio._id] })
  const find = (as: typeof db) =>
    sql<{ total: number }>`
      select total from find_downloads_of_types(
        ${a.studio._id}, array(select id from asset_type), 0, 10, true)`.execute(as)
  assert.equal((await find(db)).rows[0]!.total, 3300)
  assert.equal((await find(reader)).rows[0]!.total, 0)
})
