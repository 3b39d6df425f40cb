// The access matrix for two vendors of one studio: a request of the other vendor, and one that the
// vendor declined, must look like an unknown one on every route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRecords } from './access-rows/records.ts'
import type { RecordKind } from './access-rows.ts'
import { UNKNOWN, callRoute, nameOf, rowsOf } from './call-route.ts'
import { loadFixtures } from './fixtures.ts'
import { answer, assign, createVendor, firstVendor } from './vendor-fixtures.ts'

/** What belongs to a work request. The file of the records is also the preview of the asset. */
const OF_REQUEST: RecordKind[] = [
  'workRequest',
  'offline',
  'comment',
  'requestComment',
  'lineComment',
  'translation',
  'translationLine',
  'encode',
  'invitation',
  'event',
  'notification',
  'memory',
  'reviewSession',
]

test('answers for records of another vendor exactly as for unknown ones', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  const { person } = await createVendor(fixtures, fixtures.a)
  const named = rowsOf(fixtures).filter(([, { at }]) => at && OF_REQUEST.includes(at))
  await assign(fixtures.a, ids.workRequest, fixtures.a.vendors._id)
  for (const [endpoint, row] of named) {
    const theirs = await callRoute(fixtures, endpoint, { person, id: ids[row.at!], row, ids })
    const none = await callRoute(fixtures, endpoint, { person, id: UNKNOWN, row, ids })
    const message = nameOf(endpoint)
    assert.ok([403, 404, 422].includes(theirs.status), `${message}: ${theirs.status}`)
    assert.deepEqual({ ...theirs.body, requestId: '' }, { ...none.body, requestId: '' }, message)
  }
  assert.ok(named.length > 40, String(named.length))
})

test('names no record of another vendor on any route', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  const { person } = await createVendor(fixtures, fixtures.a)
  const reads = rowsOf(fixtures).filter(
    ([{ method, bytes, access }, { at }]) =>
      method === 'GET' &&
      bytes !== 'live' &&
      access !== 'anyone' &&
      !(at && OF_REQUEST.includes(at)),
  )
  const findNamed = async () => {
    const found = new Set<string>()
    for (const [endpoint, row] of reads) {
      const id = row.at ? ids[row.at] : ''
      const { text } = await callRoute(fixtures, endpoint, { person, id, row, ids })
      for (const kind of OF_REQUEST) if (text.includes(ids[kind])) found.add(nameOf(endpoint))
    }
    return [...found]
  }
  assert.ok((await findNamed()).length > 3, 'the same calls find an open request')
  await assign(fixtures.a, ids.workRequest, fixtures.a.vendors._id)
  assert.deepEqual(await findNamed(), [])
})

test('answers for a request that the vendor declined as for an unknown one, except for its answer', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const ids = await createRecords(fixtures, a)
  const { person, group } = firstVendor(a)
  await assign(a, ids.workRequest, group)
  await answer({ person, group }, ids.workRequest, { decision: 'declined', reason: 'No capacity' })
  const named = rowsOf(fixtures).filter(([, { at }]) => at && OF_REQUEST.includes(at))
  const differing: string[] = []
  for (const [endpoint, row] of named) {
    const theirs = await callRoute(fixtures, endpoint, { person, id: ids[row.at!], row, ids })
    const none = await callRoute(fixtures, endpoint, { person, id: UNKNOWN, row, ids })
    const [one, other] = [theirs, none].map(({ body }) =>
      JSON.stringify({ ...body, requestId: '' }),
    )
    if (one !== other) differing.push(nameOf(endpoint))
  }
  assert.deepEqual(differing, ['GET /workrequests/:id/assignments'])
})

/** A vendor that has not accepted can read, answer and comment. The bodies of the rest are empty. */
const OPEN_TO_ASKED = [
  'POST /offlines/:id/comments',
  'POST /reviewsessions',
  'POST /translations/:id/spelling',
  'POST /workrequests/:id/comments',
  'PUT /notifications/:id',
  'PUT /offlines/:id',
  'PUT /offlines/:id/comments/:comment',
  'PUT /reviewsessions/:id/presence',
  'PUT /translations/:id/presence',
  'PUT /workrequests/:id',
  'PUT /workrequests/:id/assignment',
  'PUT /workrequests/:id/comments/:comment',
]

test('a vendor that has not accepted changes nothing of the request', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const ids = await createRecords(fixtures, a)
  const { person, group } = firstVendor(a)
  const writes = rowsOf(fixtures).filter(
    ([{ method }, { at }]) => method !== 'GET' && at && OF_REQUEST.includes(at),
  )
  const done: string[] = []
  for (const [endpoint, row] of writes) {
    await assign(a, ids.workRequest, null)
    await assign(a, ids.workRequest, group)
    const { status } = await callRoute(fixtures, endpoint, { person, id: ids[row.at!], row, ids })
    if (status < 400) done.push(nameOf(endpoint))
  }
  assert.deepEqual(done.toSorted(), OPEN_TO_ASKED)
})
