import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD, loadFixtures } from '../../../../test/fixtures.ts'
import { tokenAuth, basicAuth, sendOverSocket } from '../../../../test/raw-http.ts'
import { sql } from '../../db/sql.ts'
import type { App } from '../app.ts'

const ask = async (
  { fastify }: App,
  headers: Record<string, string>,
  more: { method?: 'GET' | 'OPTIONS' | 'HEAD' | 'POST'; url?: string; remoteAddress?: string } = {},
) => {
  const response = await fastify.inject({ method: 'GET', url: '/api/studios', headers, ...more })
  return {
    status: response.statusCode,
    headers: response.headers,
    code: response.body && response.statusCode >= 400 ? response.json<{ code: string }>().code : '',
    body: response.body,
  }
}

test('accepts a token with the email in any case', async (t) => {
  const { app, admin } = await loadFixtures(t)
  assert.equal((await ask(app, tokenAuth(admin))).status, 200)
  assert.equal((await ask(app, basicAuth('ADMIN@Example.com', `token-${admin.token}`))).status, 200)
})

const bad: [name: string, value: string][] = [
  ['no header', ''],
  ['another scheme', 'Bearer x'],
  ['nothing behind the scheme', 'Basic'],
  ['not base64', 'Basic !!!'],
  ['no colon', `Basic ${btoa('admin@example.com')}`],
  ['no user', `Basic ${btoa(':token-x')}`],
  ['bytes that are not UTF-8', `Basic ${Buffer.from([0xff, 0x3a, 0xff]).toString('base64')}`],
  ['64 kB', `Basic ${btoa(`a:${'x'.repeat(64_000)}`)}`],
  ['two in one', `Basic ${btoa('a:b')}, Basic ${btoa('a:b')}`],
  ['a NUL in the e-mail', `Basic ${btoa('admin\0@example.com:token-x')}`],
  ['a NUL in the token', `Basic ${btoa('admin@example.com:token-\0')}`],
]
test('rejects malformed credentials with 401', async (t) => {
  const { app } = await loadFixtures(t)
  for (const [name, authorization] of bad)
    await t.test(name, async () => {
      const { status, code } = await ask(app, authorization ? { authorization } : {})
      assert.deepEqual([status, code], [401, 'credential.invalid'])
    })
})

test('rejects a NUL in the email or password with 401', async (t) => {
  const { app, admin } = await loadFixtures(t)
  for (const headers of [
    basicAuth(admin.email, `${PASSWORD}\0`),
    basicAuth(`${admin.email}\0`, PASSWORD),
  ])
    assert.equal((await ask(app, headers, { url: '/api/session' })).status, 401)
})

test('rejects a token of another person or with one changed letter', async (t) => {
  const { app, admin, a } = await loadFixtures(t)
  const { token } = admin
  const swapped = token.replace(/[a-z]/i, (letter) =>
    letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
  )
  for (const wrongToken of [
    token.slice(0, -1),
    token.slice(1),
    `${token}x`,
    swapped,
    encodeURIComponent(`${token}=`),
    token.toUpperCase(),
    token.toLowerCase(),
    `${token} `,
    [...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(''),
    '',
    'token-'.concat(token),
  ]) {
    assert.equal(
      (await ask(app, basicAuth(admin.email, `token-${wrongToken}`))).status,
      401,
      wrongToken,
    )
  }
  assert.equal((await ask(app, basicAuth(a.people.guest.email, `token-${token}`))).status, 401)
  assert.equal((await ask(app, basicAuth(admin.email, `TOKEN-${token}`))).status, 401)
  assert.equal(
    (await ask(app, basicAuth(admin.email, token))).status,
    401,
    'a token without its prefix is taken as a password',
  )
})

test('accepts a password only for opening a session', async (t) => {
  const { app, admin } = await loadFixtures(t)
  assert.equal((await ask(app, basicAuth(admin.email, PASSWORD))).status, 401)
})

test('ignores tokens in the URL, a cookie or the body', async (t) => {
  const { app, admin } = await loadFixtures(t)
  assert.equal(
    (await ask(app, {}, { url: `/api/session?token=${admin.token}&email=${admin.email}` })).status,
    401,
  )
  assert.equal((await ask(app, { cookie: `token=${admin.token}` })).status, 401)
  const { email, token } = admin
  const payload = { email, token, name: 'New' }
  assert.equal(
    (await app.fastify.inject({ method: 'POST', url: '/api/studios', payload })).statusCode,
    401,
  )
})

test('rejects tokens that are expired, revoked or of a disabled person', async (t) => {
  const { app, admin, a, db } = await loadFixtures(t)
  const { guest, vendor, translator } = a.people
  await sql`update token set expires_at = now() - interval '1 second'
    where person_id = ${guest._id}`.execute(db)
  await sql`update token set revoked_at = now() where person_id = ${vendor._id}`.execute(db)
  await sql`update person set disabled_at = now() where id = ${translator._id}`.execute(db)
  for (const person of [guest, vendor, translator])
    assert.equal((await ask(app, tokenAuth(person))).status, 401)
  assert.equal((await ask(app, tokenAuth(admin))).status, 200)
})

test('sends no WWW-Authenticate to browsers', async (t) => {
  const { app } = await loadFixtures(t)
  assert.equal(
    (await ask(app, {})).headers['www-authenticate'],
    'Basic realm="Reelay", charset="UTF-8"',
  )
  for (const header of ['x-requested-with', 'sec-fetch-site'])
    assert.equal((await ask(app, { [header]: 'none' })).headers['www-authenticate'], undefined)
})

test('rejects every bad credential with the same body', async (t) => {
  const { app, admin } = await loadFixtures(t)
  const readProblem = async (headers: Record<string, string>) => ({
    ...JSON.parse((await ask(app, headers)).body),
    requestId: '',
  })
  assert.deepEqual(
    await readProblem(basicAuth('nobody@example.com', 'token-x')),
    await readProblem(basicAuth(admin.email, 'token-x')),
  )
})

test('rejects cross-site requests with a saved credential', async (t) => {
  const { app, admin } = await loadFixtures(t)
  const { status, code } = await ask(app, {
    ...tokenAuth(admin),
    origin: 'https://evil.example',
    'sec-fetch-site': 'cross-site',
  })
  assert.deepEqual([status, code], [403, 'origin.forbidden'])
  for (const site of ['same-origin', 'same-site', 'none'])
    assert.equal((await ask(app, { ...tokenAuth(admin), 'sec-fetch-site': site })).status, 200)
})

test('rejects a foreign origin from a browser that sends no Sec-Fetch-Site', async (t) => {
  const { app, admin } = await loadFixtures(t)
  for (const origin of [
    'https://evil.example',
    'null',
    'http://reelay.test:81',
    'https://app.test',
  ])
    for (const site of [undefined, 'same-site']) {
      const { status, code } = await ask(app, {
        ...tokenAuth(admin),
        origin,
        ...(site && { 'sec-fetch-site': site }),
      })
      assert.deepEqual([status, code], [403, 'origin.forbidden'], origin)
    }
  for (const origin of ['http://reelay.test', 'http://app.test'])
    assert.equal((await ask(app, { ...tokenAuth(admin), origin })).status, 200, origin)
  const behindProxy = { origin: 'http://localhost:5173', 'sec-fetch-site': 'same-origin' }
  assert.equal((await ask(app, { ...tokenAuth(admin), ...behindProxy })).status, 200)
})

test('allows nothing in a CORS preflight', async (t) => {
  const { app } = await loadFixtures(t)
  const { status, headers } = await ask(
    app,
    { origin: 'https://evil.example', 'access-control-request-method': 'DELETE' },
    { method: 'OPTIONS' },
  )
  assert.equal(status, 401)
  assert.ok(!Object.keys(headers).some((name) => name.startsWith('access-control')))
})

test('limits guessed tokens but not valid ones', async (t) => {
  const { app, admin } = await loadFixtures(t)
  const statuses = []
  for (let guess = 0; guess < 302; guess++)
    statuses.push((await ask(app, basicAuth(admin.email, `token-${guess}`))).status)
  assert.deepEqual([...new Set(statuses.slice(0, 300))], [401])
  assert.deepEqual(statuses.slice(300), [429, 429])
  assert.ok(Number((await ask(app, basicAuth(admin.email, 'token-x'))).headers['retry-after']) > 0)
  assert.equal((await ask(app, tokenAuth(admin))).status, 200)
  assert.equal(
    (await ask(app, basicAuth(admin.email, 'token-x'), { remoteAddress: '192.0.2.1' })).status,
    401,
    'another network has its own limit',
  )
})

test('ignores X-Forwarded-For of an untrusted proxy', async (t) => {
  const { app, admin } = await loadFixtures(t)
  let last = 0
  for (let guess = 0; guess < 301; guess++)
    last = (
      await ask(app, {
        ...basicAuth(admin.email, 'token-x'),
        'x-forwarded-for': `192.0.2.${guess % 250}`,
        forwarded: `for=192.0.2.${guess % 250}`,
      })
    ).status
  assert.equal(last, 429)
})

test('treats the addresses of an IPv6 /64 as one network', async (t) => {
  const { app, admin } = await loadFixtures(t)
  const address = (guess: number) =>
    guess % 2 ? `2001:db8::${(guess + 1).toString(16)}` : `2001:db8:0:0:${guess.toString(16)}:0:0:1`
  let last = 0
  for (let guess = 0; guess < 301; guess++)
    last = (await ask(app, basicAuth(admin.email, 'token-x'), { remoteAddress: address(guess) }))
      .status
  assert.equal(last, 429)
  assert.equal(
    (await ask(app, basicAuth(admin.email, 'token-x'), { remoteAddress: '2001:db8:0:1::1' }))
      .status,
    401,
  )
})

test('rejects two Authorization or Host headers', async (t) => {
  const { app, admin } = await loadFixtures(t)
  const { authorization } = tokenAuth(admin)
  const twice = (...more: string[]) =>
    sendOverSocket(
      app,
      'GET /api/studios HTTP/1.1',
      'Host: reelay.test',
      `Authorization: ${authorization}`,
      'Connection: close',
      ...more,
    )
  assert.match(await twice(), /^HTTP\/1\.1 200 /)
  assert.match(
    await twice(`Authorization: ${authorization}`),
    /^HTTP\/1\.1 401 [^]*"code":"header\.duplicate"/,
  )
  assert.match(await twice('Host: evil.example'), /^HTTP\/1\.1 400 [^]*"code":"header\.duplicate"/)
  assert.match(
    await twice('__proto__: x', 'constructor: y'),
    /^HTTP\/1\.1 200 /,
    'prototype names are ordinary headers',
  )
})
