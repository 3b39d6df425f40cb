import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, expectSameProblem } from '../../test/expect-problem.ts'
import { codeFor } from '../../test/totp.ts'
import { PASSWORD, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as outbox from '../outbox/contract.ts'
import * as users from '../users/contract.ts'
import * as contract from './contract.ts'

const EMAIL = 'guest-a@example.com'
const NEW = 'Another-horse-7'
const forget = (
  { app }: Fixtures,
  email = EMAIL,
  more: { remoteAddress?: string; headers?: Record<string, string> } = {},
) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/session/forgotten',
    ...more,
    headers: { 'content-type': 'application/json', ...more.headers },
    payload: JSON.stringify({ email }),
  })
const mails = async ({ admin }: Fixtures) => (await admin.call(outbox.listOutbox)).items
const links = async (fixtures: Fixtures) =>
  (await mails(fixtures)).flatMap(({ text }) => /\/reset\/([\w-]+)/.exec(text)?.[1] ?? [])
const reset = ({ as }: Fixtures, code: string, password = NEW) =>
  as().call(contract.resetPassword, { body: { code, password } })
/** As if the last mail were not of this minute. */
const letPass = ({ db }: Fixtures) =>
  sql`update password_reset set created_at = created_at - interval '2 minutes'`.execute(db)

async function codeIn(fixtures: Fixtures, email = EMAIL): Promise<string> {
  assert.equal((await forget(fixtures, email)).statusCode, 200)
  await fixtures.runJobs()
  return (await links(fixtures))[0]!
}

test('resets a forgotten password with a link from a mail', async (t) => {
  const fixtures = await loadFixtures(t)
  const code = await codeIn(fixtures)
  const [mail] = await mails(fixtures)
  assert.deepEqual([mail!.to, mail!.subject], [EMAIL, 'Reset your Reelay password'])
  assert.match(mail!.text, /http:\/\/app\.test\/reset\/[\w-]{43}\n/)
  assert.deepEqual(await reset(fixtures, code), { email: EMAIL, reset: true })
  await fixtures.signIn(EMAIL, NEW)
  await expectProblem(fixtures.signIn(EMAIL, PASSWORD), 401)
})

test('signs the person out everywhere and informs them by mail', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor } = fixtures.a.people
  const named = await guest.call(contract.createToken, { body: { name: 'Ingest machine' } })
  await reset(fixtures, await codeIn(fixtures))
  for (const token of [guest.token, named.token])
    await expectProblem(fixtures.as({ email: EMAIL, token }).call(contract.listTokens), 401)
  await vendor.call(contract.listTokens)
  const [passwordChangedMail] = await mails(fixtures)
  assert.deepEqual(
    [passwordChangedMail!.to, passwordChangedMail!.subject],
    [EMAIL, 'Your Reelay password was changed'],
  )
})

test('answers identically whether or not the account exists', async (t) => {
  const fixtures = await loadFixtures(t)
  const [existing, unknown] = [await forget(fixtures), await forget(fixtures, 'nobody@example.com')]
  assert.deepEqual(existing.json(), { accepted: true })
  const plain = ({ headers, body, statusCode }: typeof existing) => ({
    statusCode,
    body,
    headers: { ...headers, date: '', 'x-request-id': '' },
  })
  assert.deepEqual(plain(existing), plain(unknown))
})

test('runs the same statements for a known and an unknown e-mail', async (t) => {
  const fixtures = await loadFixtures(t)
  const left = async () =>
    (
      await sql<{ kind: string }>`select kind from job where kind = 'send-password-reset'`.execute(
        fixtures.db,
      )
    ).rows.length
  for (const [number, email] of [EMAIL, 'nobody@example.com'].entries()) {
    await forget(fixtures, email)
    assert.equal(await left(), number + 1)
  }
  assert.deepEqual((await sql`select from password_reset`.execute(fixtures.db)).rows, [])
  assert.deepEqual(await mails(fixtures), [])
})

test('sends no mail to unknown, disabled, suspended or unregistered people', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor, translator } = fixtures.a.people
  await sql`update person set approved = false where id = ${guest._id}`.execute(fixtures.db)
  await sql`update person set disabled_at = now() where id = ${vendor._id}`.execute(fixtures.db)
  await sql`update person set password_hash = null where id = ${translator._id}`.execute(
    fixtures.db,
  )
  for (const email of [guest.email, vendor.email, translator.email, 'nobody@example.com'])
    assert.equal((await forget(fixtures, email)).statusCode, 200)
  await fixtures.runJobs()
  assert.deepEqual(await mails(fixtures), [])
})

test('accepts a code once, even for concurrent requests', async (t) => {
  const fixtures = await loadFixtures(t)
  const code = await codeIn(fixtures)
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => reset(fixtures, code)))
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
  await expectProblem(reset(fixtures, code, 'A-third-horse-8'), 422, 'password-reset.expired')
  await fixtures.signIn(EMAIL, NEW)
})

test('expires a code after one hour', async (t) => {
  const fixtures = await loadFixtures(t)
  const code = await codeIn(fixtures)
  const { rows } = await sql<{
    minutes: number
  }>`select round(extract(epoch from expires_at - now()) / 60)::int as minutes
    from password_reset`.execute(fixtures.db)
  assert.equal(rows[0]!.minutes, 60)
  await sql`update password_reset set expires_at = now() - interval '1 second'`.execute(fixtures.db)
  await expectSameProblem(reset(fixtures, code), reset(fixtures, 'guess'), 422)
  await fixtures.signIn(EMAIL, PASSWORD)
})

test('accepts only the newest code', async (t) => {
  const fixtures = await loadFixtures(t)
  const first = await codeIn(fixtures)
  await letPass(fixtures)
  const second = await codeIn(fixtures)
  assert.notEqual(first, second)
  await expectProblem(reset(fixtures, first), 422, 'password-reset.expired')
  await reset(fixtures, second)
})

test('sends at most one mail per minute, and its code stays valid', async (t) => {
  const fixtures = await loadFixtures(t)
  const code = await codeIn(fixtures)
  for (const remoteAddress of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    await forget(fixtures, EMAIL, { remoteAddress })
  await fixtures.runJobs()
  assert.deepEqual(await links(fixtures), [code])
  await reset(fixtures, code)
})

test('rejects invitation codes and codes of other people', async (t) => {
  const fixtures = await loadFixtures(t)
  await fixtures.a.people.studio.call(users.inviteUser, {
    body: {
      emailNormal: 'new@example.com',
      name: 'New',
      roles: ['vendor'],
      studios: [fixtures.a.studio._id],
    },
  })
  const invitation = /\/register\/([\w-]+)/.exec((await mails(fixtures))[0]!.text)![1]!
  await expectProblem(reset(fixtures, invitation), 422, 'password-reset.expired')
  const code = await codeIn(fixtures)
  await expectProblem(
    fixtures.as().call(users.registerUser, { body: { code, name: 'New', password: NEW } }),
    422,
    'invitation.expired',
  )
  await reset(fixtures, code)
  await fixtures.signIn('vendor-a@example.com', PASSWORD)
})

test('rejects a weak password without using up the code', async (t) => {
  const fixtures = await loadFixtures(t)
  const code = await codeIn(fixtures)
  for (const password of ['short', 'password1234', 'token-correct-horse', `I am ${EMAIL}`])
    await expectProblem(reset(fixtures, code, password), 422, 'password.weak')
  await reset(fixtures, code)
})

test('rejects a code after the person was disabled or changed their password or e-mail', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor, translator, studio } = fixtures.a.people
  const codes = [
    await codeIn(fixtures, guest.email),
    await codeIn(fixtures, vendor.email),
    await codeIn(fixtures, translator.email),
  ]
  await studio.call(users.disableUser, { params: { id: guest._id } })
  await vendor.call(users.changeUser, {
    params: { id: vendor._id },
    body: { password: 'A-third-horse-8', currentPassword: PASSWORD },
  })
  await studio.call(users.changeUser, {
    params: { id: translator._id },
    body: { emailNormal: 'moved@example.com' },
  })
  for (const code of codes)
    await expectProblem(reset(fixtures, code), 422, 'password-reset.expired')
})

test('keeps the second factor', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { secret } = await guest.call(contract.beginTwofactor)
  await guest.call(contract.confirmTwofactor, { body: { code: codeFor(secret) } })
  await reset(fixtures, await codeIn(fixtures))
  const { headers } = await expectProblem(
    fixtures.as({ email: EMAIL, password: NEW }).call(contract.openSession),
    401,
  )
  assert.equal(headers.get('x-otp'), 'required')
})

test('stores neither the code nor the e-mail in plain text', async (t) => {
  const fixtures = await loadFixtures(t)
  const code = await codeIn(fixtures)
  const { rows } = await sql<{
    row: string
  }>`select r::text as row from password_reset r union all select r::text
    from failed_sign_in r`.execute(fixtures.db)
  assert.ok(
    rows.length === 3 && rows.every(({ row }) => !row.includes(code) && !row.includes('guest')),
  )
})

test('limits requests to five per fifteen minutes and network, for known and unknown e-mails', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const email of [EMAIL, 'nobody@example.com']) {
    const statuses: number[] = []
    for (const typed of [email, email.toUpperCase(), email, email, email, email])
      statuses.push((await forget(fixtures, typed)).statusCode)
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429])
  }
  assert.ok(Number((await forget(fixtures)).headers['retry-after']) > 0)
  assert.equal((await forget(fixtures, EMAIL, { remoteAddress: '192.0.2.1' })).statusCode, 200)
  await fixtures.signIn(EMAIL)
})

test('allows a reset after too many failed sign-ins', async (t) => {
  const fixtures = await loadFixtures(t)
  for (let attempt = 0; attempt < 6; attempt++)
    await fixtures
      .as({ email: EMAIL, password: `Wrong-password-${attempt}` })
      .call(contract.openSession)
      .catch(() => {})
  await expectProblem(fixtures.signIn(EMAIL), 429)
  await reset(fixtures, await codeIn(fixtures))
  await fixtures.signIn(EMAIL, NEW)
})

test('rejects an invalid e-mail and unknown fields by name', async (t) => {
  const { as } = await loadFixtures(t)
  await expectProblem(
    as().call(contract.forgottenPassword, { body: { email: 'nobody' } }),
    422,
    'body.invalid',
  )
  await expectProblem(
    as().call(contract.forgottenPassword, { body: { email: EMAIL, name: 'x' } as never }),
    400,
    'body.unknown-field',
  )
  await expectProblem(
    as().call(contract.resetPassword, { body: { code: '', password: NEW } }),
    422,
    'body.invalid',
  )
  await expectProblem(
    as().call(contract.resetPassword, { body: { code: 'x', password: 'x'.repeat(1025) } }),
    422,
    'body.invalid',
  )
})
