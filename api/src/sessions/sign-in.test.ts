import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { tokenAuth, basicAuth } from '../../test/raw-http.ts'
import { PASSWORD, loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Problem } from '../kernel/http/contract/problem.ts'
import * as users from '../users/contract.ts'
import { verifyAccount, verifySecondFactor } from './commands/sign-in.ts'
import * as contract from './contract.ts'
import { findAccount } from './queries.ts'

test('returns only a token and the e-mail for a password, uncacheable', async (t) => {
  const { as, a } = await loadFixtures(t)
  const { email } = a.people.guest
  const { body, headers } = await as({ email, password: PASSWORD }).send(contract.openSession)
  const session = body as contract.Session
  assert.deepEqual(Object.keys(session).toSorted(), ['email', 'token'])
  assert.equal(session.email, email)
  assert.match(session.token, /^[\w-]{43}$/)
  assert.match(headers.get('cache-control')!, /no-store/)
})

test('creates a new token for each sign-in and keeps older ones', async (t) => {
  const { signIn, a } = await loadFixtures(t)
  const { guest } = a.people
  const [first, second] = [await signIn(guest.email), await signIn(guest.email)]
  assert.equal(new Set([guest.token, first.token, second.token]).size, 3)
  for (const session of [guest, first, second]) await session.call(contract.listTokens)
})

test('stores only the digest of a token', async (t) => {
  const { signIn, a, db } = await loadFixtures(t)
  const { token } = await signIn(a.people.guest.email)
  const { rows } = await sql<{ row: string }>`select token::text as row from token`.execute(db)
  assert.ok(rows.length > 1 && rows.every(({ row }) => !row.includes(token)))
})

test('answers a wrong password and an unknown e-mail identically', async (t) => {
  const { as, a } = await loadFixtures(t)
  const sign = (email: string, password: string) =>
    as({ email, password }).call(contract.openSession)
  await expectSameProblem(
    sign(a.people.guest.email, 'Wrong-password-1'),
    sign('nobody@example.com', PASSWORD),
    401,
  )
})

test('ignores the case of the e-mail but not of the password', async (t) => {
  const { as, a } = await loadFixtures(t)
  const { email } = a.people.guest
  await as({ email: email.toUpperCase(), password: PASSWORD }).call(contract.openSession)
  await expectProblem(
    as({ email, password: PASSWORD.toLowerCase() }).call(contract.openSession),
    401,
    'credential.invalid',
  )
  for (const password of [`${PASSWORD} `, ` ${PASSWORD}`, PASSWORD.slice(0, -1), ''])
    await expectProblem(
      as({ email: 'admin@example.com', password }).call(contract.openSession),
      401,
    )
})

const unusual = [
  'with:colon:and more',
  'Ünïcödé ist schön',
  'trailing space kept ',
  `${'long '.repeat(30)}enough 1`,
  '密码密码密码密码密码密码一二',
]
test('verifies unusual passwords exactly', async (t) => {
  const { admin, as } = await loadFixtures(t)
  for (const [number, password] of unusual.entries())
    await t.test(password.slice(0, 20), async () => {
      const email = `new-${number}@example.com`
      await admin.call(users.inviteUser, {
        body: { emailNormal: email, name: 'New', roles: ['guest'], password },
      })
      await as({ email, password }).call(contract.openSession)
      await expectProblem(
        as({ email, password: password.slice(0, -1) }).call(contract.openSession),
        401,
      )
    })
})

test('treats token- as the prefix of tokens only', async (t) => {
  const { admin, app, db } = await loadFixtures(t)
  await sql`update person set password_hash = (select password_hash from person
    where email = 'admin@example.com') where email = 'guest-a@example.com'`.execute(db)
  const get = async (secret: string) =>
    (await app.fastify.inject({ url: '/api/session', headers: basicAuth(admin.email, secret) }))
      .statusCode
  assert.equal(await get(`token-${PASSWORD}`), 401)
  assert.equal(await get(admin.token), 401)
})

test('rejects a password that begins with token-', async (t) => {
  const { admin, a } = await loadFixtures(t)
  const { guest } = a.people
  await expectProblem(
    admin.call(users.inviteUser, {
      body: {
        emailNormal: 'new@example.com',
        name: 'New',
        roles: ['guest'],
        password: 'token-correct-horse-9',
      },
    }),
    422,
    'password.weak',
  )
  await expectProblem(
    guest.call(contract.changeSession, {
      params: { id: guest._id },
      body: { password: 'token-correct-horse-9', currentPassword: PASSWORD },
    }),
    422,
    'password.weak',
  )
})

test('rejects unapproved, disabled and unregistered people without a reason', async (t) => {
  const { as, a, db } = await loadFixtures(t)
  const { guest, vendor, translator } = a.people
  await sql`update person set approved = false where id = ${guest._id}`.execute(db)
  await sql`update person set disabled_at = now() where id = ${vendor._id}`.execute(db)
  await sql`update person set password_hash = null where id = ${translator._id}`.execute(db)
  for (const { email } of [guest, vendor, translator]) {
    await expectSameProblem(
      as({ email, password: PASSWORD }).call(contract.openSession),
      as({ email: 'nobody@example.com', password: PASSWORD }).call(contract.openSession),
      401,
    )
  }
})

test('lists the caller first and the others by name when called with a token', async (t) => {
  const { a, app } = await loadFixtures(t)
  const response = await app.fastify.inject({
    url: '/api/session',
    headers: tokenAuth(a.people.vendor),
  })
  const listed = response.json<users.User[]>()
  assert.deepEqual(
    listed.map((user) => user.name),
    ['vendor a', 'guest a', 'service a', 'studio a', 'territory a', 'translator a'],
  )
  assert.equal(response.headers['content-range'], 'resources 0-5/6')
})

test('supports X-Range', async (t) => {
  const { a, app } = await loadFixtures(t)
  const get = (range: string) =>
    app.fastify.inject({
      url: '/api/session',
      headers: { ...tokenAuth(a.people.vendor), 'x-range': range },
    })
  const second = await get('resources=1-2')
  assert.deepEqual(
    second.json<users.User[]>().map((user) => user.name),
    ['guest a', 'service a'],
  )
  assert.equal(second.headers['content-range'], 'resources 1-2/6')
  assert.equal((await get('resources=2-1')).statusCode, 400)
  assert.equal((await get('resources=50-59')).body, '[]')
})

test('tells the log whose password or code was wrong, but not what was typed', async (t) => {
  const { a, app, db } = await loadFixtures(t)
  const { _id, email } = a.people.guest
  const refused = (user: string) =>
    verifyAccount(db, { user, secret: 'wrong', network: '192.0.2.1', address: '192.0.2.1' }).then(
      () => assert.fail('accepted'),
      (error: Problem) => error.person,
    )
  assert.deepEqual([await refused(email), await refused('My-password@x')], [_id, undefined])
  const account = await findAccount(db, email)
  await assert.rejects(
    verifySecondFactor(db, app.masterKeys, account!, { network: '192.0.2.1', code: '000000' }),
    (error: Problem) => error.status === 401 && error.person === _id,
  )
})
