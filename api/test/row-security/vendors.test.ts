// Reads every table of a work request without any condition, as a person of another vendor.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql, type Sql } from '../../src/kernel/db/sql.ts'
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
      select to_json(t)::text as row from ${sql.ref(table)} t`.execute(db)
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

test('the lines of a text track are those that their policy shows', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, app, db } = fixtures
  const { workRequest } = await createRecords(fixtures, a)
  await createRecords(fixtures, b)
  await assign(a, workRequest, a.vendors._id)
  const other = await createVendor(fixtures, a)
  const studios = [a.studio._id]
  const ofVendor = ({ group, person }: typeof other) => ({
    person: person._id,
    studios,
    groups: [group],
    vendorStudios: studios,
  })
  const people = [
    ofVendor(firstVendor(a)),
    ofVendor(other),
    { ...ofVendor(other), person: a.people.territory._id },
    { person: a.people.studio._id, studios },
    { person: b.people.studio._id, studios: [b.studio._id] },
  ]
  const tracks = (
    await sql<{
      text_track_id: string
    }>`select distinct text_track_id from text_track_line`.execute(db)
  ).rows
  const idsFor = async (lines: Sql) =>
    Promise.all(
      people.map(async (person) => {
        const { rows } = await sql<{ id: string }>`select l.id from ${lines} order by l.id`.execute(
          app.database.as(person),
        )
        return rows.map(({ id }) => id)
      }),
    )
  const compare = async () => {
    const counts: number[] = []
    for (const { text_track_id: track } of tracks) {
      const shown = await idsFor(sql`text_track t,
        lateral lines_of_text_track(t.studio_id, t.id) l where t.id = ${track}`)
      const ofPolicy = sql`(select l.* from text_track_line l where l.text_track_id = ${track}) l`
      assert.deepEqual(shown, await idsFor(ofPolicy))
      counts.push(new Set(shown.map(({ length }) => length > 0)).size)
    }
    return counts
  }
  assert.ok(
    (await compare()).every((count) => count === 2),
    'some people see each text track',
  )
  await sql`update work_request set vendor_answer = 'declined' where id = ${workRequest}`.execute(
    db,
  )
  await compare()
})
