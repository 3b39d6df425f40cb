// A change answers with the record that a read returns. The numbers of statements are limits, so that
// nobody doubles the cost of a change unnoticed.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { newOrder, uploadFile } from '../../test/orders.ts'
import { statementsOf } from '../../test/statements-of.ts'
import { orderWithoutMaterials, uploadOffline } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import * as scripts from '../scripts/contract.ts'
import * as contract from './contract.ts'

const create = (by: TestUser, body: contract.NewWorkRequest) =>
  by.call(contract.createWorkRequest, { body })
const change = (by: TestUser, id: string, body: contract.WorkRequestChange) =>
  by.call(contract.changeWorkRequest, { params: { id }, body })

test('creates a work request with 8 statements and submits one with 17', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory } = a.people
  // The first request records the use of the token.
  for (let warmUp = 0; warmUp < 2; warmUp++) await create(territory, newOrder(a))
  const created = await statementsOf(() => create(territory, newOrder(a)))
  assert.ok(created.length <= 8, created.join('\n'))
  const submitted = await statementsOf(() =>
    create(territory, newOrder(a, { status: 'submitted' })),
  )
  assert.ok(submitted.length <= 17, submitted.join('\n'))
  const headers = { 'idempotency-key': 'order' }
  const keyed = await statementsOf(() =>
    territory.call(contract.createWorkRequest, { body: newOrder(a), headers }),
  )
  assert.ok(keyed.length <= 10, keyed.join('\n'))
})

test('submits an existing work request with 16 statements and moves it with 13', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor } = a.people
  const first = await create(territory, orderWithoutMaterials(a))
  await change(territory, first._id, { instructions: 'Warm' })
  const submitted = await statementsOf(() => change(territory, first._id, { status: 'submitted' }))
  assert.ok(submitted.length <= 16, submitted.join('\n'))
  await uploadOffline(a, first._id)
  const reviewed = await statementsOf(() => change(vendor, first._id, { status: 'for-review' }))
  assert.ok(reviewed.length <= 13, reviewed.join('\n'))
})

/** The reply to a change and its ETag equal those of a read. */
async function assertSameAsRead(
  by: TestUser,
  changed: { body: contract.WorkRequest; headers: Headers },
  what: string,
) {
  const read = await by.send(contract.getWorkRequest, { params: { id: changed.body._id } })
  assert.deepEqual(changed.body, read.body, what)
  assert.equal(changed.headers.get('etag'), read.headers.get('etag'), what)
}

async function ordersOf({ a }: Fixtures): Promise<[string, contract.NewWorkRequest][]> {
  const audio = await uploadFile(a.people.studio, a, 'mix.wav')
  const soon = { date: Math.floor(Date.now() / 1000) + 86_400, tz: 'Asia/Tokyo' }
  return [
    ['an asset alone', { asset: a.asset._id }],
    ['a complete order', newOrder(a)],
    ['an order that is due soon', newOrder(a, { due: soon, deliveryDeadline: soon })],
    [
      'every field',
      newOrder(a, {
        audioFile: audio._id,
        aspectRatio: '2.39:1',
        autosubs: true,
        dualLanguages: true,
        autoMode: true,
        dcp: { items: ['b', 'a'], details: [{ zz: 1, a: [2.5, { y: null, b: 'c' }] }] },
        recipients: { Online: [{ name: 'Z', email: 'z@example.com' }] },
        shippingAddresses: [{ street: 'One', city: 'Two', a: 1 }],
      }),
    ],
    ['an order that the service makes alone', newOrder(a, { auto: true })],
  ]
}

test('answers a creation with the same record as a read', async (t) => {
  const fixtures = await loadFixtures(t)
  const { territory, studio } = fixtures.a.people
  for (const [what, body] of await ordersOf(fixtures))
    for (const by of [territory, studio, fixtures.admin])
      await assertSameAsRead(by, await by.send(contract.createWorkRequest, { body }), what)
})

test('answers a submission with the same record as a read', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const orders: [string, contract.NewWorkRequest][] = [
    ['with materials', newOrder(a)],
    ['without materials', orderWithoutMaterials(a)],
    ['with a reason', newOrder(a, { reason: 'As agreed' })],
    ['for the service alone', newOrder(a, { auto: true })],
  ]
  for (const [what, order] of orders)
    for (const by of [a.people.territory, a.people.studio]) {
      const body: contract.NewWorkRequest = { ...order, status: 'submitted' }
      await assertSameAsRead(by, await by.send(contract.createWorkRequest, { body }), what)
    }
})

const rulesFor = (vendor: string) => ({ rules: [{ vendor }], pool: false, respondWithinHours: 24 })

test('answers with the lines of the script and with the vendor that a rule assigns', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { studio } = a.people
  const script = await studio.call(scripts.createScript, {
    body: { asset: a.asset._id, part: 'graphics', language: 'eng' },
  })
  await studio.call(scripts.scriptLines.put, {
    params: { id: script._id },
    body: [{ number: 1, text: 'THIS SUMMER', startTime: '00:00:01,000', stopTime: '00:00:02,000' }],
  })
  const created = await studio.send(contract.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  assert.equal(created.body.graphicsTranslation.lines.length, 1)
  await assertSameAsRead(studio, created, 'with lines')

  await sql`
     update studio set settings = ${sql`settings || ${JSON.stringify({ assignment: rulesFor(a.vendors._id) })}::jsonb`}
     where id = ${a.studio._id}`.execute(db)
  const assigned = await studio.send(contract.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  assert.equal(assigned.body.vendor, a.vendors._id)
  await assertSameAsRead(studio, assigned, 'with a vendor')
})

test('answers a move with the same record as a read', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, vendor, studio } = a.people
  const { _id: id } = await create(territory, orderWithoutMaterials(a))
  const move = async (by: TestUser, body: contract.WorkRequestChange, what: string) =>
    assertSameAsRead(by, await by.send(contract.changeWorkRequest, { params: { id }, body }), what)
  await move(territory, { status: 'submitted' }, 'submitted')
  await uploadOffline(a, id)
  await move(vendor, { status: 'for-review' }, 'for review')
  await move(territory, { status: 'rejected', reason: 'Dark', code: 'picture' }, 'rejected')
  await uploadOffline(a, id)
  await move(vendor, { status: 'for-review' }, 'for review again')
  await move(studio, { status: 'cancelled', reason: 'No longer needed' }, 'cancelled')
})

test('changes fields of a draft with 10 statements, or 14 if its price depends on them', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory } = a.people
  const { _id: id } = await create(territory, newOrder(a))
  await change(territory, id, { instructions: 'Warm' })
  const open = await statementsOf(() => change(territory, id, { instructions: 'Brighter' }))
  assert.ok(open.length <= 10, open.join('\n'))
  const ordered = await statementsOf(() => change(territory, id, { autoMode: true }))
  assert.ok(ordered.length <= 14, ordered.join('\n'))
})

test('answers a change of fields with the same record as a read', async (t) => {
  const { a } = await loadFixtures(t)
  const { territory, studio } = a.people
  const { _id: id } = await create(territory, newOrder(a))
  const soon = Math.floor(Date.now() / 1000) + 3600
  const audio = await uploadFile(studio, a, 'mix.wav')
  const changes: contract.WorkRequestChange[] = [
    {},
    { instructions: 'Brighter', tags: ['b', 'a'] },
    { due: { tz: 'Asia/Tokyo', date: soon } },
    { due: { date: soon + 90 * 86_400, tz: 'Europe/Berlin' }, deliveryDeadline: null },
    { dng: { dialogue: ['Subtitled'] } },
    { uses: { items: [], details: {} }, dcp: { items: ['b'], details: [{ zz: 1, a: 2 }] } },
    { language: 'eng', autosubs: true, dualLanguages: true, aspectRatio: '2.39:1' },
    { audioFile: audio._id, recipients: { Online: [{ name: 'Z', email: 'z@example.com' }] } },
    { shippingAddresses: [{ street: 'One', city: 'Two', a: 1 }], autoMode: true },
    { language: 'deu', territory: 'DE' },
  ]
  for (const body of changes)
    for (const by of [territory, studio])
      await assertSameAsRead(
        by,
        await by.send(contract.changeWorkRequest, { params: { id }, body }),
        JSON.stringify(body),
      )
  await change(territory, id, { ...newOrder(a), status: 'submitted' })
  await assertSameAsRead(
    territory,
    await territory.send(contract.changeWorkRequest, {
      params: { id },
      body: { instructions: 'Last words' },
    }),
    'after submission',
  )
})

test('lets a vendor who may order create and submit', async (t) => {
  const { a, db } = await loadFixtures(t)
  const { vendor } = a.people
  await sql`
    update membership set permissions = ${['workrequest.create']}
    where person_id = ${vendor._id}`.execute(db)
  for (const status of ['incomplete', 'submitted'] as const)
    await assertSameAsRead(
      vendor,
      await vendor.send(contract.createWorkRequest, { body: orderWithoutMaterials(a, { status }) }),
      status,
    )
})
