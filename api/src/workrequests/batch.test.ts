import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createFrance, newOrder } from '../../test/orders.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { orderWithoutMaterials } from '../../test/work-requests.ts'
import * as contract from './contract.ts'

type Fields = Partial<contract.NewWorkRequest>
const place = (by: TestUser, body: { template?: Fields; orders: Fields[] }, key?: string) =>
  by.call(contract.createWorkRequests, {
    body,
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const list = async (by: TestUser) => (await by.call(contract.listWorkRequests)).items

test('places one order for many territories with fields that they share', async (t) => {
  const { a, admin } = await loadFixtures(t)
  await createFrance(admin)
  const { studio } = a.people
  const { language: _language, territory: _territory, ...template } = orderWithoutMaterials(a)
  const places = [
    { language: 'deu', territory: 'DE' },
    { language: 'fra', territory: 'FR' },
    { language: 'deu', territory: 'DE', instructions: 'For cinemas', status: 'submitted' as const },
  ]
  const placed = await place(studio, { template, orders: places })
  const records = placed.map((result) =>
    'record' in result ? result.record : assert.fail('refused'),
  )
  assert.deepEqual(
    records.map(({ language, territory, status }) => [language, territory, status]),
    [
      ['deu', 'DE', 'incomplete'],
      ['fra', 'FR', 'incomplete'],
      ['deu', 'DE', 'in-progress'],
    ],
  )
  assert.deepEqual(
    (await list(studio)).map(({ _id }) => _id).toSorted(),
    records.map(({ _id }) => _id).toSorted(),
  )
  for (const record of records) {
    const read = await studio.call(contract.getWorkRequest, { params: { id: record._id } })
    assert.deepEqual(record, read)
  }
})

test('answers each order on its own: a bad one leaves nothing behind and stops no other', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  const good = newOrder(a)
  const placed = await place(studio, {
    orders: [
      good,
      { ...good, asset: b.asset._id },
      { ...good, status: 'complete' },
      { ...good, due: 'soon' as never },
      { ...good, colour: 'red' } as never,
      { language: 'deu' },
      { ...good, uses: { items: [], details: {} }, status: 'submitted' },
      good,
    ],
  })
  assert.deepEqual(
    placed.map((result) =>
      'problem' in result ? [result.status, result.problem.code] : [result.status],
    ),
    [
      [200],
      [404, 'asset.not-found'],
      [403, 'field.protected'],
      [422, 'body.invalid'],
      [400, 'body.unknown-field'],
      [422, 'body.invalid'],
      [422, 'work-request.incomplete'],
      [200],
    ],
  )
  assert.equal((await list(studio)).length, 2)
})

test('places a batch once for a key', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory } = a.people
  const orders = [newOrder(a), newOrder(a, { status: 'submitted' }), { language: 'deu' }]
  const first = await place(territory, { orders }, 'batch')
  assert.deepEqual(await place(territory, { orders }, 'batch'), first)
  assert.equal((await list(territory)).length, 2)
})

test('refuses an empty batch, one of more than 200 orders, and people who may not order', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor } = a.people
  await expectProblem(place(studio, { orders: [] }), 422, 'body.invalid')
  const many = Array.from({ length: contract.MAX_BATCH_ORDERS + 1 }, () => newOrder(a))
  await expectProblem(place(studio, { orders: many }), 422, 'body.invalid')
  await expectProblem(place(vendor, { orders: [newOrder(a)] }), 403, 'permission.required')
})
