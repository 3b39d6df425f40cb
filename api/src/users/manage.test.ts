import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type TestUser } from '../../test/fixtures.ts'
import * as groups from '../groups/contract.ts'
import * as outbox from '../outbox/contract.ts'
import { changeSession, openSession } from '../sessions/contract.ts'
import * as contract from './contract.ts'

const UNKNOWN = 'f'.repeat(24)
const put = (by: TestUser, id: string, body: object) =>
  by.call(changeSession, { params: { id }, body })
const read = (by: TestUser, id: string) => by.call(contract.getUser, { params: { id } })

test('lets a manager set roles, permissions, groups, territory, flags and second factor', async (t) => {
  const { a, territory } = await loadFixtures(t)
  const { studio, guest } = a.people
  const changed = await put(studio, guest._id, {
    name: 'Promoted',
    roles: ['vendor', 'territory'],
    permissions: ['report.read'],
    groups: [a.vendors],
    territory: { _id: territory._id, name: 'ignored' },
    flags: ['vip'],
    hasEnforced2fa: true,
  })
  assert.deepEqual(
    [
      changed.name,
      changed.roles,
      changed.permissions,
      changed.groups.map((group) => group._id),
      changed.territory!.code,
      changed.flags,
      changed.hasEnforced2fa,
    ],
    ['Promoted', ['territory', 'vendor'], ['report.read'], [a.vendors._id], 'DE', ['vip'], true],
  )
  const cleared = await put(studio, guest._id, { territory: null, groups: [], permissions: [] })
  assert.deepEqual(
    [cleared.territory, cleared.groups, cleared.permissions, cleared.roles, cleared.flags],
    [null, [], [], ['territory', 'vendor'], ['vip']],
    'clears with null and empty values and keeps omitted fields',
  )
})

test('applies a grant from the next request on', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, guest } = a.people
  await expectProblem(
    guest.call(groups.createGroup, { body: { name: 'Mine', type: 'v', studios: [a.studio._id] } }),
    403,
  )
  await put(studio, guest._id, { permissions: ['user.manage'] })
  await guest.call(groups.createGroup, {
    body: { name: 'Mine', type: 'v', studios: [a.studio._id] },
  })
  await put(studio, guest._id, { permissions: [] })
  await expectProblem(
    guest.call(groups.createGroup, { body: { name: 'Mine', type: 'v', studios: [a.studio._id] } }),
    403,
  )
})

test('changes nothing when a manager sends an unchanged record', async (t) => {
  const { a } = await loadFixtures(t)
  const seen = await read(a.people.studio, a.people.territory._id)
  assert.deepEqual(await put(a.people.studio, seen._id, seen), seen)
})

test('rejects a role, permission or studio that the manager does not have', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, guest } = a.people
  const before = await read(studio, guest._id)
  for (const body of [
    { roles: ['admin'] },
    { roles: ['guest', 'service'] },
    { permissions: ['event.write'] },
  ])
    await expectProblem(put(studio, guest._id, body), 403, 'grant.forbidden')
  const intoStudio = (id: string) => put(studio, guest._id, { studios: [a.studio._id, id] })
  await expectSameProblem(intoStudio(b.studio._id), intoStudio(UNKNOWN), 422)
  const intoGroup = (id: string) => put(studio, guest._id, { groups: [id] })
  await expectSameProblem(intoGroup(b.vendors._id), intoGroup(UNKNOWN), 422)
  assert.deepEqual(await read(studio, guest._id), before)
})

test('rejects a group that has studios missing those of the manager', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const shared = await admin.call(groups.createGroup, {
    body: {
      name: 'Shared',
      type: 'v',
      studios: [a.studio._id, b.studio._id],
      users: [a.people.vendor._id],
    },
  })
  await expectProblem(
    put(a.people.studio, a.people.guest._id, { groups: [shared._id] }),
    403,
    'grant.forbidden',
  )
  await expectProblem(
    put(a.people.studio, a.people.vendor._id, { groups: [] }),
    403,
    'grant.forbidden',
  )
})

test('accepts existing grants that the manager could not give', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { studio, guest } = a.people
  await admin.call(contract.changeUser, {
    params: { id: guest._id },
    body: { studios: [a.studio._id] },
  })
  const { roles, permissions, studios } = await read(studio, guest._id)
  assert.equal(
    (await put(studio, guest._id, { roles, permissions, studios, name: 'Same' })).name,
    'Same',
  )
})

test('lets a manager remove a person from their studio without touching other studios', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const { studio, guest } = a.people
  await put(admin, guest._id, { studios: [a.studio._id, b.studio._id] })
  assert.deepEqual((await put(studio, guest._id, { studios: [] })).studios, [])
  await expectProblem(read(studio, guest._id), 404)
  assert.deepEqual((await read(admin, guest._id)).studios, [b.studio._id])
})

test('rejects changes to a person with more permissions than the manager', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await put(admin, admin._id, { studios: [a.studio._id] })
  await expectProblem(
    put(a.people.studio, admin._id, { status: { approved: false } }),
    403,
    'field.protected',
  )
  await expectProblem(
    put(a.people.studio, a.people.service._id, { flags: ['x'] }),
    403,
    'field.protected',
  )
  await expectProblem(
    a.people.studio.call(contract.disableUser, { params: { id: admin._id } }),
    403,
    'user.higher-role',
  )
})

test('rejects a manager who sets a password, preference or queue of another person', async (t) => {
  const { admin, a } = await loadFixtures(t)
  for (const by of [a.people.studio, admin])
    for (const body of [
      { password: 'Another-horse-7', currentPassword: PASSWORD },
      { queue: ['x'] },
      { preferences: { agent: { instructions: 'x' } } },
    ]) {
      await expectProblem(put(by, a.people.guest._id, body), 403, 'field.protected')
    }
})

test('rejects changes to other people without user.manage', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'service'] as const)
    await expectProblem(
      put(a.people[role], a.people.guest._id, { name: 'x' }),
      403,
      'field.protected',
    )
})

test('returns 404 for people of another studio', async (t) => {
  const { a, b } = await loadFixtures(t)
  for (const by of [a.people.studio, a.people.guest]) {
    await expectSameProblem(
      put(by, b.people.guest._id, { name: 'x' }),
      put(by, UNKNOWN, { name: 'x' }),
      404,
    )
  }
  await expectSameProblem(
    a.people.studio.call(contract.disableUser, { params: { id: b.people.guest._id } }),
    a.people.studio.call(contract.disableUser, { params: { id: UNKNOWN } }),
    404,
  )
  assert.equal((await read(b.people.studio, b.people.guest._id)).name, 'guest b')
})

test('signs an unapproved person out at once and lets them in again when approved', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const { studio, guest } = a.people
  assert.equal(
    (await put(studio, guest._id, { status: { approved: false } })).status.approved,
    false,
  )
  await expectProblem(guest.call(openSession), 401)
  await put(studio, guest._id, { status: { approved: true } })
  await expectProblem(guest.call(openSession), 401)
  await signIn(guest.email)
})

test('revokes the sessions after an e-mail change and informs both addresses', async (t) => {
  const { admin, a, signIn } = await loadFixtures(t)
  const { studio, guest } = a.people
  const changed = await put(studio, guest._id, {
    emailNormal: 'Fresh@Example.com',
    username: 'fresh@example.com',
  })
  assert.deepEqual(
    [changed.emailNormal, changed.username],
    ['fresh@example.com', 'fresh@example.com'],
  )
  await expectProblem(guest.call(openSession), 401)
  await expectProblem(signIn(guest.email), 401)
  assert.equal((await signIn('fresh@example.com'))._id, guest._id)
  assert.deepEqual((await admin.call(outbox.listOutbox)).items.map((mail) => mail.to).toSorted(), [
    'fresh@example.com',
    guest.email,
  ])
})

test('rejects an e-mail that another person has, in any case', async (t) => {
  const { a, b } = await loadFixtures(t)
  for (const emailNormal of [
    a.people.vendor.email,
    b.people.vendor.email,
    b.people.vendor.email.toUpperCase(),
  ])
    await expectProblem(
      put(a.people.studio, a.people.guest._id, { emailNormal }),
      409,
      'email.exists',
    )
  assert.equal((await read(a.people.studio, a.people.guest._id)).emailNormal, a.people.guest.email)
})

test('ignores a change of case in the own e-mail', async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, guest } = a.people
  const changed = await put(studio, guest._id, {
    emailNormal: guest.email.toUpperCase(),
    username: guest.email.toUpperCase(),
  })
  assert.equal(changed.emailNormal, guest.email)
  await guest.call(openSession)
})

test('rejects a username that differs from the e-mail', async (t) => {
  const { a } = await loadFixtures(t)
  for (const body of [
    { username: 'other@example.com' },
    { username: 'other@example.com', emailNormal: 'fresh@example.com' },
  ])
    await expectProblem(put(a.people.studio, a.people.guest._id, body), 422, 'username.mismatch')
  assert.equal((await read(a.people.studio, a.people.guest._id)).emailNormal, a.people.guest.email)
})

test('rejects invalid values and names them', async (t) => {
  const { a } = await loadFixtures(t)
  for (const [body, pointer] of [
    [{ roles: ['king'] }, '/roles/0'],
    [{ hasEnforced2fa: 'no' }, '/hasEnforced2fa'],
    [{ status: { approved: 1 } }, '/status/approved'],
    [{ emailNormal: 'nonsense' }, '/emailNormal'],
    [{ flags: [1] }, '/flags/0'],
  ] as const) {
    const { errors } = await expectProblem(
      put(a.people.studio, a.people.guest._id, body),
      422,
      'body.invalid',
    )
    assert.equal(errors[0]!.pointer, pointer)
  }
  await expectProblem(
    put(a.people.studio, a.people.guest._id, { status: { king: true } }),
    400,
    'body.unknown-field',
  )
  await expectProblem(
    put(a.people.studio, a.people.guest._id, { territory: UNKNOWN }),
    422,
    'reference.not-found',
  )
})

test('signs a disabled person out, removes them from lists and keeps their history', async (t) => {
  const { a, signIn } = await loadFixtures(t)
  const { studio, guest } = a.people
  assert.deepEqual(await studio.call(contract.disableUser, { params: { id: guest._id } }), {
    _id: guest._id,
    removed: true,
  })
  await expectProblem(guest.call(openSession), 401)
  await expectProblem(signIn(guest.email), 401)
  assert.ok(!(await studio.call(contract.listUsers)).items.some((user) => user._id === guest._id))
  assert.equal((await read(studio, guest._id)).name, 'guest a')
  assert.deepEqual(
    await studio.call(contract.disableUser, { params: { id: guest._id } }),
    { _id: guest._id, removed: true },
    'disabling twice is the same as once',
  )
})

test('rejects disabling oneself, and disabling without user.manage', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.disableUser, { params: { id: admin._id } }),
    403,
    'user.cannot-disable-self',
  )
  await expectProblem(
    a.people.vendor.call(contract.disableUser, { params: { id: a.people.guest._id } }),
    403,
    'permission.required',
  )
  await expectProblem(
    a.people.studio.call(contract.disableUser, {
      params: { id: a.people.guest._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
  )
})
