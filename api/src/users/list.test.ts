import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import type { QueryOf } from '../kernel/http/contract/endpoint.ts'
import * as groups from '../groups/contract.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { DEFAULT_PREFERENCES } from './rules/user.ts'

type Query = NonNullable<QueryOf<typeof contract.listUsers>>
const names = async (person: TestUser, query: Query = {}) =>
  (await person.call(contract.listUsers, { query, range: { first: 0, last: 99 } })).items.map(
    (user) => user.name,
  )

test('lists people by name in pages', async (t) => {
  const { admin } = await loadFixtures(t)
  const all = await names(admin)
  assert.deepEqual(all, all.toSorted())
  const pages = [0, 5, 10].map((first) =>
    admin.call(contract.listUsers, { range: { first, last: first + 4 } }),
  )
  assert.deepEqual(
    (await Promise.all(pages)).flatMap((page) => page.items.map((user) => user.name)),
    all,
  )
})

test('sorts by visible fields only', async (t) => {
  const { admin } = await loadFixtures(t)
  assert.deepEqual(await names(admin, { order: '-name' }), (await names(admin)).toReversed())
  assert.equal((await names(admin, { order: 'created' }))[0], 'Administrator')
  assert.equal((await names(admin, { order: 'email' }))[0], 'Administrator')
  for (const order of ['password', 'password_hash', '-p.email', 'name,password', '__proto__'])
    await expectProblem(
      admin.call(contract.listUsers, { query: { order } }),
      400,
      'order.unknown-field',
    )
})

test('searches names and addresses case-insensitively and literally', async (t) => {
  const { admin, a } = await loadFixtures(t)
  assert.deepEqual(await names(admin, { q: 'GUEST' }), ['guest a', 'guest b'])
  assert.deepEqual(await names(admin, { q: 'guest-a@' }), ['guest a'])
  assert.deepEqual(await names(a.people.studio, { q: 'guest' }), ['guest a'])
  for (const q of ['%', '_', "' or 1=1 --", '\\']) assert.deepEqual(await names(admin, { q }), [])
})

test('searches with and without the index', async (t) => {
  const { admin, a } = await loadFixtures(t)
  // The index needs three characters in a row.
  for (const q of ['gu', 'gue', 'GUEST A', 't-a@'])
    assert.deepEqual(await names(a.people.studio, { q }), ['guest a'], q)
  assert.deepEqual(await names(a.people.studio, { q: 'st b' }), [])
  assert.deepEqual(await names(admin, { q: 'st b' }), ['guest b'])
  const after = await admin.call(contract.listUsers, {
    query: { q: 'guest' },
    range: { first: 5, last: 9 },
  })
  assert.deepEqual([after.items, after.total], [[], 2])
})

test('filters by role and studio', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  assert.deepEqual(await names(admin, { role: 'vendor' }), ['vendor a', 'vendor b'])
  assert.equal((await names(admin, { studio: 'studio-a' })).length, 6)
  assert.deepEqual(await names(admin, { studio: b.studio._id, role: 'guest' }), ['guest b'])
  assert.deepEqual(await names(a.people.guest, { studio: 'studio-b' }), [])
  await expectProblem(names(admin, { role: 'king' as 'guest' }), 400, 'query.unknown-value')
})

test('does not reveal membership in a studio the caller does not see', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  await admin.call(contract.changeUser, {
    params: { id: a.people.vendor._id },
    body: { studios: [a.studio._id, b.studio._id] },
  })
  for (const studio of [b.studio._id, 'studio-b'])
    assert.deepEqual(await names(a.people.studio, { studio }), [])
  assert.ok((await names(b.people.studio, { studio: 'studio-b' })).includes('vendor a'))
})

test('rejects unknown and repeated query parameters', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.listUsers, { query: { password: 'x' } as never }),
    400,
    'query.unknown-field',
  )
  await expectProblem(
    admin.call(contract.listUsers, { query: { q: 'x'.repeat(201) } }),
    422,
    'query.invalid',
  )
  await expectProblem(
    admin.call(contract.listUsers, { headers: { 'x-range': 'resources=9-0' } }),
    400,
    'range.malformed',
  )
})

test('shows private fields to the person and to user managers', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest, vendor, studio } = a.people
  const preferences = { ...DEFAULT_PREFERENCES, agent: { instructions: 'private' } }
  await guest.call(contract.changeUser, {
    params: { id: guest._id },
    body: {
      preferences: { agent: { instructions: 'private' } },
      queue: ['secret'],
      orderQueue: ['secret'],
      shareQueue: ['secret'],
    },
  })
  const seenBy = async (person: TestUser) =>
    person.call(contract.getUser, { params: { id: guest._id } })
  for (const person of [guest, studio])
    assert.deepEqual(
      [(await seenBy(person)).preferences, (await seenBy(person)).queue],
      [preferences, ['secret']],
    )
  const seen = await seenBy(vendor)
  assert.deepEqual(
    [seen.preferences, seen.queue, seen.orderQueue, seen.shareQueue],
    [DEFAULT_PREFERENCES, [], [], []],
  )
})

test('shows group addresses to members and user managers', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor, guest } = a.people
  await studio.call(groups.changeGroup, {
    params: { id: a.vendors._id },
    body: { addresses: [{ name: 'Dock', city: 'Lyon' }] },
  })
  const addresses = async (person: TestUser) =>
    (await person.call(contract.getUser, { params: { id: vendor._id } })).groups[0]!.addresses
      .length
  assert.deepEqual(
    [await addresses(studio), await addresses(vendor), await addresses(guest)],
    [1, 1, 0],
  )
})

test('shows the second factor of the own session only', async (t) => {
  const { a, db } = await loadFixtures(t)
  await sql`update token set second_factor = true`.execute(db)
  const { items } = await a.people.studio.call(contract.listUsers)
  assert.deepEqual(
    items.filter((user) => user.twofactorVerified).map((user) => user.name),
    ['studio a'],
  )
})

test('never lists a hash, token, secret or code', async (t) => {
  const { admin } = await loadFixtures(t)
  const { items } = await admin.call(contract.listUsers, { range: { first: 0, last: 99 } })
  for (const user of items)
    assert.deepEqual([user.password, user.invite], ['[redacted]', 'http://app.test/register/:code'])
  assert.doesNotMatch(JSON.stringify(items), /argon2|digest|secret/)
})
