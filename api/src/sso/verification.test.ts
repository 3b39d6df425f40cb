// A sign-in at the provider as a proof of identity.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, type TestUser } from '../../test/fixtures.ts'
import {
  DOMAIN,
  accountOf,
  loadSsoFixtures,
  proveIdentity,
  signInWithSso,
  startSso,
} from '../../test/sso-fixtures.ts'
import { codeFor } from '../../test/totp.ts'
import { sql } from '../kernel/db/sql.ts'
import * as passkeys from '../passkeys/contract.ts'
import * as sessions from '../sessions/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

type Client = Pick<TestUser, 'call'>
const ADA = `ada@${DOMAIN}`

async function setup(t: TestContext, studios: 'a' | 'a and b' = 'a') {
  const fixtures = await loadSsoFixtures(t)
  const { admin, a, b, db, provider } = fixtures
  const { _id } = await admin.call(users.inviteUser, {
    body: {
      emailNormal: ADA,
      name: 'Ada',
      password: PASSWORD,
      roles: ['guest'],
      studios: [a.studio._id],
    },
  })
  const session = await signInWithSso(fixtures)
  if (studios === 'a and b')
    await admin.call(users.changeUser, {
      params: { id: _id },
      body: { studios: [a.studio._id, b.studio._id] },
    })
  const letTimePass = () =>
    sql`update token set verified_at = now() - interval '1 hour'`.execute(db)
  const prove = (email = ADA, more: { fresh?: 'true' } = { fresh: 'true' }) =>
    proveIdentity(fixtures, provider._id, email, more)
  const verify = async (client: Client, otp?: string) =>
    client.call(contract.verifyWithSso, {
      body: await prove(),
      ...(otp !== undefined && { headers: { 'x-otp': otp } }),
    })
  return { fixtures, ada: _id, session, letTimePass, prove, verify }
}
const createToken = ({ call }: Client) => call(sessions.createToken, { body: { name: 'Script' } })
const expectUnverified = (call: Promise<unknown>) =>
  expectProblem(call, 403, 'session.verification-required')

test('asks the provider to sign the person in again and to say when', async (t) => {
  const { fixtures } = await setup(t)
  const { url } = await startSso(fixtures, fixtures.provider._id, ADA, { fresh: 'true' })
  const { searchParams } = new URL(url)
  assert.deepEqual([searchParams.get('prompt'), searchParams.get('max_age')], ['login', '0'])
  const usual = await startSso(fixtures, fixtures.provider._id)
  assert.equal(new URL(usual.url).searchParams.get('prompt'), null)
})

test('accepts a new sign-in at the provider of the session as a proof', async (t) => {
  const { fixtures, session, letTimePass, verify, ada } = await setup(t)
  await letTimePass()
  await expectUnverified(createToken(session))
  assert.equal((await verify(session)).verified, true)
  await createToken(session)
  const { rows } = await sql<{ by: string }>`
    select by_id as by from audit where action = 'POST /session/verification/sso'`.execute(
    fixtures.db,
  )
  assert.deepEqual(rows, [{ by: ada }])
})

test('accepts the code of the redirect once', async (t) => {
  const { session, prove } = await setup(t)
  const body = await prove()
  await session.call(contract.verifyWithSso, { body })
  await expectProblem(session.call(contract.verifyWithSso, { body }), 422, 'sso.expired')
})

test('rejects an attempt that did not ask the person again, or an older sign-in', async (t) => {
  const { fixtures, session, letTimePass, prove } = await setup(t)
  await letTimePass()
  const verifyWith = (body: Awaited<ReturnType<typeof prove>>) =>
    session.call(contract.verifyWithSso, { body })
  await expectProblem(verifyWith(await prove(ADA, {})), 403, 'sso.sign-in-too-old')
  const change = (claims: object) =>
    sql`update sso_attempt set claims = claims || ${JSON.stringify(claims)}::jsonb`.execute(
      fixtures.db,
    )
  for (const authTime of [null, Math.floor(Date.now() / 1000) - 3_600]) {
    const body = await prove()
    await change({ authTime })
    await expectProblem(verifyWith(body), 403, 'sso.sign-in-too-old')
  }
  await expectUnverified(createToken(session))
})

test('rejects the identity of somebody else, and one that is not of this session', async (t) => {
  const { fixtures, session, prove } = await setup(t)
  fixtures.accounts[`bo@${DOMAIN}`] = accountOf('bo')
  const ofBo = await prove(`bo@${DOMAIN}`)
  await expectProblem(
    session.call(contract.verifyWithSso, { body: ofBo }),
    403,
    'sso.identity-mismatch',
  )
  const withPassword = await fixtures.signIn(ADA)
  await expectProblem(
    withPassword.call(contract.verifyWithSso, { body: await prove() }),
    403,
    'sso.identity-mismatch',
  )
})

test('does not let the provider of one studio change how a person signs in to another', async (t) => {
  const { fixtures, session, letTimePass, verify } = await setup(t, 'a and b')
  await letTimePass()
  await expectProblem(verify(session), 403, 'sso.password-required')
  const fresh = await signInWithSso(fixtures)
  await expectUnverified(fresh.call(passkeys.startPasskey, {}))
  await expectUnverified(fresh.call(sessions.beginTwofactor))
  await fresh.call(sessions.verifySession, { body: { password: PASSWORD } })
  await createToken(fresh)
})

test('accepts an identity that the person connected, with the second factor of Reelay', async (t) => {
  const { fixtures, letTimePass, prove, verify } = await setup(t, 'a and b')
  const ada = await fixtures.signIn(ADA)
  await ada.call(contract.linkIdentity, { body: await prove(ADA, {}) })
  await letTimePass()
  await verify(ada)
  const { secret } = await ada.call(sessions.beginTwofactor)
  await ada.call(sessions.confirmTwofactor, { body: { code: codeFor(secret) } })
  await sql`update twofactor set last_step = 0`.execute(fixtures.db)
  await letTimePass()
  await expectProblem(verify(ada), 403, 'session.code-required')
  await expectProblem(verify(ada, '000000'), 403, 'session.verification-failed')
  await expectUnverified(createToken(ada))
  await verify(ada, codeFor(secret))
  assert.equal((await createToken(ada)).twofactorVerified, true)
})

test('ends the sessions of a provider when the person becomes an admin', async (t) => {
  const { fixtures, session, ada } = await setup(t)
  await session.call(sessions.listTokens)
  await sql`update person set roles = '{admin}' where id = ${ada}`.execute(fixtures.db)
  await expectProblem(session.call(sessions.listTokens), 401, 'credential.invalid')
})
