import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { basicAuth } from '../../test/raw-http.ts'
import { codeFor } from '../../test/totp.ts'
import { PASSWORD, loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const wrongCode = (secret: string) =>
  String((Number(codeFor(secret)) + 500_000) % 1_000_000).padStart(6, '0')
/** As if the step of the last code were long past. */
const letPass = ({ db }: Fixtures) => sql`update twofactor set last_step = 0`.execute(db)

async function setUpTwoFactor(
  fixtures: Fixtures,
  person: Pick<TestUser, 'call'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = await person.call(contract.beginTwofactor)
  const { recoveryCodes } = await person.call(contract.confirmTwofactor, {
    body: { code: codeFor(secret) },
  })
  await letPass(fixtures)
  return { secret, recoveryCodes }
}
const sign = ({ as }: Fixtures, email: string, code?: string, password = PASSWORD) =>
  as({ email, password, ...(code !== undefined && { code }) }).call(contract.openSession)

test('returns a URL for the authenticator app and is not required before it is confirmed', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { url, secret } = await guest.call(contract.beginTwofactor)
  assert.match(url, /^otpauth:\/\/totp\/Reelay:guest-a%40example\.com\?issuer=Reelay&secret=/)
  assert.ok(url.includes(secret))
  await sign(fixtures, guest.email)
})

test('invalidates the earlier secret when started again', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const first = await guest.call(contract.beginTwofactor)
  const second = await guest.call(contract.beginTwofactor)
  await expectProblem(
    guest.call(contract.confirmTwofactor, { body: { code: codeFor(first.secret) } }),
    422,
    'twofactor.code-invalid',
  )
  await guest.call(contract.confirmTwofactor, { body: { code: codeFor(second.secret) } })
})

test('rejects a wrong code and a code without setup', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor } = fixtures.a.people
  const { secret } = await guest.call(contract.beginTwofactor)
  await expectProblem(
    guest.call(contract.confirmTwofactor, { body: { code: wrongCode(secret) } }),
    422,
    'twofactor.code-invalid',
  )
  await expectProblem(
    vendor.call(contract.confirmTwofactor, { body: { code: codeFor(secret) } }),
    422,
    'twofactor.code-invalid',
  )
  for (const code of ['12345', '1234567', 'abcdef', ''])
    await expectProblem(
      guest.call(contract.confirmTwofactor, { body: { code } }),
      422,
      'body.invalid',
    )
  await sign(fixtures, guest.email)
})

test('returns ten recovery codes on confirmation and marks the session as verified', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const me = async () =>
    (await guest.call(users.getUser, { params: { id: guest._id } })).twofactorVerified
  assert.equal(await me(), false)
  const { recoveryCodes } = await setUpTwoFactor(fixtures, guest)
  assert.equal(new Set(recoveryCodes).size, 10)
  for (const code of recoveryCodes) assert.match(code, /^([a-z0-9]{4}-){5}[a-z0-9]{4}$/)
  assert.equal(await me(), true)
  await expectProblem(guest.call(contract.beginTwofactor), 409, 'twofactor.exists')
})

test('requires a code in addition to the password once confirmed', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await setUpTwoFactor(fixtures, guest)
  const before = (await guest.call(contract.listTokens)).total
  const { headers } = await expectProblem(sign(fixtures, guest.email), 401, 'credential.invalid')
  assert.deepEqual([headers.get('x-otp'), headers.get('x-otp-enrolled')], ['required', 'true'])
  assert.equal((await guest.call(contract.listTokens)).total, before)
})

test('reveals the requirement only after a correct password', async (t) => {
  const fixtures = await loadFixtures(t)
  await setUpTwoFactor(fixtures, fixtures.a.people.guest)
  const { headers } = await expectProblem(
    sign(fixtures, fixtures.a.people.guest.email, undefined, 'Wrong-password-1'),
    401,
  )
  assert.equal(headers.get('x-otp'), null)
})

test('opens a verified session with password and code', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { secret } = await setUpTwoFactor(fixtures, guest)
  const session = (await sign(fixtures, guest.email, codeFor(secret))) as contract.Session
  const [me] = (await fixtures.as(session).call(contract.openSession)) as users.User[]
  assert.equal(me!.twofactorVerified, true)
  assert.deepEqual(
    (await fixtures.as(session).call(contract.listTokens)).items.map(
      (token) => token.twofactorVerified,
    ),
    [true, true],
  )
})

test('accepts a code once, even for concurrent requests', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { secret } = await setUpTwoFactor(fixtures, guest)
  const code = codeFor(secret)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => sign(fixtures, guest.email, code)))
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  await expectProblem(sign(fixtures, guest.email, code), 401)
})

test('does not accept the confirming code again', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { secret } = await guest.call(contract.beginTwofactor)
  const code = codeFor(secret)
  await guest.call(contract.confirmTwofactor, { body: { code } })
  await expectProblem(sign(fixtures, guest.email, code), 401)
})

test('rejects an old code, a future code and the code of another person', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor } = fixtures.a.people
  const [{ secret }, other] = [
    await setUpTwoFactor(fixtures, guest),
    await setUpTwoFactor(fixtures, vendor),
  ]
  for (const code of [
    codeFor(secret, Date.now() - 120_000),
    codeFor(secret, Date.now() + 120_000),
    codeFor(other.secret),
    '',
  ])
    await expectProblem(sign(fixtures, guest.email, code), 401)
})

test('counts wrong codes like wrong passwords', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { secret } = await setUpTwoFactor(fixtures, guest)
  for (let attempt = 0; attempt < 5; attempt++)
    await expectProblem(sign(fixtures, guest.email, wrongCode(secret)), 401)
  await expectProblem(sign(fixtures, guest.email, codeFor(secret)), 429, 'rate-limit.exceeded')
})

test('accepts each recovery code once', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const {
    recoveryCodes: [first, second],
  } = await setUpTwoFactor(fixtures, guest)
  await sign(fixtures, guest.email, first)
  await expectProblem(sign(fixtures, guest.email, first), 401)
  await sign(fixtures, guest.email, second)
})

test('stores neither recovery codes nor tokens in plain text', async (t) => {
  const fixtures = await loadFixtures(t)
  const { recoveryCodes } = await setUpTwoFactor(fixtures, fixtures.a.people.guest)
  const { rows } = await sql<{ recovery: string[] }>`select recovery from twofactor`.execute(
    fixtures.db,
  )
  assert.equal(rows[0]!.recovery.length, 10)
  assert.ok(recoveryCodes.every((code) => !rows[0]!.recovery.includes(code)))
})

test('can be disabled only by a session that used it', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const before = await fixtures.signIn(guest.email)
  await setUpTwoFactor(fixtures, guest)
  await expectProblem(before.call(contract.endTwofactor), 403, 'twofactor.code-required')
  assert.deepEqual(await guest.call(contract.endTwofactor), { removed: true })
  await sign(fixtures, guest.email)
})

test('cannot be disabled where it is enforced', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, studio } = fixtures.a.people
  await setUpTwoFactor(fixtures, guest)
  await studio.call(users.changeUser, { params: { id: guest._id }, body: { hasEnforced2fa: true } })
  await expectProblem(guest.call(contract.endTwofactor), 403, 'twofactor.enforced')
})

test('can be set up with the password where it is enforced', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, studio } = fixtures.a.people
  await studio.call(users.changeUser, { params: { id: guest._id }, body: { hasEnforced2fa: true } })
  const { headers } = await expectProblem(sign(fixtures, guest.email), 401)
  assert.deepEqual([headers.get('x-otp'), headers.get('x-otp-enrolled')], ['required', 'false'])
  await expectProblem(sign(fixtures, guest.email, '123456'), 401)
  const { secret } = await setUpTwoFactor(
    fixtures,
    fixtures.as({ email: guest.email, password: PASSWORD }),
  )
  await sign(fixtures, guest.email, codeFor(secret))
})

test('opens a session after setup with the password', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, studio } = fixtures.a.people
  await studio.call(users.changeUser, { params: { id: guest._id }, body: { hasEnforced2fa: true } })
  const byPassword = fixtures.as({ email: guest.email, password: PASSWORD })
  const { secret } = await byPassword.call(contract.beginTwofactor)
  await expectProblem(
    byPassword.call(contract.confirmTwofactor, { body: { code: wrongCode(secret) } }),
    422,
    'twofactor.code-invalid',
  )
  const { session } = await byPassword.call(contract.confirmTwofactor, {
    body: { code: codeFor(secret) },
  })
  assert.equal(session!.email, guest.email)
  const { items } = await fixtures.as(session).call(contract.listTokens)
  assert.deepEqual(
    items.filter(({ current }) => current).map(({ twofactorVerified }) => twofactorVerified),
    [true],
  )
})

test('opens no second session after setup with a token', async (t) => {
  const { a } = await loadFixtures(t)
  const { secret } = await a.people.guest.call(contract.beginTwofactor)
  assert.equal(
    (await a.people.guest.call(contract.confirmTwofactor, { body: { code: codeFor(secret) } }))
      .session,
    undefined,
  )
})

test('rejects a wrong password during setup', async (t) => {
  const { as, a } = await loadFixtures(t)
  await expectProblem(
    as({ email: a.people.guest.email, password: 'Wrong-password-1' }).call(contract.beginTwofactor),
    401,
  )
})

test('cannot be replaced with a password alone', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await setUpTwoFactor(fixtures, guest)
  await expectProblem(
    fixtures.as({ email: guest.email, password: PASSWORD }).call(contract.beginTwofactor),
    409,
    'twofactor.exists',
  )
})

test('can be required by a studio', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a, b, admin } = fixtures
  const require = ({ call }: TestUser) =>
    call(studios.changeStudio, {
      params: { id: a.studio._id },
      body: { settings: { requireTwoFactor: true } },
    })
  // A manager without one would lose access.
  await expectProblem(require(a.people.studio), 422, 'twofactor.own-factor-required')
  await require(admin)
  assert.equal(
    (await expectProblem(sign(fixtures, a.people.guest.email), 401)).headers.get('x-otp'),
    'required',
  )
  await sign(fixtures, b.people.guest.email)
})

test('limits wrong codes from all networks together, but not recovery codes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { secret, recoveryCodes } = await setUpTwoFactor(fixtures, guest)
  const attempt = async (network: number, code: string) =>
    (
      await fixtures.app.fastify.inject({
        url: '/api/session',
        remoteAddress: `192.0.2.${network}`,
        headers: { ...basicAuth(guest.email, PASSWORD), 'x-otp': code },
      })
    ).statusCode
  const statuses: number[] = []
  for (let network = 1; network <= 11; network++)
    statuses.push(await attempt(network, wrongCode(secret)))
  assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 401), 429])
  assert.equal(await attempt(12, codeFor(secret)), 429, 'a right code is not accepted either')
  assert.equal(await attempt(13, recoveryCodes[0]!), 200)
})

test('replaces the recovery codes of a session with a second factor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor } = fixtures.a.people
  await expectProblem(vendor.call(contract.createRecoveryCodes), 409, 'twofactor.not-enabled')
  const { recoveryCodes: old } = await setUpTwoFactor(fixtures, guest)
  const { recoveryCodes } = await guest.call(contract.createRecoveryCodes)
  assert.equal(new Set([...old, ...recoveryCodes]).size, 20)
  await expectProblem(sign(fixtures, guest.email, old[0]), 401, 'credential.invalid')
  await sign(fixtures, guest.email, recoveryCodes[0])
})

test('asks for a recent proof of identity before it replaces recovery codes', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await setUpTwoFactor(fixtures, guest)
  await sql`update token set second_factor = false`.execute(fixtures.db)
  await expectProblem(guest.call(contract.createRecoveryCodes), 403, 'twofactor.code-required')
  await sql`update token set verified_at = null`.execute(fixtures.db)
  await expectProblem(
    guest.call(contract.createRecoveryCodes),
    403,
    'session.verification-required',
  )
})
