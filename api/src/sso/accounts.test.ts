// Which account a provider may sign in.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../test/expect-problem.ts'
import { PASSWORD, type Fixtures } from '../../test/fixtures.ts'
import {
  DOMAIN,
  accountOf,
  loadSsoFixtures,
  proveIdentity,
  signInWithSso,
  type SsoFixtures,
} from '../../test/sso-fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as sessions from '../sessions/contract.ts'
import * as studios from '../studios/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const ADA = `ada@${DOMAIN}`
const exchange = async (fixtures: SsoFixtures, email?: string) =>
  fixtures.as().call(contract.signInWithSso, {
    body: await proveIdentity(fixtures, fixtures.provider._id, email),
  })
const studiosOf = async (person: { call: Fixtures['admin']['call'] }) =>
  (await person.call(studios.listStudios)).items.map(({ _id }) => _id)
/** Ada exists before her first sign-in through the provider. */
const invite = ({ admin }: Fixtures, studio: string[], more: object = {}): Promise<users.User> =>
  admin.call(users.inviteUser, {
    body: {
      emailNormal: ADA,
      name: 'Ada',
      password: PASSWORD,
      roles: ['guest'],
      studios: studio,
      ...more,
    },
  })

test('connects an account that belongs only to the studio', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const ada = await invite(fixtures, [fixtures.a.studio._id])
  const session = await signInWithSso(fixtures)
  const [me] = (await session.call(sessions.openSession)) as users.User[]
  assert.equal(me!._id, ada._id)
})

test('does not take over an account of other studios, of none, or of an admin', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, b, db } = fixtures
  const { _id } = await invite(fixtures, [a.studio._id, b.studio._id])
  await expectProblem(exchange(fixtures), 409, 'sso.link-required')
  await sql`delete from membership where person_id = ${_id}
    and studio_id = ${a.studio._id}`.execute(db)
  await expectProblem(exchange(fixtures), 409, 'sso.link-required')
  await sql`delete from membership where person_id = ${_id}`.execute(db)
  await expectProblem(exchange(fixtures), 409, 'sso.link-required')
  await sql`insert into membership (person_id, studio_id) values (${_id}, ${a.studio._id})`.execute(
    db,
  )
  await sql`update person set roles = '{admin}' where id = ${_id}`.execute(db)
  await expectProblem(exchange(fixtures), 409, 'sso.link-required')
  const { rows } = await sql`select from identity`.execute(db)
  assert.equal(rows.length, 0)
})

test('acts only in the studio of the provider after an automatic connection', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, b, admin, as } = fixtures
  const { _id } = await invite(fixtures, [a.studio._id])
  await signInWithSso(fixtures)
  await admin.call(users.changeUser, {
    params: { id: _id },
    body: { studios: [a.studio._id, b.studio._id] },
  })
  const limited = await signInWithSso(fixtures)
  assert.deepEqual(await studiosOf(limited), [a.studio._id])
  await expectProblem(limited.call(studios.getStudio, { params: { id: b.studio._id } }), 404)
  const rotated = as(await limited.call(sessions.regenerate))
  assert.deepEqual(await studiosOf(rotated), [a.studio._id], 'a token made from it')
})

test('lets a person connect an identity while signed in, for all their studios', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, b, provider, signIn } = fixtures
  await invite(fixtures, [a.studio._id, b.studio._id])
  const ada = await signIn(ADA)
  const body = await proveIdentity(fixtures, provider._id)
  const identity = await ada.call(contract.linkIdentity, { body })
  assert.deepEqual([identity.selfLinked, identity.email], [true, ADA])
  await expectProblem(ada.call(contract.linkIdentity, { body }), 422, 'sso.expired')
  const session = await signInWithSso(fixtures)
  assert.deepEqual((await studiosOf(session)).toSorted(), [a.studio._id, b.studio._id].toSorted())
  await ada.call(contract.removeIdentity, { params: { id: identity._id } })
  await expectProblem(session.call(studios.listStudios), 401, 'credential.invalid')
  await expectProblem(exchange(fixtures), 409, 'sso.link-required')
})

test('connects an identity to one account only, and only in a studio of the person', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, b, provider } = fixtures
  await signInWithSso(fixtures)
  const prove = async () => ({ body: await proveIdentity(fixtures, provider._id) })
  await expectProblem(
    a.people.guest.call(contract.linkIdentity, await prove()),
    409,
    'sso.identity-in-use',
  )
  await expectProblem(b.people.guest.call(contract.linkIdentity, await prove()), 404)
})

test('knows a person by issuer and subject, not by email', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { accounts, db } = fixtures
  const first = await signInWithSso(fixtures)
  accounts[ADA] = accountOf('ada', { email: `renamed@${DOMAIN}` })
  assert.equal((await exchange(fixtures)).email, first.email)
  accounts[ADA] = accountOf('eve', { email: ADA })
  await expectProblem(exchange(fixtures), 409, 'sso.identity-changed')
  const { rows } = await sql<{ subject: string }>`
    select subject from identity order by subject`.execute(db)
  assert.deepEqual(
    rows.map(({ subject }) => subject),
    ['ada'],
  )
})

test('does not accept identities of the previous issuer from a new one', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, b, db, provider } = fixtures
  const { _id } = await invite(fixtures, [a.studio._id, b.studio._id])
  await sql`insert into identity (provider_id, person_id, issuer, subject, email, self_linked)
    values (${provider._id}, ${_id}, 'https://previous.example', 'ada', '', true)`.execute(db)
  await expectProblem(exchange(fixtures), 409, 'sso.link-required')
})

test('requires a verified email in a verified domain', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { accounts, admin, a, provider } = fixtures
  const params = { id: a.studio._id, provider: provider._id }
  const expectRejection = async (more: Record<string, unknown>, code: string) => {
    accounts[ADA] = accountOf('ada', more)
    await expectProblem(exchange(fixtures), 403, code)
  }
  await expectRejection({ email_verified: false }, 'sso.email-unverified')
  await expectRejection({ email_verified: undefined }, 'sso.email-unverified')
  await expectRejection({ email: undefined }, 'sso.email-required')
  await expectRejection({ email: 'ada@example.com' }, 'sso.domain-unverified')
  await expectRejection({ email: `ada@evil.${DOMAIN}` }, 'sso.domain-unverified')
  await expectRejection({ email: `${ADA}@example.com` }, 'sso.email-required')
  await admin.call(contract.changeProvider, { params, body: { trustsEmail: true } })
  await expectRejection(
    { email: 'ada@example.com', email_verified: undefined },
    'sso.domain-unverified',
  )
  accounts[ADA] = accountOf('ada', { email_verified: undefined })
  assert.equal((await exchange(fixtures)).email, ADA)
})

test('creates no account if the provider may not, and none for a suspended person', async (t) => {
  const fixtures = await loadSsoFixtures(t, { createsAccounts: false })
  await expectProblem(exchange(fixtures), 403, 'sso.account-not-found')
  const { _id } = await invite(fixtures, [fixtures.a.studio._id])
  const session = await signInWithSso(fixtures)
  await sql`update person set approved = false where id = ${_id}`.execute(fixtures.db)
  await expectProblem(session.call(studios.listStudios), 401)
  await expectProblem(exchange(fixtures), 403, 'sso.account-suspended')
})

test('does not sign in a person who was removed from the studio', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { a, b, db } = fixtures
  await signInWithSso(fixtures)
  await sql`update membership m set studio_id = ${b.studio._id} from person p
    where p.id = m.person_id and p.email = ${ADA} and m.studio_id = ${a.studio._id}`.execute(db)
  await expectProblem(exchange(fixtures), 403, 'sso.not-member')
})

test('asks for the second factor of Reelay unless the provider checks one', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const { admin, a, provider } = fixtures
  await admin.call(studios.changeStudio, {
    params: { id: a.studio._id },
    body: { settings: { requireTwoFactor: true } },
  })
  await expectProblem(exchange(fixtures), 403, 'sso.second-factor-required')
  await admin.call(contract.changeProvider, {
    params: { id: a.studio._id, provider: provider._id },
    body: { checksSecondFactor: true },
  })
  const ada = await signInWithSso(fixtures)
  const [me] = (await ada.call(sessions.openSession)) as users.User[]
  assert.equal(me!.twofactorVerified, true)
})

test('accepts the second factor that the provider reports', async (t) => {
  const fixtures = await loadSsoFixtures(t, {}, ['pwd', 'mfa'])
  await fixtures.admin.call(studios.changeStudio, {
    params: { id: fixtures.a.studio._id },
    body: { settings: { requireTwoFactor: true } },
  })
  assert.equal((await exchange(fixtures)).email, ADA)
})

test('creates one account for concurrent first sign-ins', async (t) => {
  const fixtures = await loadSsoFixtures(t)
  const proofs = await Promise.all(
    [1, 2, 3].map(() => proveIdentity(fixtures, fixtures.provider._id)),
  )
  await Promise.all(proofs.map((body) => fixtures.as().call(contract.signInWithSso, { body })))
  const { rows } = await sql`select from person where email = ${ADA}`.execute(fixtures.db)
  assert.equal(rows.length, 1)
})
