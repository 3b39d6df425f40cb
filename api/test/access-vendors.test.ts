// The access matrix for two vendors of one studio: a request of the other vendor must look like an
// unknown one on every route.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OF_REQUEST, createRecords } from './access-rows/records.ts'
import { UNKNOWN, callRoute, nameOf, rowsOf } from './call-route.ts'
import { loadFixtures } from './fixtures.ts'
import { assign, createVendor } from './vendor-fixtures.ts'

test('answers for records of another vendor exactly as for unknown ones', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  const { person } = await createVendor(fixtures, fixtures.a)
  const named = rowsOf(fixtures).filter(([, { record }]) => record && OF_REQUEST.includes(record))
  await assign(fixtures.a, ids.workRequest, fixtures.a.vendors._id)
  for (const [endpoint, row] of named) {
    const reply = await callRoute(fixtures, endpoint, { person, id: ids[row.record!], row, ids })
    const none = await callRoute(fixtures, endpoint, { person, id: UNKNOWN, row, ids })
    const message = nameOf(endpoint)
    assert.ok([403, 404, 422].includes(reply.status), `${message}: ${reply.status}`)
    assert.deepEqual({ ...reply.body, requestId: '' }, { ...none.body, requestId: '' }, message)
  }
  assert.ok(named.length > 40, String(named.length))
})

test('names no record of another vendor on any route', async (t) => {
  const fixtures = await loadFixtures(t)
  const ids = await createRecords(fixtures, fixtures.a)
  const { person } = await createVendor(fixtures, fixtures.a)
  const reads = rowsOf(fixtures).filter(
    ([{ method, bytes, access }, { record }]) =>
      method === 'GET' &&
      bytes !== 'live' &&
      access !== 'anyone' &&
      !(record && OF_REQUEST.includes(record)),
  )
  const findNamed = async () => {
    const names = new Set<string>()
    for (const [endpoint, row] of reads) {
      const id = row.record ? ids[row.record] : ''
      const { text } = await callRoute(fixtures, endpoint, { person, id, row, ids })
      for (const kind of OF_REQUEST) if (text.includes(ids[kind])) names.add(nameOf(endpoint))
    }
    return [...names]
  }
  assert.ok((await findNamed()).length > 3, 'the same calls find an open request')
  await assign(fixtures.a, ids.workRequest, fixtures.a.vendors._id)
  assert.deepEqual(await findNamed(), [])
})
