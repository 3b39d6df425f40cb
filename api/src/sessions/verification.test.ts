import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callRoute, nameOf } from '../../test/call-route.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { codeFor } from '../../test/totp.ts'
import { sql } from '../kernel/db/sql.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

/** As if every session had proved its identity this long ago. */
const letMinutesPass = ({ db }: Pick<Fixtures, 'db'>, minutes: number) =>
  sql`update token set verified_at = verified_at - make_interval(mins => ${minutes}::int)`.execute(
    db,
  )
const verify = ({ call }: Pick<TestUser, 'call'>, code?: string, password = PASSWORD) =>
  call(contract.verifySession, { body: { password, ...(code !== undefined && { code }) } })
const createToken = ({ call }: Pick<TestUser, 'call'>) =>
  call(contract.createToken, { body: { name: 'Script' } })
const expectUnverified = (call: Promise<unknown>) =>
  expectProblem(call, 403, 'session.verification-required')

const PROTECTED = [
  'POST /session/tokens',
  'POST /session/twofactor',
  'PUT /session/twofactor',
  'POST /session/twofactor/recoverycodes',
  'DELETE /session/twofactor',
  'POST /session/passkeys/options',
  'POST /session/passkeys',
  'DELETE /session/passkeys/:id',
  'POST /session/devices',
  'POST /session/identities',
  'DELETE /session/identities/:id',
]

test('needs a recent proof of identity for every change of a sign-in factor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const protectedEndpoints = fixtures.app.endpoints.filter(
    ({ needsVerification }) => needsVerification,
  )
  assert.deepEqual(protectedEndpoints.map(nameOf).toSorted(), PROTECTED.toSorted())
  await letMinutesPass(fixtures, 10)
  for (const endpoint of protectedEndpoints) {
    const { status, body } = await callRoute(fixtures, endpoint, { person: guest, id: guest._id })
    assert.deepEqual([status, body.code], [403, 'session.verification-required'], nameOf(endpoint))
  }
  assert.equal((await guest.call(contract.listTokens)).total, 1)
})

test('accepts the password and then allows changes for ten minutes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await letMinutesPass(fixtures, 60)
  await expectUnverified(createToken(guest))
  const { expires } = await verify(guest)
  const inMinutes = (expires - Date.now() / 1000) / 60
  assert.ok(inMinutes > 8 && inMinutes < 12, `${inMinutes}`)
  await createToken(guest)
  await letMinutesPass(fixtures, 9)
  await createToken(guest)
  await letMinutesPass(fixtures, 1)
  await expectUnverified(createToken(guest))
})

test('counts a sign-in as a proof, for its own session only', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await letMinutesPass(fixtures, 60)
  const fresh = await fixtures.signIn(guest.email)
  await createToken(fresh)
  await expectUnverified(createToken(guest))
})

test('does not count a named token as a proof, but lets its owner verify it', async (t) => {
  const { a, as } = await loadFixtures(t)
  const { guest } = a.people
  const script = as({ email: guest.email, token: (await createToken(guest)).token })
  await expectUnverified(createToken(script))
  await verify(script)
  await createToken(script)
})

test('keeps the age of the proof when credentials are regenerated', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await letMinutesPass(fixtures, 60)
  const replaced = fixtures.as(await guest.call(contract.regenerate))
  await expectUnverified(createToken(replaced))
  await verify(replaced)
  await createToken(fixtures.as(await replaced.call(contract.regenerate)))
})

test('also asks for the two-factor code, and the session then has the second factor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const other = await fixtures.signIn(guest.email)
  const { secret } = await guest.call(contract.beginTwofactor)
  await guest.call(contract.confirmTwofactor, { body: { code: codeFor(secret) } })
  await sql`update twofactor set last_step = 0`.execute(fixtures.db)
  await letMinutesPass(fixtures, 60)
  const { headers } = await expectProblem(verify(other), 403, 'session.code-required')
  assert.deepEqual([headers.get('x-otp'), headers.get('x-second-factor')], ['required', 'code'])
  await expectProblem(verify(other, 'no-such-code'), 403, 'session.verification-failed')
  await expectUnverified(createToken(other))
  await verify(other, codeFor(secret))
  await expectProblem(verify(other, codeFor(secret)), 403, 'session.verification-failed')
  assert.equal((await createToken(other)).twofactorVerified, true)
})

test('accepts the password alone from a person who must set up a second factor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await fixtures.admin.call(studios.changeStudio, {
    params: { id: fixtures.a.studio._id },
    body: { settings: { requireTwoFactor: true } },
  })
  await letMinutesPass(fixtures, 60)
  await verify(guest)
  await guest.call(contract.beginTwofactor)
})

test('rejects a wrong password, keeps the session, and limits guesses like sign-ins', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await letMinutesPass(fixtures, 60)
  for (let guess = 0; guess < 5; guess++)
    await expectProblem(verify(guest, undefined, 'wrong'), 403, 'session.verification-failed')
  const { headers } = await expectProblem(verify(guest), 429)
  assert.ok(Number(headers.get('retry-after')) > 0)
  await expectProblem(fixtures.signIn(guest.email), 429)
  await expectUnverified(createToken(guest))
  await guest.call(contract.listTokens)
})

test('needs a proof to change an email address, or the current password', async (t) => {
  const fixtures = await loadFixtures(t)
  const { admin, a } = fixtures
  const change = (id: string, body: object) =>
    admin.call(users.changeUser, { params: { id }, body })
  await letMinutesPass(fixtures, 60)
  await expectUnverified(change(a.people.guest._id, { emailNormal: 'thief@example.com' }))
  await change(a.people.guest._id, { emailNormal: a.people.guest.email, name: 'Same address' })
  await expectProblem(
    change(admin._id, { emailNormal: 'new@example.com', currentPassword: 'wrong' }),
    403,
    'password.current-invalid',
  )
  await verify(admin)
  await change(a.people.guest._id, { emailNormal: 'moved@example.com' })
  await letMinutesPass(fixtures, 60)
  await change(admin._id, { emailNormal: 'new@example.com', currentPassword: PASSWORD })
  await fixtures.signIn('new@example.com')
})

test('writes an audit entry without the password', async (t) => {
  const { a, db } = await loadFixtures(t)
  await verify(a.people.guest)
  const { rows } = await sql<{ by: string; input: unknown }>`
    select by_id as by, input from audit where action = 'POST /session/verification'`.execute(db)
  assert.deepEqual(rows, [{ by: a.people.guest._id, input: { secondFactor: false } }])
})
