// The long tests of embargoes need a value for every filter. This tells without them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadEmbargoFixtures } from './embargo-fixtures.ts'
import { listReadRequests } from './read-requests.ts'

test('has a value for every filter of every list', async (t) => {
  const fixtures = await loadEmbargoFixtures(t)
  const { territory } = fixtures.a.people
  const [plain, filtered] = [
    await listReadRequests(fixtures, territory),
    await listReadRequests(fixtures, territory, [0]),
  ]
  assert.ok(filtered.length > plain.length)
})
