import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rawRequest } from '../../test/raw-request.ts'
import { PASSWORD, loadFixtures, type TestUser, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'
import * as contract from './contract.ts'
import { DEFAULT_PREFERENCES } from './rules/user.ts'

const addressOf = async ({ db }: Fixtures, { _id }: TestUser) =>
  `/api/users/unsubscribe?code=${
    (
      await sql<{ unsubscribe_code: string }>`
    select unsubscribe_code from person
    where id = ${_id}`.execute(db)
    ).rows[0]!.unsubscribe_code
  }`
const isOn = async (person: TestUser) =>
  (await person.call(contract.getUser, { params: { id: person._id } })).preferences.mail.enabled
const oneClick = {
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: 'List-Unsubscribe=One-Click',
} as const

test('stops the mail of one person with one click and without a session', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest, vendor } = fixtures.a.people
  const before = await guest.call(contract.getUser, { params: { id: guest._id } })
  const { statusCode, headers } = await rawRequest(
    fixtures,
    await addressOf(fixtures, guest),
    oneClick,
  )
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/html; charset=utf-8'])
  assert.deepEqual(await guest.call(contract.getUser, { params: { id: guest._id } }), {
    ...before,
    preferences: { ...before.preferences, mail: { ...before.preferences.mail, enabled: false } },
  })
  assert.equal(await isOn(vendor), true)
  assert.equal(
    (await rawRequest(fixtures, await addressOf(fixtures, guest), oneClick)).statusCode,
    200,
    'accepts a second click',
  )
})

test('shows a page for GET requests, so that link scanners unsubscribe nobody', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const { statusCode, body, headers } = await rawRequest(fixtures, await addressOf(fixtures, guest))
  assert.equal(statusCode, 200)
  assert.match(body, /<form method="post">.*name="List-Unsubscribe" value="One-Click"/)
  assert.match(String(headers['content-security-policy']), /^default-src 'none'/)
  assert.doesNotMatch(body, /<script|example\.com/)
  await rawRequest(fixtures, await addressOf(fixtures, guest), { method: 'HEAD' })
  assert.equal(await isOn(guest), true)
})

test('accepts multipart forms from mail clients', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  await rawRequest(fixtures, await addressOf(fixtures, guest), {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    payload:
      '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n',
  })
  assert.equal(await isOn(guest), false)
})

test('rejects a missing or wrong code', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const query of [
    '',
    '?code=',
    '?code=a&code=b',
    '?code=%00',
    `?code=${'x'.repeat(201)}`,
    '?code=a%20b',
  ])
    assert.equal(
      (await rawRequest(fixtures, `/api/users/unsubscribe${query}`, oneClick)).statusCode,
      422,
      query,
    )
  assert.equal(
    (await rawRequest(fixtures, '/api/users/unsubscribe?code=wrong', oneClick)).statusCode,
    404,
  )
  const { rows } =
    await sql`select from person where not (preferences -> 'mail' -> 'enabled')::boolean`.execute(
      fixtures.db,
    )
  assert.equal(rows.length, 0)
})

test('grants nothing with the code, shows it nowhere, and replaces it after a password change', async (t) => {
  const fixtures = await loadFixtures(t)
  const { guest } = fixtures.a.people
  const old = await addressOf(fixtures, guest)
  const code = old.split('=')[1]!
  const { app } = fixtures
  const signIn = await app.fastify.inject({
    url: '/api/session',
    headers: { authorization: `Basic ${btoa(`${guest.email}:token-${code}`)}` },
  })
  assert.equal(signIn.statusCode, 401)
  assert.ok(
    !JSON.stringify(await guest.call(contract.getUser, { params: { id: guest._id } })).includes(
      code,
    ),
  )
  await guest.call(contract.changeUser, {
    params: { id: guest._id },
    body: { password: 'Another-horse-staple-7', currentPassword: PASSWORD },
  })
  assert.notEqual(await addressOf(fixtures, guest), old)
  assert.equal((await rawRequest(fixtures, old, oneClick)).statusCode, 404)
})

test('accepts an IANA time zone and defaults to UTC', async (t) => {
  const { a } = await loadFixtures(t)
  const { guest } = a.people
  const put = (preferences: object) =>
    guest.call(contract.changeUser, { params: { id: guest._id }, body: { preferences } })
  assert.deepEqual((await put({ tz: 'Asia/Kolkata' })).preferences, {
    ...DEFAULT_PREFERENCES,
    tz: 'Asia/Kolkata',
  })
  for (const tz of ['Mars/Olympus', '+01:00', 'europe', ''])
    await assert.rejects(put({ tz }), { status: 422 })
})
