// Who sees whom in lists of people, for each relation two people can have.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectSameProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import * as groups from '../groups/contract.ts'
import * as users from '../users/contract.ts'

const emails = async (person: TestUser) =>
  (await person.call(users.listUsers, { range: { first: 0, last: 99 } })).items.map(
    (user) => user.emailNormal,
  )

async function invite(
  { admin, signIn }: Fixtures,
  email: string,
  where: { studios?: string[]; groups?: string[] },
): Promise<TestUser> {
  await admin.call(users.inviteUser, {
    body: { emailNormal: email, name: 'Newcomer', roles: ['vendor'], password: PASSWORD, ...where },
  })
  return signIn(email)
}

test('shows people of the same studio to each other only', async (t) => {
  const { a } = await loadFixtures(t)
  for (const person of Object.values(a.people)) {
    assert.deepEqual(
      (await emails(person)).toSorted(),
      Object.values(a.people)
        .map((member) => member.email)
        .toSorted(),
      person.email,
    )
  }
})

test('shows everybody to an admin', async (t) => {
  const { admin } = await loadFixtures(t)
  assert.equal((await emails(admin)).length, 13)
})

test('shows a person without a studio only themselves', async (t) => {
  const fixtures = await loadFixtures(t)
  const withoutStudio = await invite(fixtures, 'lonely@example.com', {})
  assert.deepEqual(await emails(withoutStudio), ['lonely@example.com'])
  assert.ok(!(await emails(fixtures.a.people.studio)).includes('lonely@example.com'))
})

test("gives group members access to the group's studios, and the studios to its members", async (t) => {
  const fixtures = await loadFixtures(t)
  const member = await invite(fixtures, 'member@example.com', { groups: [fixtures.a.vendors._id] })
  assert.ok((await emails(member)).includes(fixtures.a.people.guest.email))
  assert.ok((await emails(fixtures.a.people.guest)).includes('member@example.com'))
  assert.ok(!(await emails(fixtures.b.people.studio)).includes('member@example.com'))
})

test('shows a person of two studios to both, with the own studio only', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const both = await invite(fixtures, 'both@example.com', {
    studios: [a.studio._id, b.studio._id],
    groups: [a.vendors._id, b.vendors._id],
  })
  assert.equal((await emails(both)).length, 13)
  const seen = await a.people.studio.call(users.getUser, { params: { id: both._id } })
  assert.deepEqual(seen.studios, [a.studio._id])
  assert.deepEqual(
    seen.groups.map((group) => group._id),
    [a.vendors._id],
  )
})

test('shows a group of two studios to each with its own people and studio', async (t) => {
  const { admin, a, b } = await loadFixtures(t)
  const shared = await admin.call(groups.createGroup, {
    body: { name: 'Shared', type: 'v', studios: [a.studio._id], users: [a.people.vendor._id] },
  })
  await admin.call(groups.changeGroup, {
    params: { id: shared._id },
    body: {
      studios: [a.studio._id, b.studio._id],
      users: [a.people.vendor._id, b.people.vendor._id],
    },
  })
  const seen = await a.people.guest.call(groups.getGroup, { params: { id: shared._id } })
  assert.deepEqual(seen.studios, [a.studio._id])
})

test('returns 404 for a stranger', async (t) => {
  const { a, b } = await loadFixtures(t)
  const get = (id: string) => a.people.studio.call(users.getUser, { params: { id } })
  await expectSameProblem(get(b.people.guest._id), get('f'.repeat(24)), 404)
})

test('hides a studio at once from a person who leaves it, even between two pages', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { guest } = a.people
  assert.equal(
    (await guest.call(users.listUsers, { range: { first: 0, last: 2 } })).items.length,
    3,
  )
  await admin.call(users.changeUser, { params: { id: guest._id }, body: { studios: [] } })
  assert.deepEqual(await guest.call(users.listUsers, { range: { first: 3, last: 9 } }), {
    items: [],
    total: 1,
  })
})
