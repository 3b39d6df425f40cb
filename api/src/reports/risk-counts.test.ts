import assert from 'node:assert/strict'
import { test } from 'node:test'
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

test('counts in one statement', async (t) => {
  const { db, a } = await loadFixtures(t)
  await setDue(db, await createRequestAt(a, 'in-progress'), NOW - DAY)
  await a.people.studio.call(riskCounts)
  const statements = await statementsOf(() => a.people.studio.call(riskCounts))
  assert.equal(statements.filter((text) => text.includes('work_request')).length, 1)
})
