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

test('lets a manager create a group of their people in their studio', async (t) => {
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

test('follows the conventions of every record', async (t) => {
  const fixtures = await loadFixtures(t)
  await checkRecordConventions(
    fixtures,
    fixtures.a.people.studio,
    `/groups/${fixtures.a.vendors._id}`,
    {
      name: 'Renamed',
    },
  )
})

test('lists the groups of each studio by name', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await form(a.people.studio, { name: 'Animators', studios: [a.studio._id] })
  assert.deepEqual(await names(a.people.guest), ['Animators', 'Vendors a'])
  assert.deepEqual(await names(admin), ['Animators', 'Vendors a', 'Vendors b'])
})

test('returns 404 for a group of another studio', async (t) => {
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

test('rejects a studio the manager does not belong to as unknown', async (t) => {
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

test('rejects a person the manager does not see as unknown', async (t) => {
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

test('requires a studio from managers but not from admins', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await expectProblem(form(a.people.studio, {}), 422, 'group.studio-required')
  await expectProblem(
    change(a.people.studio, a.vendors._id, { studios: [] }),
    422,
    'group.studio-required',
  )
  assert.deepEqual((await form(admin, {})).studios, [])
})

test('requires existing studios and people from admins', async (t) => {
  const { admin } = await loadFixtures(t)
  await expectProblem(form(admin, { studios: [UNKNOWN] }), 422, 'reference.not-found')
  await expectProblem(form(admin, { users: [UNKNOWN] }), 422, 'reference.not-found')
})

test('lets only an admin create, edit or convert an admin group', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { studio, guest } = a.people
  await expectProblem(form(studio, { type: 'a', studios: [a.studio._id] }), 403, 'grant.forbidden')
  await expectProblem(change(studio, a.vendors._id, { type: 'a' }), 403, 'grant.forbidden')
  const admins = await form(admin, { name: 'Admins', type: 'a', studios: [a.studio._id] })
  for (const body of [{ users: [guest._id] }, { type: 'v' }, { name: 'Mine' }])
    await expectProblem(change(studio, admins._id, body), 403, 'grant.forbidden')
  await expectProblem(studio.call(contract.removeGroup, { params: { id: admins._id } }), 403)
  assert.deepEqual(await studio.call(contract.getGroup, { params: { id: admins._id } }), admins)
})

test('lets only an admin change a group shared with another studio', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const shared = await form(admin, { name: 'Shared', studios: [a.studio._id, b.studio._id] })
  assert.deepEqual(
    (await a.people.studio.call(contract.getGroup, { params: { id: shared._id } })).studios,
    [a.studio._id],
  )
  await expectProblem(change(a.people.studio, shared._id, { name: 'Mine' }), 403, 'group.forbidden')
  await expectProblem(
    a.people.studio.call(contract.removeGroup, { params: { id: shared._id } }),
    403,
    'group.forbidden',
  )
  assert.equal((await change(admin, shared._id, { name: 'Ours' })).name, 'Ours')
})

test('replaces members and addresses as a whole and keeps omitted fields', async (t) => {
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

test('adds a person listed twice once', async (t) => {
  const { a } = await loadFixtures(t)
  const group = await form(a.people.studio, {
    studios: [a.studio._id, a.studio._id],
    users: [a.people.guest._id, a.people.guest._id],
  })
  assert.deepEqual([group.studios, group.users], [[a.studio._id], [a.people.guest._id]])
})

test('shows addresses to members and managers only', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, vendor, guest } = a.people
  await change(studio, a.vendors._id, { addresses: [{ city: 'Lyon' }] })
  const seen = async (person: TestUser) =>
    (await person.call(contract.getGroup, { params: { id: a.vendors._id } })).addresses.length
  assert.deepEqual([await seen(studio), await seen(vendor), await seen(guest)], [1, 1, 0])
})

test('rejects invalid values', async (t) => {
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

test('rejects changes from people who do not manage users', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'guest', 'service'] as const) {
    await expectProblem(
      form(a.people[role], { studios: [a.studio._id] }),
      403,
      'permission.required',
    )
    await expectProblem(
      change(a.people[role], a.vendors._id, { name: 'x' }),
      403,
      'permission.required',
    )
    await expectProblem(
      a.people[role].call(contract.removeGroup, { params: { id: a.vendors._id } }),
      403,
      'permission.required',
    )
  }
})

test('keeps a group that a workflow uses, and removes another without its people', async (t) => {
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
