// Reads every table of a work request without any condition, as a person of another vendor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { uploadOffline } from '../work-requests.ts'
import { createRecords } from '../access-rows/records.ts'
import { loadFixtures } from '../fixtures.ts'
import { assign, createVendor, firstVendor } from '../vendor-fixtures.ts'

const TABLES = [
  'work_request',
  'work_request_assignment',
  'work_request_comment',
  'work_request_history',
  'encode',
  'line_comment',
  'material',
  'memory_unit',
  'offline',
  'offline_comment',
  'review_session',
  'review_session_member',
  'translation',
  'text_track_line',
]

test('a query without a condition returns nothing of another vendor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, app } = fixtures
  const ids = await createRecords(fixtures, a)
  const offline = await uploadOffline(a, ids.workRequest)
  await assign(a, ids.workRequest, a.vendors._id)
  const other = await createVendor(fixtures, a)
  const rowsFor = async ({ group, person }: typeof other, table: string) => {
    const db = app.database.as({
      person: person._id,
      studios: [a.studio._id],
      groups: [group],
      vendorStudios: [a.studio._id],
    })
    const { rows } = await sql<{ row: string }>`
      select to_json(t)::text as row from ${sql.table(table)} t`.execute(db)
    return rows
  }
  for (const table of TABLES) {
    assert.ok((await rowsFor(firstVendor(a), table)).length > 0, table)
    const rows = await rowsFor(other, table)
    // Scripts belong to the asset, which both see.
    const expected = table === 'text_track_line' ? 1 : 0
    assert.equal(rows.length, expected, table)
  }
  for (const table of ['event', 'file', 'download']) {
    const seen = JSON.stringify(await rowsFor(other, table))
    assert.ok(!seen.includes(ids.workRequest), table)
    assert.ok(!seen.includes(offline.file), table)
  }
})
