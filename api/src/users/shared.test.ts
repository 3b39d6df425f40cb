// People who work for several studios.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { createSharedPerson } from '../../test/shared-people.ts'
import { listAudit } from '../audit/contract.ts'
import { changeSession } from '../sessions/contract.ts'
import * as contract from './contract.ts'

const put = (by: TestUser, id: string, body: object) =>
  by.call(changeSession, { params: { id }, body })
const read = (by: TestUser, id: string) => by.call(contract.getUser, { params: { id } })

async function loadShared(t: Parameters<typeof loadFixtures>[0]) {
  const fixtures = await loadFixtures(t)
  const person = await createSharedPerson(fixtures, { inA: 'vendor', inB: 'studio' })
  return { ...fixtures, person }
}

test('keeps the account of a shared person from the managers of one studio', async (t) => {
  const { a, person } = await loadShared(t)
  const manager = a.people.studio
  for (const body of [
    { emailNormal: 'mine@example.com' },
    { username: 'mine@example.com', emailNormal: 'mine@example.com' },
    { status: { approved: false } },
    { hasEnforced2fa: false, flags: ['x'] },
    { name: 'Somebody else' },
  ])
    await expectProblem(put(manager, person._id, body), 403, 'field.protected')
  const params = { id: person._id }
  await expectProblem(manager.call(contract.disableUser, { params }), 403, 'user.higher-role')
  await expectProblem(manager.call(contract.inviteAgain, { params }), 403, 'user.higher-role')
  assert.equal((await read(person, person._id)).emailNormal, person.email)
})

test('lets an admin change the account of a shared person', async (t) => {
  const { admin, person } = await loadShared(t)
  const changed = await put(admin, person._id, { name: 'Renamed', hasEnforced2fa: true })
  assert.deepEqual([changed.name, changed.hasEnforced2fa], ['Renamed', true])
})

test('changes roles only in the studio of the manager', async (t) => {
  const { admin, a, b, person } = await loadShared(t)
  await put(a.people.studio, person._id, { roles: ['translator'], permissions: ['file.write'] })
  const { memberships } = await read(admin, person._id)
  assert.deepEqual(
    memberships.map(({ studio, roles, permissions }) => ({ studio, roles, permissions })),
    [
      { studio: a.studio._id, roles: ['translator'], permissions: ['file.write'] },
      { studio: b.studio._id, roles: ['studio'], permissions: [] },
    ].toSorted((a, b) => (a.studio < b.studio ? -1 : 1)),
  )
})

test('shows a reader only the roles in their own studios', async (t) => {
  const { admin, a, b, person } = await loadShared(t)
  const [inA, inB] = [
    await read(a.people.studio, person._id),
    await read(b.people.studio, person._id),
  ]
  assert.deepEqual([inA.roles, inA.studios], [['vendor'], [a.studio._id]])
  assert.deepEqual([inB.roles, inB.studios], [['studio'], [b.studio._id]])
  assert.deepEqual(
    inA.memberships.map(({ studio }) => studio),
    [a.studio._id],
  )
  assert.deepEqual((await read(admin, person._id)).roles, ['studio', 'vendor'])
})

test('rejects one list of roles where the roles differ', async (t) => {
  const { admin, person } = await loadShared(t)
  await expectProblem(put(admin, person._id, { roles: ['guest'] }), 409, 'membership.ambiguous')
})

test('sets the roles of each studio with memberships', async (t) => {
  const { admin, a, b, person } = await loadShared(t)
  const changed = await put(admin, person._id, {
    memberships: [
      { studio: a.studio._id, roles: ['studio'] },
      { studio: { _id: b.studio._id }, roles: ['guest'], permissions: ['file.download'] },
    ],
  })
  const inB = changed.memberships.find(({ studio }) => studio === b.studio._id)!
  assert.deepEqual([inB.roles, inB.permissions], [['guest'], ['file.download']])
})

test('rejects memberships in studios that the manager does not manage', async (t) => {
  const { a, b, person } = await loadShared(t)
  await expectProblem(
    put(a.people.studio, a.people.guest._id, {
      memberships: [{ studio: b.studio._id, roles: ['guest'] }],
    }),
    422,
  )
  await put(a.people.studio, person._id, { memberships: [] })
  const { studios } = await read(person, person._id)
  assert.deepEqual(studios, [b.studio._id], 'the other membership stays')
})

test('does not grant with the permissions of another studio', async (t) => {
  const { a, person } = await loadShared(t)
  await expectProblem(put(person, a.people.guest._id, { roles: ['vendor'] }), 403)
})

test('hides the queues and preferences of a shared person', async (t) => {
  const { a, person } = await loadShared(t)
  await put(person, person._id, { queue: [{ secret: 'of studio B' }] })
  assert.deepEqual((await read(a.people.studio, person._id)).queue, [])
  assert.equal((await read(person, person._id)).queue.length, 1)
})

test('shows a studio only the changes that concern it', async (t) => {
  const { a, b, person } = await loadShared(t)
  await put(a.people.studio, person._id, { roles: ['guest'] })
  const entriesFor = async (reader: TestUser) =>
    (await reader.call(listAudit, { query: { about: person._id } })).items
  assert.equal((await entriesFor(a.people.studio)).length, 1)
  assert.equal((await entriesFor(b.people.studio)).length, 0)
})
