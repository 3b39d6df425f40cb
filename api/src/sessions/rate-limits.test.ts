import assert from 'node:assert/strict'
import { test } from 'node:test'
import { basicAuth } from '../../test/raw-http.ts'
import { PASSWORD, loadFixtures, type Fixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

const EMAIL = 'guest-a@example.com'
const ask = (
  { app }: Fixtures,
  email: string,
  password: string,
  more: { remoteAddress?: string; headers?: Record<string, string> } = {},
) =>
  app.fastify.inject({
    url: '/api/session',
    ...more,
    headers: { ...basicAuth(email, password), ...more.headers },
  })
const fail = async (fixtures: Fixtures, times: number, email = EMAIL, more = {}) => {
  const statuses: number[] = []
  for (let attempt = 0; attempt < times; attempt++)
    statuses.push((await ask(fixtures, email, `Wrong-password-${attempt}`, more)).statusCode)
  return statuses
}

test('rejects the sixth sign-in after five failures, even with the right password', async (t) => {
  const fixtures = await loadFixtures(t)
  assert.deepEqual(await fail(fixtures, 7), [401, 401, 401, 401, 401, 429, 429])
  const response = await ask(fixtures, EMAIL, PASSWORD)
  assert.equal(response.statusCode, 429)
  const wait = Number(response.headers['retry-after'])
  assert.ok(wait > 0 && wait <= 900)
})

test('limits an unknown e-mail in the same way', async (t) => {
  assert.deepEqual(
    await fail(await loadFixtures(t), 6, 'nobody@example.com'),
    [401, 401, 401, 401, 401, 429],
  )
})

test('ignores letter case, headers and codes when it counts', async (t) => {
  const fixtures = await loadFixtures(t)
  const spoofedRequests: [email: string, headers: Record<string, string>][] = [
    [EMAIL, {}],
    [EMAIL.toUpperCase(), {}],
    ['Guest-A@Example.com', { 'x-forwarded-for': '192.0.2.7' }],
    [EMAIL, { 'x-otp': '123456' }],
    ['GUEST-a@example.com', { 'x-real-ip': '192.0.2.8', forwarded: 'for=192.0.2.9' }],
  ]
  for (const [email, headers] of spoofedRequests)
    assert.equal((await ask(fixtures, email, 'Wrong-password-1', { headers })).statusCode, 401)
  for (const [email, headers] of spoofedRequests)
    assert.equal((await ask(fixtures, email, 'Wrong-password-1', { headers })).statusCode, 429)
})

test('still allows other networks and other people', async (t) => {
  const fixtures = await loadFixtures(t)
  await fail(fixtures, 6)
  assert.equal(
    (await ask(fixtures, EMAIL, PASSWORD, { remoteAddress: '192.0.2.1' })).statusCode,
    200,
  )
  assert.equal((await ask(fixtures, 'vendor-a@example.com', PASSWORD)).statusCode, 200)
})

test('resets the count after a successful sign-in', async (t) => {
  const fixtures = await loadFixtures(t)
  await fail(fixtures, 4)
  assert.equal((await ask(fixtures, EMAIL, PASSWORD)).statusCode, 200)
  assert.deepEqual(await fail(fixtures, 5), [401, 401, 401, 401, 401])
})

test('allows another attempt when the window has passed', async (t) => {
  const fixtures = await loadFixtures(t)
  await fail(fixtures, 6)
  await sql`update failed_sign_in set until = now() - interval '1 second'`.execute(fixtures.db)
  assert.equal((await ask(fixtures, EMAIL, PASSWORD)).statusCode, 200)
  assert.deepEqual(await fail(fixtures, 6), [401, 401, 401, 401, 401, 429])
})

test('returns 401 for five of twenty concurrent wrong passwords and 429 for the rest', async (t) => {
  const fixtures = await loadFixtures(t)
  const statuses = (
    await Promise.all(
      Array.from({ length: 20 }, (_, attempt) => ask(fixtures, EMAIL, `Wrong-password-${attempt}`)),
    )
  ).map((response) => response.statusCode)
  assert.equal(statuses.filter((status) => status === 401).length, 5)
  assert.equal(statuses.filter((status) => status === 429).length, 15)
})

test('rejects the right password among too many concurrent wrong ones', async (t) => {
  const fixtures = await loadFixtures(t)
  const wrong = Array.from({ length: 12 }, (_, attempt) =>
    ask(fixtures, EMAIL, `Wrong-password-${attempt}`),
  )
  const right = ask(fixtures, EMAIL, PASSWORD)
  await Promise.all(wrong)
  assert.equal((await right).statusCode, 429)
})

test('lets twenty concurrent right passwords in', async (t) => {
  const fixtures = await loadFixtures(t)
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => ask(fixtures, EMAIL, PASSWORD)),
  )
  assert.deepEqual([...new Set(responses.map((response) => response.statusCode))], [200])
})

test('limits one network that tries many accounts', async (t) => {
  const fixtures = await loadFixtures(t)
  await fail(fixtures, 1, 'nobody@example.com', { remoteAddress: '192.0.2.1' })
  await sql`update failed_sign_in set failures = 100 where subject = '*'`.execute(fixtures.db)
  assert.equal(
    (await ask(fixtures, EMAIL, PASSWORD, { remoteAddress: '192.0.2.1' })).statusCode,
    429,
  )
  assert.equal((await ask(fixtures, EMAIL, PASSWORD)).statusCode, 200)
})

test('stores no e-mail with the count', async (t) => {
  const fixtures = await loadFixtures(t)
  await fail(fixtures, 1)
  const { rows } = await sql<{
    row: string
  }>`select failed_sign_in::text as row from failed_sign_in`.execute(fixtures.db)
  assert.ok(rows.length === 2 && rows.every(({ row }) => !row.includes('guest')))
})
