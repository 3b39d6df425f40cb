import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { backdateHistory, setDue } from '../../test/backdate.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { createRequestAt } from '../../test/work-requests.ts'
import { RISKS, riskCounts, riskReport } from './contract.ts'

const NOW = Math.floor(Date.now() / 1000)
const DAY = 86_400

test('counts the requests of each risk as the lists of each risk do', async (t) => {
  const { db, a, b, admin } = await loadFixtures(t)
  for (const days of [-9, -3, 60, 90])
    await setDue(db, await createRequestAt(a, 'in-progress'), NOW + days * DAY)
  await setDue(db, await createRequestAt(a, 'awaiting-materials'), NOW + 3600)
  const stalled = await createRequestAt(a, 'for-review')
  await backdateHistory(db, stalled, NOW - 90 * DAY, 3600)
  await setDue(db, stalled, NOW + 90 * DAY)
  await setDue(db, await createRequestAt(b, 'in-progress'), NOW - DAY)
  const { studio, territory, vendor, translator } = a.people
  for (const by of [studio, territory, vendor, translator, admin])
    for (const scope of [
      {},
      { territory: 'DE' },
      { studio: 'studio-a' },
      { project: 'project-b' },
    ]) {
      const ask = async (query: object, range: { first: number; last: number }) => {
        const { items, total } = await by.call(riskReport, { query: { ...scope, ...query }, range })
        return { found: items.map(({ request, risk }) => ({ request, risk })), total }
      }
      const all = await ask({}, { first: 0, last: 99 })
      const counts = await by.call(riskCounts, { query: scope })
      for (const risk of RISKS) {
        const expected = all.found.filter((one) => one.risk === risk)
        assert.equal(counts[risk], expected.length)
        for (const range of [
          { first: 0, last: 0 },
          { first: 1, last: 9 },
        ])
          assert.deepEqual(await ask({ risk }, range), {
            found: expected.slice(range.first, range.last + 1),
            total: expected.length,
          })
      }
    }
  assert.deepEqual(await studio.call(riskCounts), { critical: 3, 'at-risk': 1, 'on-track': 2 })
})

test('counts in one statement, without the overdue requests', async (t) => {
  const { db, a } = await loadFixtures(t)
  await setDue(db, await createRequestAt(a, 'in-progress'), NOW - DAY)
  await a.people.studio.call(riskCounts)
  const statements = await statementsOf(() => a.people.studio.call(riskCounts))
  assert.equal(statements.filter((text) => text.includes('work_request')).length, 1)
})

test('remembers the order of many requests for a minute, without those that are gone', async (t) => {
  const { db, a } = await loadFixtures(t)
  const { studio } = a.people
  const source = await createRequestAt(a, 'in-progress')
  await setDue(db, source, NOW + 90 * DAY)
  await sql`
    with added as (
      insert into work_request (studio_id, project_id, asset_id, owner_id, status, language,
        territory, dng, uses, dcp, recipients, submitted_at, due_tz, due_at)
      select studio_id, project_id, asset_id, owner_id, status, language, territory, dng, uses,
        dcp, recipients, submitted_at, due_tz, due_at + n * interval '1 hour'
      from work_request cross join generate_series(1, 1200) n where id = ${source}
      returning id, studio_id)
    insert into work_request_history (work_request_id, studio_id, person_id, status, at)
    select added.id, added.studio_id, h.person_id, h.status, h.at
    from added cross join work_request_history h where h.work_request_id = ${source}`.execute(db)
  for (const days of [-9, -3])
    await setDue(db, await createRequestAt(a, 'in-progress'), NOW + days * DAY)
  const page = async (query: object, first: number, last: number) => {
    const { items, total } = await studio.call(riskReport, { query, range: { first, last } })
    return { ids: items.map(({ request }) => request), total }
  }
  const ranges: [query: object, first: number, last: number][] = [
    [{}, 0, 1],
    [{}, 1, 4],
    [{}, 2, 30],
    [{}, 1190, 1300],
    [{ risk: 'on-track' }, 0, 24],
    [{ risk: 'on-track' }, 1195, 1250],
    [{ risk: 'on-track' }, 2000, 2001],
    [{ risk: 'at-risk' }, 0, 24],
    [{ risk: 'critical' }, 0, 24],
  ]
  const pages = () => Promise.all(ranges.map((one) => page(...one)))
  const before = await pages()
  const counts = await studio.call(riskCounts)
  assert.deepEqual(counts, { critical: 2, 'at-risk': 0, 'on-track': 1201 })
  assert.deepEqual(await pages(), before)
  const [first, second] = before[4]!.ids
  await sql`update work_request set status = 'complete' where id = ${first}`.execute(db)
  const onTrack = { risk: 'on-track' } as const
  assert.deepEqual(await page(onTrack, 0, 1), { ids: [second], total: 1201 })
  assert.deepEqual(await studio.call(riskCounts), counts)
  const scope = { territory: 'DE' }
  assert.equal((await studio.call(riskCounts, { query: scope }))['on-track'], 1200, 'counts again')
  t.mock.method(performance, 'now', () => 1e12)
  assert.equal((await studio.call(riskCounts))['on-track'], 1200)
})
