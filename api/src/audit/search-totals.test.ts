import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import type { Db } from '../kernel/db/connect.ts'
import { listAudit } from './contract.ts'

const WORD = 'harbour'

const addEntries = (db: Db, studios: string[], count: number, ago: string) =>
  sql`
    insert into audit (act, about_kind, about_id, about_name, studios, at)
    select 'asset.change', 'asset', n::text, 'Winter Harbour ' || n, ${studios}::text[],
      now() - ${ago}::interval
    from generate_series(1, ${count}::int) n`.execute(db)

async function totalFor(reader: TestUser): Promise<number> {
  const { items, total } = await reader.call(listAudit, {
    query: { q: WORD },
    range: { first: 0, last: 9 },
  })
  assert.equal(items.length, Math.min(total, 10))
  return total
}

test('totals of searches for common words stay exact', async (t) => {
  const { a, b, admin, db } = await loadFixtures(t)
  await addEntries(db, [a.studio._id], 1_500, '2 hours')
  await addEntries(db, [b.studio._id], 1_100, '2 hours')
  await addEntries(db, [a.studio._id, b.studio._id], 7, '3 hours')
  const readers = [a.people.studio, b.people.studio, admin]
  const totals = async () => [
    await totalFor(readers[0]!),
    await totalFor(readers[1]!),
    await totalFor(readers[2]!),
  ]
  assert.deepEqual(await totals(), [1_507, 1_107, 2_607])
  assert.deepEqual(await totals(), [1_507, 1_107, 2_607])
  await addEntries(db, [a.studio._id], 3, '0')
  assert.deepEqual(await totals(), [1_510, 1_107, 2_610])
  for (let batch = 0; batch < 4; batch++) await addEntries(db, [b.studio._id], 3_000, '2 hours')
  assert.deepEqual(await totals(), [1_510, 13_107, 14_610])
  assert.deepEqual(await totals(), [1_510, 13_107, 14_610])
})

test('entries are counted once for each common word', async (t) => {
  const { a, db } = await loadFixtures(t)
  await addEntries(db, [a.studio._id], 1_200, '2 hours')
  assert.equal(await totalFor(a.people.studio), 1_200)
  await sql`update audit_search_count set total = total + 100`.execute(db)
  assert.equal(await totalFor(a.people.studio), 1_300)
})

const FILTERS = [
  { act: 'asset' },
  { act: 'asset.change' },
  { act: 'nothing' },
  { kind: 'asset' },
  { kind: 'asset,project' },
  { outcome: 'refused' },
  { act: 'asset', kind: 'asset', outcome: 'done' },
  { created: '2020-01-01-' },
  { created: '-2020-01-01', act: 'asset' },
  { created: `${Math.floor(Date.now() / 1000) - 9_000}-${Math.floor(Date.now() / 1000) - 60}` },
] as const

test('totals of filters equal the entries for every reader, before and after they are stored', async (t) => {
  const { a, b, admin, db } = await loadFixtures(t)
  const readers = [a.people.studio, b.people.studio, admin]
  const assertTotals = async (what: string) => {
    for (const reader of readers)
      for (const filter of FILTERS)
        for (const studio of [undefined, a.studio._id, b.studio.slug]) {
          const { items, total } = await reader.call(listAudit, {
            query: { ...filter, ...(studio && { studio }) },
            range: { first: 0, last: 499 },
          })
          const message = `${JSON.stringify(filter)} in ${studio} of ${reader.email} ${what}`
          assert.equal(total, items.length, message)
          assert.ok(items.every(({ act }) => !('act' in filter) || act.startsWith(filter.act)))
        }
  }
  await addEntries(db, [a.studio._id], 40, '2 hours')
  await addEntries(db, [b.studio._id], 20, '2 hours')
  await addEntries(db, [a.studio._id, b.studio._id], 7, '3 hours')
  await assertTotals('at first')
  await assertTotals('again')
  await addEntries(db, [a.studio._id], 3, '0')
  await assertTotals('after new entries')
  await sql`
    insert into audit (act, about_kind, about_id, about_name, studios, outcome)
    values ('asset.change', 'asset', '1', 'Refused', array[${a.studio._id}], 'refused')`.execute(db)
  await assertTotals('after a refused change')
  // The stored number is used.
  await sql`update audit_search_count set total = total + 100`.execute(db)
  const { total } = await admin.call(listAudit, { query: { act: 'asset.change' } })
  assert.equal(total, 171)
})

test('entries of a long span are counted once', async (t) => {
  const { a, b, db } = await loadFixtures(t)
  const totals = () =>
    Promise.all(
      [a, b].map(async ({ people }) => {
        const { total } = await people.studio.call(listAudit, { query: { created: '2020-01-01-' } })
        return total
      }),
    )
  const [, ofB] = await totals()
  await addEntries(db, [a.studio._id], 1_200, '2 hours')
  const [counted] = await totals()
  await sql`update audit_search_count set total = total + 100`.execute(db)
  assert.deepEqual(await totals(), [counted! + 100, ofB])
  await addEntries(db, [a.studio._id], 3, '0')
  assert.deepEqual(await totals(), [counted! + 103, ofB])
})

test('pages of spans have the newest entries of the studio', async (t) => {
  const { a, b, admin, db } = await loadFixtures(t)
  await addEntries(db, [a.studio._id], 1_200, '2 hours')
  await addEntries(db, [b.studio._id], 30, '3 hours')
  await addEntries(db, [a.studio._id, b.studio._id], 7, '4 hours')
  await addEntries(db, [], 5, '4 hours')
  const ago = (hours: number) => Math.floor(Date.now() / 1000 - hours * 3600)
  const spans = [`${ago(5)}-`, `${ago(5)}-${ago(-1)}`, `${ago(5)}-${ago(1)}`, `-${ago(2.5)}`]
  for (const reader of [a.people.studio, b.people.studio, admin])
    for (const created of spans)
      for (const first of [0, 20, 1_205]) {
        const { items, total } = await reader.call(listAudit, {
          query: { created },
          range: { first, last: first + 24 },
        })
        const [from, to] = created.split('-')
        const matching = sql`
          from audit where at >= to_timestamp(${Number(from)}) and at < to_timestamp(${Number(to) || 1e11})
            and (${reader === admin} or studios && ${[reader === b.people.studio ? b.studio._id : a.studio._id]})`
        const { rows } = await sql<{ total: number; ids: string[] }>`
          select (select count(*) ${matching}) as total, array(
            select id ${matching} order by number desc offset ${first} limit 25) as ids`.execute(db)
        const page = { total, ids: items.map(({ _id }) => _id) }
        assert.deepEqual(page, { ...rows[0] }, `${created} from ${first} of ${reader.email}`)
      }
})

test('a filter besides the word counts the entries', async (t) => {
  const { a, db } = await loadFixtures(t)
  await addEntries(db, [a.studio._id], 1_200, '2 hours')
  await totalFor(a.people.studio)
  const { total } = await a.people.studio.call(listAudit, { query: { q: WORD, kind: 'project' } })
  assert.equal(total, 0)
})
