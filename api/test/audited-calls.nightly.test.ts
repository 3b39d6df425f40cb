// Calls every route that changes something with every role that may, and counts the audit entries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../src/kernel/db/sql.ts'
import { createRecords } from './access-rows/records.ts'
import { ROLE_LETTERS, type RoleLetter } from './access-rows.ts'
import { callRoute, nameOf, personOf, rowsOf } from './call-route.ts'
import { loadFixtures } from './fixtures.ts'

test('adds one audit entry for every successful change, and for declared refusals', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  const countEntries = async () =>
    Number(
      (await sql<{ count: string }>`select count(*) from audit`.execute(fixtures.db)).rows[0]!
        .count,
    )
  const changes = rowsOf(fixtures).filter(([{ method }]) =>
    ['POST', 'PUT', 'DELETE'].includes(method),
  )
  const seen = new Set<string>()
  // Deletions run last, in reverse order.
  for (const [endpoint, row] of [
    ...changes.filter(([{ method }]) => method !== 'DELETE'),
    ...changes.filter(([{ method }]) => method === 'DELETE').toReversed(),
  ]) {
    for (const letter of (Object.keys(ROLE_LETTERS) as RoleLetter[]).filter((role) =>
      row.may.includes(role),
    )) {
      const before = await countEntries()
      const { status } = await callRoute(fixtures, endpoint, {
        person: personOf(fixtures, letter),
        id: row.record ? ids[row.record] : '',
        row,
        ids,
        allowDelete: true,
      })
      const entries = (await countEntries()) - before
      const isRefused = endpoint.auditsRefusals === true && [403, 409].includes(status)
      assert.equal(
        entries,
        (status < 300 || isRefused) && endpoint.unaudited === undefined ? 1 : 0,
        `${nameOf(endpoint)} as ${ROLE_LETTERS[letter]}: ${status}`,
      )
      if (entries) seen.add(nameOf(endpoint))
    }
  }
  // These need more than a row can declare. They have tests of their own.
  t.diagnostic(
    `audited and not reached here: ${changes
      .filter(([endpoint]) => endpoint.unaudited === undefined && !seen.has(nameOf(endpoint)))
      .map(([endpoint]) => nameOf(endpoint))
      .join(', ')}`,
  )
  assert.ok(seen.size > 50, String(seen.size))
})
