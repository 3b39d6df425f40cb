import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { createAuthenticator } from '../../test/authenticator.ts'
import { expectProblem } from '../../test/expect-problem.ts'
import { loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as sessions from '../sessions/contract.ts'
import * as contract from './contract.ts'

/** A vendor with a passkey, whose session is an hour old. */
async function setup(t: TestContext) {
  const { a, db, as } = await loadFixtures(t)
  const { vendor, guest } = a.people
  const authenticator = createAuthenticator()
  await vendor.call(contract.createPasskey, {
    body: {
      name: 'Phone',
      credential: authenticator.create(await vendor.call(contract.startPasskey)),
    },
  })
  await sql`update token set verified_at = now() - interval '1 hour'`.execute(db)
  const createToken = () => vendor.call(sessions.createToken, { body: { name: 'Script' } })
  await expectProblem(createToken(), 403, 'session.verification-required')
  type Settings = Parameters<typeof authenticator.sign>[1]
  const verify = async (settings?: Settings, device = authenticator) =>
    vendor.call(contract.verifyWithPasskey, {
      body: {
        credential: device.sign(await vendor.call(contract.startPasskeyVerification), settings),
      },
    })
  return { vendor, guest, as, authenticator, createToken, verify }
}

test('accepts a passkey instead of the password, as both factors', async (t) => {
  const { createToken, verify } = await setup(t)
  assert.equal((await verify()).verified, true)
  assert.equal((await createToken()).twofactorVerified, true)
})

test('rejects a passkey without user verification, of another site and an unknown one', async (t) => {
  const { createToken, verify } = await setup(t)
  for (const settings of [{ userVerified: false }, { origin: 'http://evil.test' }])
    await expectProblem(verify(settings), 403, 'session.verification-failed')
  await expectProblem(verify({}, createAuthenticator()), 403, 'session.verification-failed')
  await expectProblem(createToken(), 403, 'session.verification-required')
})

test('rejects a challenge that was made for the sign-in, and a used one', async (t) => {
  const { vendor, as, authenticator } = await setup(t)
  const send = (credential: ReturnType<typeof authenticator.sign>) =>
    vendor.call(contract.verifyWithPasskey, { body: { credential } })
  const signIn = authenticator.sign(await as().call(contract.startPasskeySignIn))
  await expectProblem(send(signIn), 403, 'session.verification-failed')
  const used = authenticator.sign(await vendor.call(contract.startPasskeyVerification))
  await send(used)
  await expectProblem(send(used), 403, 'session.verification-failed')
})

test('tells a person without a passkey to use the password', async (t) => {
  const { guest } = await setup(t)
  await expectProblem(guest.call(contract.startPasskeyVerification), 409, 'passkey.required')
})
