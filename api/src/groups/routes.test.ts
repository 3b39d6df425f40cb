import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRecordConventions } from '../../test/conventions.ts'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createWorkflow } from '../workflows/contract.ts'
import * as contract from './contract.ts'

const UNKNOWN = 'f'.repeat(24)
const form = (person: TestUser, body: object) =>
  person.call(contract.createGroup, { body: { name: 'New', type: 'v', ...body } as never })
const change = (person: TestUser, id: string, body: object) =>
  person.call(contract.changeGroup, { params: { id }, body })
const names = async (person: TestUser) =>
  (await person.call(contract.listGroups)).items.map((group) => group.name)

test('a manager forms a group of their people in their studio', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor, guest } = a.people
  const group = await form(studio, {
    studios: [a.studio],
    users: [vendor._id, { _id: guest._id }],
    addresses: [{ name: 'Dock 3', city: 'Lyon' }],
  })
  assert.deepEqual(
    [group.studios, group.users.toSorted(), group.addresses],
    [
      [a.studio._id],
      [vendor._id, guest._id].toSorted(),
      [{ name: 'Dock 3', address: '', city: 'Lyon', state: '', postalCode: '', country: '' }],
    ],
  )
  assert.deepEqual(await studio.call(contract.getGroup, { params: { id: group._id } }), group)
})

test('a group keeps to the conventions of every record', async (t) => {
  const house = await loadFixtures(t)
  await checkRecordConventions(house, house.a.people.studio, `/groups/${house.a.vendors._id}`, {
    name: 'Renamed',
  })
})

test('groups are listed by name, each studio its own', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await form(a.people.studio, { name: 'Animators', studios: [a.studio._id] })
  assert.deepEqual(await names(a.people.guest), ['Animators', 'Vendors a'])
  assert.deepEqual(await names(admin), ['Animators', 'Vendors a', 'Vendors b'])
})

test('a group of another studio is as unknown as none', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  await expectSameProblem(
    studio.call(contract.getGroup, { params: { id: b.vendors._id } }),
    studio.call(contract.getGroup, { params: { id: UNKNOWN } }),
    404,
  )
  await expectSameProblem(
    change(studio, b.vendors._id, { name: 'x' }),
    change(studio, UNKNOWN, { name: 'x' }),
    404,
  )
  await expectSameProblem(
    studio.call(contract.removeGroup, { params: { id: b.vendors._id } }),
    studio.call(contract.removeGroup, { params: { id: UNKNOWN } }),
    404,
  )
})

test('nobody forms a group in a studio that is not theirs, and it is as unknown as none', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  await expectSameProblem(
    form(studio, { studios: [b.studio._id] }),
    form(studio, { studios: [UNKNOWN] }),
    403,
  )
  await expectSameProblem(
    change(studio, a.vendors._id, { studios: [a.studio._id, b.studio._id] }),
    change(studio, a.vendors._id, { studios: [a.studio._id, UNKNOWN] }),
    403,
  )
})

test('nobody puts a stranger into a group, and they are as unknown as none', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio } = a.people
  await expectSameProblem(
    form(studio, { studios: [a.studio._id], users: [b.people.guest._id] }),
    form(studio, { studios: [a.studio._id], users: [UNKNOWN] }),
    422,
  )
  await expectSameProblem(
    change(studio, a.vendors._id, { users: [b.people.guest._id] }),
    change(studio, a.vendors._id, { users: [UNKNOWN] }),
    422,
  )
})

test('a manager names at least one studio; an admin need not', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await expectProblem(form(a.people.studio, {}), 422, 'group.studio-missing')
  await expectProblem(
    change(a.people.studio, a.vendors._id, { studios: [] }),
    422,
    'group.studio-missing',
  )
  assert.deepEqual((await form(admin, {})).studios, [])
})

test('an admin names studios and people that exist', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(form(admin, { studios: [UNKNOWN] }), 422, 'reference.unknown')
  await expectProblem(form(admin, { users: [UNKNOWN] }), 422, 'reference.unknown')
})

test('only an admin makes an admin group, changes who is in it, or makes it something else', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { studio, guest } = a.people
  await expectProblem(
    form(studio, { type: 'a', studios: [a.studio._id] }),
    403,
    'grant.beyond-yours',
  )
  await expectProblem(change(studio, a.vendors._id, { type: 'a' }), 403, 'grant.beyond-yours')
  const admins = await form(admin, { name: 'Admins', type: 'a', studios: [a.studio._id] })
  for (const body of [{ users: [guest._id] }, { type: 'v' }, { name: 'Mine' }])
    await expectProblem(change(studio, admins._id, body), 403, 'grant.beyond-yours')
  await expectProblem(studio.call(contract.removeGroup, { params: { id: admins._id } }), 403)
  assert.deepEqual(await studio.call(contract.getGroup, { params: { id: admins._id } }), admins)
})

test('a group shared with another studio is changed by an admin alone', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const shared = await form(admin, { name: 'Shared', studios: [a.studio._id, b.studio._id] })
  assert.deepEqual(
    (await a.people.studio.call(contract.getGroup, { params: { id: shared._id } })).studios,
    [a.studio._id],
  )
  await expectProblem(change(a.people.studio, shared._id, { name: 'Mine' }), 403, 'group.shared')
  await expectProblem(
    a.people.studio.call(contract.removeGroup, { params: { id: shared._id } }),
    403,
    'group.shared',
  )
  assert.equal((await change(admin, shared._id, { name: 'Ours' })).name, 'Ours')
})

test('members and addresses are replaced as a whole, what is not named stays', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor, guest } = a.people
  await change(studio, a.vendors._id, {
    addresses: [{ city: 'Lyon' }],
    users: [vendor._id, guest._id],
  })
  const renamed = await change(studio, a.vendors._id, { name: 'Renamed' })
  assert.deepEqual([renamed.users.length, renamed.addresses.length, renamed.type], [2, 1, 'v'])
  const emptied = await change(studio, a.vendors._id, { users: [], addresses: [] })
  assert.deepEqual([emptied.users, emptied.addresses, emptied.name], [[], [], 'Renamed'])
})

test('somebody named twice is a member once', async (t) => {
  const { a } = await loadFixtures(t)
  const group = await form(a.people.studio, {
    studios: [a.studio._id, a.studio._id],
    users: [a.people.guest._id, a.people.guest._id],
  })
  assert.deepEqual([group.studios, group.users], [[a.studio._id], [a.people.guest._id]])
})

test('addresses are for members and managers', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor, guest } = a.people
  await change(studio, a.vendors._id, { addresses: [{ city: 'Lyon' }] })
  const seen = async (person: TestUser) =>
    (await person.call(contract.getGroup, { params: { id: a.vendors._id } })).addresses.length
  assert.deepEqual([await seen(studio), await seen(vendor), await seen(guest)], [1, 1, 0])
})

test('bad values are refused', async (t) => {
  const { a } = await loadFixtures(t)
  for (const body of [
    { type: 'x' },
    { name: '' },
    { users: ['short'] },
    { addresses: [{ city: 5 }] },
    { addresses: [{ city: 'x'.repeat(201) }] },
  ])
    await expectProblem(
      form(a.people.studio, { studios: [a.studio._id], ...body }),
      422,
      'body.invalid',
    )
  await expectProblem(
    form(a.people.studio, { studios: [a.studio._id], addresses: [{ planet: 'x' }] }),
    400,
    'body.unknown-field',
  )
})

test('who does not manage people changes no group', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'guest', 'service'] as const) {
    await expectProblem(form(a.people[role], { studios: [a.studio._id] }), 403, 'right.missing')
    await expectProblem(change(a.people[role], a.vendors._id, { name: 'x' }), 403, 'right.missing')
    await expectProblem(
      a.people[role].call(contract.removeGroup, { params: { id: a.vendors._id } }),
      403,
      'right.missing',
    )
  }
})

test('a group that a workflow names stays; another goes, and its people remain', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { studio, vendor } = a.people
  const phases = {
    WIP: { groups: [{ id: a.vendors._id, dng: [], usages: [] }], users: [], terminal: false },
    FINAL: { groups: [], users: [], terminal: true },
  }
  await admin.call(createWorkflow, {
    body: {
      name: 'Named',
      definition: { phases, requireGraphicsApproval: false, requireOfflineApproval: false },
    },
  })
  await expectProblem(
    studio.call(contract.removeGroup, { params: { id: a.vendors._id } }),
    409,
    'record.in-use',
  )
  const other = await form(studio, { studios: [a.studio._id], users: [vendor._id] })
  await expectProblem(
    studio.call(contract.removeGroup, {
      params: { id: other._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
  )
  assert.deepEqual(await studio.call(contract.removeGroup, { params: { id: other._id } }), {
    _id: other._id,
    removed: true,
  })
  await expectProblem(studio.call(contract.getGroup, { params: { id: other._id } }), 404)
  await vendor.call(contract.listGroups)
})
