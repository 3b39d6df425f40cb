import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createAuthenticator } from '../../test/authenticator.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as sessions from '../sessions/contract.ts'
import * as studios from '../studios/contract.ts'
import * as contract from './contract.ts'

type Authenticator = ReturnType<typeof createAuthenticator>
type Settings = Parameters<Authenticator['sign']>[1]

async function setup(t: TestContext, authenticator = createAuthenticator()) {
  const fixtures = await loadFixtures(t)
  const { vendor } = fixtures.a.people
  const anyone = fixtures.as()
  const passkey = await enrol(vendor, authenticator)
  const signIn = async (settings?: Settings, device = authenticator) =>
    anyone.call(contract.signInWithPasskey, {
      body: { credential: device.sign(await anyone.call(contract.startPasskeySignIn), settings) },
    })
  return { ...fixtures, fixtures, vendor, anyone, authenticator, passkey, signIn }
}

const enrol = async ({ call }: TestUser, device: Authenticator, settings?: Settings) =>
  call(contract.createPasskey, {
    body: {
      name: 'Phone',
      credential: device.create(await call(contract.startPasskey), settings),
    },
  })

test('signs in with a passkey alone, as with two factors', async (t) => {
  const { vendor, as, signIn, passkey } = await setup(t)
  assert.deepEqual([passkey.name, passkey.synced, passkey.used], ['Phone', true, null])
  const session = await signIn()
  assert.equal(session.email, vendor.email)
  const [current] = (await as(session).call(sessions.listTokens)).items
  assert.deepEqual(
    [current!.current, current!.twofactorVerified, current!.idleTimeout],
    [true, true, 12 * 3600],
  )
  const [used] = (await vendor.call(contract.listPasskeys)).items
  assert.ok(used!.used! >= passkey.created)
})

test('writes one audit entry for a sign-in with a passkey', async (t) => {
  const { db, signIn, vendor } = await setup(t)
  await signIn()
  const { rows } = await sql<{ by: string }>`
    select by_id as by from audit where action = 'POST /session/passkeys/signin'`.execute(db)
  assert.deepEqual(rows, [{ by: vendor._id }])
})

const FAULTS: [string, Settings][] = [
  ['without user verification', { userVerified: false }],
  ['for another origin', { origin: 'http://evil.test' }],
  ['for another site', { rpId: 'evil.test' }],
]
for (const [fault, settings] of FAULTS) {
  test(`rejects a sign-in ${fault}`, async (t) => {
    const { signIn } = await setup(t)
    await expectProblem(signIn(settings), 401, 'credential.invalid')
  })
  test(`rejects a new passkey ${fault}`, async (t) => {
    const { a } = await setup(t)
    await expectProblem(
      enrol(a.people.guest, createAuthenticator(), settings),
      422,
      'passkey.invalid',
    )
  })
}

test('rejects an unknown passkey and a challenge that is not ours', async (t) => {
  const { anyone, authenticator, signIn } = await setup(t)
  await expectProblem(signIn({}, createAuthenticator()), 401)
  const credential = authenticator.sign({ challenge: 'A'.repeat(43) })
  await expectProblem(anyone.call(contract.signInWithPasskey, { body: { credential } }), 401)
})

test('accepts a signed challenge once, also concurrently', async (t) => {
  const { anyone, authenticator } = await setup(t)
  const credential = authenticator.sign(await anyone.call(contract.startPasskeySignIn))
  const outcomes = await Promise.allSettled(
    [1, 2, 3].map(() => anyone.call(contract.signInWithPasskey, { body: { credential } })),
  )
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('rejects a challenge after five minutes', async (t) => {
  const { db, anyone, authenticator } = await setup(t)
  const credential = authenticator.sign(await anyone.call(contract.startPasskeySignIn))
  await sql`update passkey_challenge set expires_at = now() - interval '1 second'`.execute(db)
  await expectProblem(anyone.call(contract.signInWithPasskey, { body: { credential } }), 401)
})

test('rejects a counter that does not increase, because the passkey was copied', async (t) => {
  const { signIn } = await setup(t)
  await signIn({ counter: 5 })
  await signIn({ counter: 6 })
  for (const counter of [6, 5, 0]) await expectProblem(signIn({ counter }), 401)
  await signIn({ counter: 7 })
})

test('rejects a passkey of a suspended person', async (t) => {
  const { db, signIn, vendor } = await setup(t)
  await sql`update person set approved = false where id = ${vendor._id}`.execute(db)
  await expectProblem(signIn(), 401)
})

test('limits challenges per network', async (t) => {
  const { db, signIn } = await setup(t)
  await signIn()
  await sql`update failed_sign_in set failures = 300`.execute(db)
  await expectProblem(signIn(), 429)
})

test('accepts a passkey as second factor after the password', async (t) => {
  const { vendor, as, a, admin, authenticator } = await setup(t)
  await admin.call(studios.changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { ...a.studio.settings, requireTwoFactor: true } },
  })
  const withPassword = as({ email: vendor.email, password: PASSWORD })
  const problem = await expectProblem(withPassword.call(sessions.openSession), 401)
  assert.deepEqual(
    ['x-otp', 'x-otp-enrolled', 'x-second-factor'].map((name) => problem.headers.get(name)),
    ['required', 'true', 'passkey'],
  )
  // Otherwise the password alone would be enough to add a second factor and sign in with it.
  await expectProblem(withPassword.call(sessions.beginTwofactor), 403, 'twofactor.code-required')
  const options = await withPassword.call(contract.startPasskeyFactor)
  const session = await withPassword.call(contract.signInWithPasskeyFactor, {
    body: { credential: authenticator.sign(options, { userVerified: false }) },
  })
  const [current] = (await as(session).call(sessions.listTokens)).items
  assert.equal(current!.twofactorVerified, true)
})

test('rejects the passkey of another person as second factor', async (t) => {
  const { as, a, authenticator } = await setup(t)
  const { guest } = a.people
  await enrol(guest, createAuthenticator())
  const withPassword = as({ email: guest.email, password: PASSWORD })
  const options = await withPassword.call(contract.startPasskeyFactor)
  const credential = authenticator.sign(options)
  await expectProblem(
    withPassword.call(contract.signInWithPasskeyFactor, { body: { credential } }),
    401,
  )
})

test('needs the right password for the second factor', async (t) => {
  const { as, vendor } = await setup(t)
  const wrong = as({ email: vendor.email, password: 'Wrong-horse-battery-9' })
  await expectProblem(wrong.call(contract.startPasskeyFactor), 401)
  await expectProblem(vendor.call(contract.startPasskeyFactor), 401)
})

test('does not accept a challenge of the second factor instead of the password', async (t) => {
  const { as, vendor, anyone, authenticator } = await setup(t)
  const withPassword = as({ email: vendor.email, password: PASSWORD })
  const options = await withPassword.call(contract.startPasskeyFactor)
  const credential = authenticator.sign(options)
  await expectProblem(anyone.call(contract.signInWithPasskey, { body: { credential } }), 401)
})

test('renames and removes only passkeys of the caller', async (t) => {
  const { vendor, a, passkey, signIn } = await setup(t)
  const params = { id: passkey._id }
  const { guest } = a.people
  await expectProblem(guest.call(contract.changePasskey, { params, body: { name: 'X' } }), 404)
  await expectProblem(guest.call(contract.removePasskey, { params }), 404)
  const renamed = await vendor.call(contract.changePasskey, { params, body: { name: 'Key' } })
  assert.equal(renamed.name, 'Key')
  await vendor.call(contract.removePasskey, { params })
  await expectProblem(signIn(), 401)
})

test('registers a passkey once', async (t) => {
  const { vendor, a, authenticator } = await setup(t)
  await expectProblem(enrol(vendor, authenticator), 409, 'passkey.exists')
  await expectProblem(enrol(a.people.guest, authenticator), 409, 'passkey.exists')
})

test('keeps the last second factor of a person who needs one', async (t) => {
  const { vendor, db, passkey, as, signIn } = await setup(t)
  const session = as(await signIn())
  await sql`update person set enforced_2fa = true where id = ${vendor._id}`.execute(db)
  await expectProblem(
    session.call(contract.removePasskey, { params: { id: passkey._id } }),
    403,
    'twofactor.enforced',
  )
  assert.equal((await session.call(contract.listPasskeys)).total, 1)
})

test('is unavailable where the web app has no domain name', async (t) => {
  const { a } = await loadFixtures(t, { APP_URL: 'http://127.0.0.1:4000' })
  await expectProblem(a.people.guest.call(contract.startPasskey), 409, 'passkey.unavailable')
})
