import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type RawBuilder } from 'kysely'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import type { Db } from '../kernel/db/connect.ts'
import { listAudit, type AuditFilter } from './contract.ts'

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

test('filtered pages have the newest entries of the studio', async (t) => {
  const { a, b, admin, db } = await loadFixtures(t)
  await addEntries(db, [a.studio._id], 1_200, '2 hours')
  await addEntries(db, [b.studio._id], 30, '3 hours')
  await addEntries(db, [a.studio._id, b.studio._id], 7, '4 hours')
  await addEntries(db, [], 5, '4 hours')
  await sql`
    insert into audit (act, about_kind, about_id, about_name, studios, outcome)
    select 'asset.remove', 'asset', '1', 'Refused', array[${a.studio._id}], 'refused'
    from generate_series(1, 3)`.execute(db)
  const now = Math.floor(Date.now() / 1000)
  const ago = (hours: number) => now - hours * 3600
  const [isAsset, isChange] = [sql`about_kind = 'asset'`, sql`starts_with(act, 'asset.change')`]
  const since = (hours: number) => sql`at >= to_timestamp(${ago(hours)})`
  const until = (hours: number) => sql`at < to_timestamp(${ago(hours)})`
  const filters: [query: AuditFilter, condition: RawBuilder<unknown>][] = [
    [{ created: `${ago(5)}-` }, since(5)],
    [{ created: `${ago(5)}-${ago(-1)}` }, sql`${since(5)} and ${until(-1)}`],
    [{ created: `${ago(5)}-${ago(1)}` }, sql`${since(5)} and ${until(1)}`],
    [{ created: `-${ago(2.5)}` }, until(2.5)],
    [{ act: 'asset.change' }, isChange],
    [{ act: 'asset.r' }, sql`act = 'asset.remove'`],
    [{ act: '%' }, sql`false`],
    [{ kind: 'asset,project' }, sql`about_kind in ('asset', 'project')`],
    [{ outcome: 'refused' }, sql`outcome = 'refused'`],
    [{ act: 'asset.change', created: `-${ago(2.5)}` }, sql`${isChange} and ${until(2.5)}`],
    [{ kind: 'asset', outcome: 'done' }, sql`${isAsset} and outcome = 'done'`],
  ]
  for (const reader of [a.people.studio, b.people.studio, admin])
    for (const [query, condition] of filters)
      for (const first of [0, 20, 1_205]) {
        const { items, total } = await reader.call(listAudit, {
          query,
          range: { first, last: first + 24 },
        })
        const matching = sql`
          from audit where ${condition}
            and (${reader === admin} or studios && ${[reader === b.people.studio ? b.studio._id : a.studio._id]})`
        const { rows } = await sql<{ total: number; ids: string[] }>`
          select (select count(*) ${matching}) as total, array(
            select id ${matching} order by number desc offset ${first} limit 25) as ids`.execute(db)
        const page = { total, ids: items.map(({ _id }) => _id) }
        assert.deepEqual(page, { ...rows[0] }, `${JSON.stringify(query)} from ${first}`)
      }
})

test('a filter besides the word counts the entries', async (t) => {
  const { a, db } = await loadFixtures(t)
  await addEntries(db, [a.studio._id], 1_200, '2 hours')
  await totalFor(a.people.studio)
  const { total } = await a.people.studio.call(listAudit, { query: { q: WORD, kind: 'project' } })
  assert.equal(total, 0)
})
