// The access matrix for a vendor that was asked for a request: one that it declined must look like an
// unknown one on every route, and one that it has not accepted cannot be changed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OF_REQUEST, createRecords } from './access-rows/records.ts'
import { UNKNOWN, callRoute, nameOf, rowsOf } from './call-route.ts'
import { loadFixtures } from './fixtures.ts'
import { answer, assign, firstVendor } from './vendor-fixtures.ts'

test('answers for a request that the vendor declined as for an unknown one, except for its answer', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const ids = await createRecords(fixtures, a)
  const { person, group } = firstVendor(a)
  await assign(a, ids.workRequest, group)
  await answer({ person, group }, ids.workRequest, { decision: 'declined', reason: 'No capacity' })
  const named = rowsOf(fixtures).filter(([, { record }]) => record && OF_REQUEST.includes(record))
  const differing: string[] = []
  for (const [endpoint, row] of named) {
    const reply = await callRoute(fixtures, endpoint, { person, id: ids[row.record!], row, ids })
    const none = await callRoute(fixtures, endpoint, { person, id: UNKNOWN, row, ids })
    const [body, unknownBody] = [reply, none].map(({ body }) =>
      JSON.stringify({ ...body, requestId: '' }),
    )
    if (body !== unknownBody) differing.push(nameOf(endpoint))
  }
  assert.deepEqual(differing, ['GET /workrequests/:id/assignments'])
})

/** A vendor that has not accepted can read, answer and comment. The bodies of the rest are empty. */
const OPEN_TO_ASKED = [
  'DELETE /translations/:id/presence',
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
    ([{ method }, { record }]) => method !== 'GET' && record && OF_REQUEST.includes(record),
  )
  const done: string[] = []
  for (const [endpoint, row] of writes) {
    await assign(a, ids.workRequest, null)
    await assign(a, ids.workRequest, group)
    const { status } = await callRoute(fixtures, endpoint, {
      person,
      id: ids[row.record!],
      row,
      ids,
    })
    if (status < 400) done.push(nameOf(endpoint))
  }
  assert.deepEqual(done.toSorted(), OPEN_TO_ASKED)
})
