// Calls every route with every role, for own, foreign and unknown records. Foreign records must look
// like unknown ones.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../src/kernel/db/sql.ts'
import { createRecords } from './access-rows/records.ts'
import { ACCESS_ROWS, ROLE_LETTERS, type RoleLetter } from './access-rows.ts'
import { UNKNOWN, callRoute, nameOf, personOf, rowsOf } from './call-route.ts'
import { loadFixtures } from './fixtures.ts'

/** Kinds that belong to the installation, not to a studio. */
const SHARED = new Set(['territory', 'assettype', 'workflow', 'job'])

test('has one access row for every route', async (t) => {
  const { app } = await loadFixtures(t)
  assert.deepEqual(app.endpoints.map(nameOf).toSorted(), Object.keys(ACCESS_ROWS).toSorted())
})

test('rejects every call without a credential', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const endpoint of fixtures.app.endpoints.filter(({ access }) => access !== 'anyone')) {
    const { status, body } = await callRoute(fixtures, endpoint, { id: UNKNOWN })
    assert.equal(status, 401, nameOf(endpoint))
    assert.equal(body.code, 'credential.invalid', nameOf(endpoint))
  }
})

test('lets only the declared roles call a route for their own studio', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  for (const [endpoint, row] of rowsOf(fixtures)) {
    for (const letter of Object.keys(ROLE_LETTERS) as RoleLetter[]) {
      if (row.may === '') continue
      const { status, body } = await callRoute(fixtures, endpoint, {
        person: personOf(fixtures, letter),
        id: row.record ? ids[row.record] : '',
        row,
        ids,
      })
      const message = `${nameOf(endpoint)} as ${ROLE_LETTERS[letter]}: ${status} ${body.code ?? ''} ${body.detail ?? ''}`
      if (row.may.includes(letter)) assert.ok(![401, 403, 404, 500].includes(status), message)
      else assert.ok([403, 404].includes(status), message)
    }
  }
})

test('answers for foreign records exactly as for unknown ones', async (t) => {
  const fixtures = await loadFixtures(t)
  const [own, foreign] = [
    await createRecords(fixtures, fixtures.a),
    await createRecords(fixtures, fixtures.b),
  ]
  for (const [endpoint, row] of rowsOf(fixtures)) {
    if (!row.record || SHARED.has(row.record)) continue
    for (const letter of (Object.keys(ROLE_LETTERS) as RoleLetter[]).filter(
      (role) => role !== 'A',
    )) {
      const reply = await callRoute(fixtures, endpoint, {
        person: personOf(fixtures, letter),
        id: foreign[row.record],
        row,
        ids: own,
      })
      const none = await callRoute(fixtures, endpoint, {
        person: personOf(fixtures, letter),
        id: UNKNOWN,
        row,
        ids: own,
      })
      const message = `${nameOf(endpoint)} as ${ROLE_LETTERS[letter]}`
      assert.ok(
        [403, 404, 422].includes(reply.status),
        `${message}: ${reply.status} ${reply.body.code}`,
      )
      assert.deepEqual({ ...reply.body, requestId: '' }, { ...none.body, requestId: '' }, message)
    }
  }
})

test('rejects a suspended person at once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await sql`update person set approved = false where id = ${guest._id}`.execute(fixtures.db)
  const closed = fixtures.app.endpoints.filter(({ access }) => access !== 'anyone')
  for (const [index, endpoint] of closed.entries()) {
    // One network may send 300 invalid tokens.
    const from = `192.0.2.${index % 2}`
    assert.equal(
      (await callRoute(fixtures, endpoint, { person: guest, id: UNKNOWN, from })).status,
      401,
      nameOf(endpoint),
    )
  }
})
