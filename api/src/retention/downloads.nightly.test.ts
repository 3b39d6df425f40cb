// After old downloads are gone, lists, searches and reports equal those of the rows that are left.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { uploadFile } from '../../test/orders.ts'
import { listDownloads } from '../downloads/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { downloadReport } from '../reports/contract.ts'
import { changeStudio } from '../studios/contract.ts'
import { applyRetention } from './reactions.ts'

/** More downloads than are counted in A, from 200 days ago to now. Some in B. */
async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const { a, b, db, runJobs } = fixtures
  for (const [side, count] of [
    [a, 24_000],
    [b, 1_200],
  ] as const) {
    const files: string[] = []
    for (const name of ['common-1.mov', 'common-2.mov', 'rare.mov'])
      files.push((await uploadFile(side.people.vendor, side, name, name))._id)
    for (let from = 0; from < count; from += 5_000)
      await sql`
        insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
        select ${side.studio._id}, ${side.project._id}, ${side.asset._id},
          (${files}::text[])[case when n % 50 = 0 then 3 else 1 + n % 2 end],
          ${side.people.territory._id}, now() - interval '200 days' * (1 - n / ${count}::float8)
        from generate_series(${from}::int + 1, ${Math.min(from + 5_000, count)}::int) n`.execute(db)
  }
  await sql`analyze download`.execute(db)
  await runJobs()
  return fixtures
}

const keep = ({ a }: Fixtures, days: number) =>
  a.people.studio.call(changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { retention: { downloads: days } } },
  })

async function comparePages({ a, admin, db, b }: Fixtures): Promise<void> {
  for (const [reader, studios] of [
    [a.people.studio, [a.studio._id]],
    [admin, [a.studio._id, b.studio._id]],
  ] as const)
    for (const q of [undefined, 'common', 'rare'])
      for (const first of [0, 2_500, 9_000]) {
        const matches = sql`studio_id = any (${[...studios]}) and ${
          q ? sql`file_id in (select id from file where name like ${`${q}%`})` : sql`true`
        }`
        const { rows } = await sql<{ total: number; ids: string[] }>`
          select (select count(*) from download where ${matches}) as total, array(
            select id from download where ${matches}
            order by created_at desc, id desc offset ${first} limit 20) as ids`.execute(db)
        const page = await reader.call(listDownloads, {
          query: q ? { q } : {},
          range: { first, last: first + 19 },
        })
        assert.deepEqual(
          { total: page.total ?? 'many', ids: page.items.map(({ _id }) => _id) },
          { ...rows[0]!, total: rows[0]!.total > 10_000 ? 'many' : rows[0]!.total },
          `${q} from ${first}`,
        )
      }
}

const reportOf = ({ a }: Fixtures, project?: string) => {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10)
  return a.people.studio.call(downloadReport, {
    query: { from: day(300), to: day(-1), by: 'month', tz: 'UTC', ...(project && { project }) },
  })
}

test('deletes old downloads in batches and keeps pages, searches and reports exact', async (t) => {
  const fixtures = await setup(t)
  const { a, b, db, app, runJobs } = fixtures
  const countOf = async (studio: string) =>
    (
      await sql<{ count: number; old: number }>`
        select count(*), count(*) filter (where created_at < now() - interval '170 days') as old
        from download where studio_id = ${studio}`.execute(db)
    ).rows[0]!
  const before = await countOf(a.studio._id)
  const other = await countOf(b.studio._id)
  assert.ok(before.old > 3_000)

  await keep(fixtures, 170)
  await inTransaction(app.database.system, applyRetention)
  assert.deepEqual(await countOf(a.studio._id), {
    count: before.count - 2_000,
    old: before.old - 2_000,
  })
  await comparePages(fixtures)

  await runJobs()
  assert.deepEqual(await countOf(a.studio._id), { count: before.count - before.old, old: 0 })
  assert.deepEqual(await countOf(b.studio._id), other)
  await comparePages(fixtures)
  assert.deepEqual(await reportOf(fixtures), await reportOf(fixtures, a.project._id))

  // Past the checkpoint.
  await keep(fixtures, 30)
  await inTransaction(app.database.system, applyRetention)
  await runJobs()
  assert.ok((await countOf(a.studio._id)).count < 4_000)
  await comparePages(fixtures)
})
