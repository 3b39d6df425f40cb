import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as assets from '../assets/contract.ts'
import * as comments from '../comments/contract.ts'
import * as offlines from '../offlines/contract.ts'
import * as studios from '../studios/contract.ts'
import * as translations from '../translations/contract.ts'
import * as users from '../users/contract.ts'
import * as workrequests from '../workrequests/contract.ts'
import { createRecords } from '../../test/access-rows/records.ts'
import { callRoute, nameOf, rowsOf } from '../../test/call-route.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { newestCode } from '../../test/mail-codes.ts'
import { newOrder } from '../../test/orders.ts'
import { answer, assign, createVendor, firstVendor } from '../../test/vendor-fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'

type As = contract.RequestInvitation['as']

async function invite(by: TestUser, id: string, as: As, email = 'new@example.com') {
  return by.call(contract.inviteToRequest, { params: { id }, body: { email, as } })
}

/** Registers with the code of the newest mail. */
async function join(fixtures: Fixtures, email = 'new@example.com'): Promise<TestUser> {
  await fixtures.runJobs()
  const code = await newestCode(fixtures, 'invite')
  await fixtures.as().call(users.registerUser, { body: { code, name: 'New', password: PASSWORD } })
  return fixtures.signIn(email)
}

async function loadInvited(t: TestContext, as: As) {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const { territory } = a.people
  const { _id: id } = await territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const invitation = await invite(territory, id, as)
  return { fixtures, a, id, invitation, person: await join(fixtures) }
}

test('an invited translator registers and translates this request only', async (t) => {
  const { a, id, person } = await loadInvited(t, 'translator')
  const other = await a.people.territory.call(workrequests.createWorkRequest, {
    body: newOrder(a, { status: 'submitted' }),
  })
  const request = await readRequest(person, id)
  assert.equal(request.translation.translator!._id, person._id)
  const line = await person.call(translations.translationLines.add, {
    params: { id: request.translation._id },
    body: { startTime: '00:00:01,000', stopTime: '00:00:02,000', text: 'Hallo' },
  })
  assert.equal(line.text, 'Hallo')
  await expectProblem(readRequest(person, other._id), 404)
  const { items } = await person.call(workrequests.listWorkRequests)
  assert.deepEqual(
    items.map(({ _id }) => _id),
    [id],
  )
})

/** The asset of the request with its scripts and previews, and what belongs to the installation. */
const OF_ASSET = ['asset', 'script', 'scriptLine', 'preview', 'territory', 'assettype', 'workflow']
/**
 * An asset and a preview contain the first three, people in records are shown with their groups, and
 * the id of a job is a small number.
 */
const NAMED = ['studio', 'project', 'file', 'group', 'job']

test('an invited person sees nothing else of the studio', async (t) => {
  for (const as of contract.INVITED_AS) {
    const fixtures = await loadFixtures(t)
    const { a } = fixtures
    const ids = await createRecords(fixtures, a)
    const request = await createRequestAt(a, 'in-progress')
    await invite(a.people.studio, request, as)
    const person = await join(fixtures)
    const hidden = Object.entries(ids).filter(([kind]) => !OF_ASSET.includes(kind))
    const leaks: string[] = []
    for (const [endpoint, row] of rowsOf(fixtures)) {
      if (endpoint.method !== 'GET' || endpoint.bytes || endpoint.access === 'anyone') continue
      const { status, text } = await callRoute(fixtures, endpoint, {
        person,
        id: row.record ? ids[row.record] : '',
        row,
        ids,
      })
      for (const [kind, id] of hidden)
        if (status === 200 && text.includes(id) && !NAMED.includes(kind))
          leaks.push(`${nameOf(endpoint)}: ${kind}`)
      if (status === 200 && row.record && hidden.some(([kind]) => kind === row.record))
        leaks.push(`${nameOf(endpoint)} answers`)
      assert.ok(status < 500, nameOf(endpoint))
    }
    assert.deepEqual(leaks, [], as)
    assert.deepEqual((await person.call(studios.listStudios)).items, [])
    const people = await person.call(users.listUsers)
    assert.deepEqual(
      people.items.map(({ _id }) => _id),
      [person._id],
    )
  }
})

test('an invited reviewer watches and comments, and decides only if the studio wants it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const id = await createRequestAt(a, 'for-review')
  await invite(a.people.vendor, id, 'reviewer')
  const person = await join(fixtures)
  const [offline] = (await person.call(offlines.listOfflines)).items
  await person.call(offlines.createComment, {
    params: { id: offline!._id },
    body: { text: 'Too dark', frame: 0 },
  })
  await person.call(comments.createComment, { params: { id }, body: { text: 'Nearly there' } })
  const decide = (by: TestUser) =>
    by.call(offlines.decideOffline, {
      params: { id: offline!._id },
      body: { decision: 'approved' },
    })
  await expectProblem(decide(person), 403, 'offline.forbidden')
  await a.people.studio.call(studios.changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { reviewersDecide: true } },
  })
  await invite(a.people.vendor, id, 'reviewer', 'second@example.com')
  const second = await join(fixtures, 'second@example.com')
  assert.equal((await decide(second)).decision, 'approved')
})

test('somebody with an account accepts after signing in', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b } = fixtures
  const id = await createRequestAt(a, 'in-progress')
  const outsider = b.people.guest
  await invite(a.people.studio, id, 'reviewer', outsider.email)
  await fixtures.runJobs()
  const code = await newestCode(fixtures, 'invite')
  const found = await fixtures.as().call(contract.readRequestInvitation, { body: { code } })
  assert.deepEqual([found.email, found.registered], [outsider.email, true])
  await expectProblem(
    fixtures.as().call(users.registerUser, { body: { code, name: 'New', password: PASSWORD } }),
    422,
    'invitation.expired',
  )
  const accept = (by: TestUser) => by.call(contract.acceptRequestInvitation, { body: { code } })
  await expectProblem(accept(b.people.vendor), 403, 'invitation.forbidden')
  assert.equal((await accept(outsider)).workRequest, id)
  assert.equal((await readRequest(outsider, id))._id, id)
  await expectProblem(accept(outsider), 422, 'invitation.expired')
  // The person still works for their own studio, and sees nothing else of this one.
  assert.deepEqual(
    (await outsider.call(studios.listStudios)).items.map(({ _id }) => _id),
    [b.studio._id],
  )
})

test('revoking an invitation ends the access and invalidates the code', async (t) => {
  const { fixtures, a, id, invitation, person } = await loadInvited(t, 'translator')
  const revoke = (invited: string, by = a.people.territory) =>
    by.call(contract.revokeRequestInvitation, { params: { id, invitation: invited } })
  await revoke(invitation._id)
  await expectProblem(readRequest(person, id), 404)
  await expectProblem(person.call(assets.getAsset, { params: { id: a.asset._id } }), 404)
  assert.equal((await readRequest(a.people.studio, id)).translation.translator, null)
  const open = await invite(a.people.studio, id, 'reviewer', 'second@example.com')
  await fixtures.runJobs()
  const code = await newestCode(fixtures, 'invite')
  await revoke(open._id, a.people.studio)
  await expectProblem(
    fixtures.as().call(users.registerUser, { body: { code, name: 'New', password: PASSWORD } }),
    422,
    'invitation.expired',
  )
  const { items } = await a.people.studio.call(contract.listRequestInvitations, { params: { id } })
  assert.deepEqual(items, [])
})

test('a vendor that loses the request takes the people it invited with it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const first = firstVendor(a)
  const other = await createVendor(fixtures, a)
  const id = await createRequestAt(a, 'in-progress')
  await assign(a, id, first.group)
  await expectProblem(invite(first.person, id, 'translator'), 409, 'assignment.not-accepted')
  await answer(first, id, { decision: 'accepted' })
  await invite(first.person, id, 'translator')
  const invited = await join(fixtures)
  await readRequest(invited, id)
  await assign(a, id, other.group)
  await expectProblem(readRequest(invited, id), 404)
  const { items } = await other.person.call(contract.listRequestInvitations, { params: { id } })
  assert.deepEqual(items, [])
})

test('only the owner, the vendor and the studio invite, within the budget of the studio', async (t) => {
  const fixtures = await loadFixtures(t, { INVITATION_BUDGET: '2' })
  const { a, db } = fixtures
  const id = await createRequestAt(a, 'in-progress')
  await expectProblem(invite(a.people.service, id, 'reviewer'), 403, 'permission.required')
  await expectProblem(invite(a.people.guest, id, 'reviewer'), 404)
  await invite(a.people.territory, id, 'reviewer', 'one@example.com')
  await invite(a.people.vendor, id, 'reviewer', 'two@example.com')
  await expectProblem(invite(a.people.studio, id, 'reviewer', 'three@example.com'), 429)
  await sql`update request_invitation set created_at = now() - interval '2 days'`.execute(db)
  await invite(a.people.studio, id, 'reviewer', 'three@example.com')
})

test('a code works once and expires', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, db } = fixtures
  const id = await createRequestAt(a, 'in-progress')
  await invite(a.people.studio, id, 'reviewer')
  await fixtures.runJobs()
  const code = await newestCode(fixtures, 'invite')
  const { rows } = await sql<{ text: string }>`
    select to_json(i)::text as text from invitation i`.execute(db)
  assert.ok(rows.every(({ text }) => !text.includes(code)))
  await sql`update invitation set expires_at = now()`.execute(db)
  const register = () =>
    fixtures.as().call(users.registerUser, { body: { code, name: 'New', password: PASSWORD } })
  await expectProblem(register(), 422, 'invitation.expired')
  await sql`update invitation set expires_at = now() + interval '1 day'`.execute(db)
  await register()
  await expectProblem(register(), 422, 'invitation.expired')
})
