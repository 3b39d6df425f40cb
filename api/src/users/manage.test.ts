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

test('a manager places their people: roles, permissions, groups, territory, flags, second factor', async (t) => {
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
    ['Promoted', ['vendor', 'territory'], ['report.read'], [a.vendors._id], 'DE', ['vip'], true],
  )
  const cleared = await put(studio, guest._id, { territory: null, groups: [], permissions: [] })
  assert.deepEqual(
    [cleared.territory, cleared.groups, cleared.permissions, cleared.roles, cleared.flags],
    [null, [], [], ['vendor', 'territory'], ['vip']],
    'null and empty clear, absent stays',
  )
})

test('a grant counts from the next request on', async (t) => {
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

test('a manager sends back what they read of somebody, and nothing changes', async (t) => {
  const { a } = await loadFixtures(t)
  const seen = await read(a.people.studio, a.people.territory._id)
  assert.deepEqual(await put(a.people.studio, seen._id, seen), seen)
})

test('a manager gives no role, right or studio that they do not hold', async (t) => {
  const { a, b } = await loadFixtures(t)
  const { studio, guest } = a.people
  const before = await read(studio, guest._id)
  for (const body of [
    { roles: ['admin'] },
    { roles: ['guest', 'service'] },
    { permissions: ['event.write'] },
  ])
    await expectProblem(put(studio, guest._id, body), 403, 'grant.beyond-yours')
  const intoStudio = (id: string) => put(studio, guest._id, { studios: [a.studio._id, id] })
  await expectSameProblem(intoStudio(b.studio._id), intoStudio(UNKNOWN), 422)
  const intoGroup = (id: string) => put(studio, guest._id, { groups: [id] })
  await expectSameProblem(intoGroup(b.vendors._id), intoGroup(UNKNOWN), 422)
  assert.deepEqual(await read(studio, guest._id), before)
})

test('a manager decides about no group that reaches beyond their studios', async (t) => {
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
    'grant.beyond-yours',
  )
  await expectProblem(
    put(a.people.studio, a.people.vendor._id, { groups: [] }),
    403,
    'grant.beyond-yours',
  )
})

test('what somebody holds already may be sent along by a manager who could not give it', async (t) => {
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

test('a manager takes a person out of their studio, sees them once more, and leaves other studios as they were', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const { studio, guest } = a.people
  await put(admin, guest._id, { studios: [a.studio._id, b.studio._id] })
  assert.deepEqual((await put(studio, guest._id, { studios: [] })).studios, [])
  await expectProblem(read(studio, guest._id), 404)
  assert.deepEqual((await read(admin, guest._id)).studios, [b.studio._id])
})

test("somebody mightier is not a manager's to change", async (t) => {
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
    'user.mightier',
  )
})

test('what is private stays so: a manager sets no password, preference or queue of another', async (t) => {
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

test('who manages nobody changes nobody else', async (t) => {
  const { a } = await loadFixtures(t)
  for (const role of ['territory', 'vendor', 'translator', 'service'] as const)
    await expectProblem(
      put(a.people[role], a.people.guest._id, { name: 'x' }),
      403,
      'field.protected',
    )
})

test('people of another studio are unknown, to a manager as to anybody', async (t) => {
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

test('an unapproved person is out at once, and in again when approved', async (t) => {
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

test('a new e-mail ends the sessions, and both addresses are told', async (t) => {
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

test('an e-mail of somebody else, in any case, is taken', async (t) => {
  const { a, b } = await loadFixtures(t)
  for (const emailNormal of [
    a.people.vendor.email,
    b.people.vendor.email,
    b.people.vendor.email.toUpperCase(),
  ])
    await expectProblem(
      put(a.people.studio, a.people.guest._id, { emailNormal }),
      409,
      'email.taken',
    )
  assert.equal((await read(a.people.studio, a.people.guest._id)).emailNormal, a.people.guest.email)
})

test("one's own e-mail in another case is no change", async (t) => {
  const { a } = await loadFixtures(t)
  const { studio, guest } = a.people
  const changed = await put(studio, guest._id, {
    emailNormal: guest.email.toUpperCase(),
    username: guest.email.toUpperCase(),
  })
  assert.equal(changed.emailNormal, guest.email)
  await guest.call(openSession)
})

test('a username that is not the e-mail is refused', async (t) => {
  const { a } = await loadFixtures(t)
  for (const body of [
    { username: 'other@example.com' },
    { username: 'other@example.com', emailNormal: 'fresh@example.com' },
  ])
    await expectProblem(put(a.people.studio, a.people.guest._id, body), 422, 'username.differs')
  assert.equal((await read(a.people.studio, a.people.guest._id)).emailNormal, a.people.guest.email)
})

test('bad values are refused and named', async (t) => {
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
    'reference.unknown',
  )
})

test('a disabled person is out at once and gone from lists; what they did stays', async (t) => {
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
    'twice is as good as once',
  )
})

test('nobody disables themselves, and who manages nobody disables nobody', async (t) => {
  const { admin, a } = await loadFixtures(t)
  await expectProblem(
    admin.call(contract.disableUser, { params: { id: admin._id } }),
    403,
    'user.self',
  )
  await expectProblem(
    a.people.vendor.call(contract.disableUser, { params: { id: a.people.guest._id } }),
    403,
    'right.missing',
  )
  await expectProblem(
    a.people.studio.call(contract.disableUser, {
      params: { id: a.people.guest._id },
      headers: { 'if-match': '"old"' },
    }),
    412,
  )
})
