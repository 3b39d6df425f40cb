// Cases 1 to 5 and 17 to 19: requests without, with malformed and with foreign credentials.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { basicAuth, tokenAuth } from '../../../api/test/raw-http.ts'
import { listEndpoints, pathOf } from '../tools/endpoints.ts'
import type { Installation } from '../tools/installation.ts'
import { comparable, createPerson, expectStatus, send, signIn } from '../tools/request.ts'
import { exchange, lines, statusesIn } from '../tools/socket.ts'
import { inParallel } from '../tools/measure.ts'

export async function withoutCredential(on: Installation): Promise<string> {
  const endpoints = listEndpoints().filter(({ access }) => access !== 'anyone')
  const bodies = new Set<string>()
  for (const endpoint of endpoints) {
    const reply = await send(on, pathOf(endpoint), { method: endpoint.method })
    expectStatus(reply, 401)
    if (endpoint.access !== 'bearer' && endpoint.access !== 'share' && endpoint.method !== 'HEAD')
      bodies.add(comparable(reply))
    const head = await send(on, pathOf(endpoint), { method: 'HEAD' })
    if (endpoint.method === 'GET') expectStatus(head, 401)
    assert.equal(head.text, '')
    const options = await send(on, pathOf(endpoint), { method: 'OPTIONS' })
    assert.ok(options.status >= 400 || options.text === '', `OPTIONS ${endpoint.path}`)
  }
  assert.equal(bodies.size, 1, [...bodies].join('\n'))
  return `${endpoints.length} endpoints: 401 with one body; HEAD and OPTIONS without data`
}

export async function malformedCredentials(on: Installation): Promise<string> {
  const encode = (bytes: string | Buffer) => `Basic ${Buffer.from(bytes).toString('base64')}`
  const values = [
    encode('no colon at all'),
    encode(':secret'),
    'Basic !!!not base64!!!',
    encode(Buffer.from([0xff, 0xc0, 0xaf, 0x3a, 0x61])),
    encode('a:\0'),
    'Bearer x',
    'Basic',
    encode(`a:${'x'.repeat(64 * 1024)}`),
  ]
  const seen: number[] = []
  for (const value of values) {
    const reply = await send(on, '/api/assets', { headers: { authorization: value } })
    seen.push(expectStatus(reply, 401, 431).status)
  }
  const { authorization } = tokenAuth(on.a.people.vendor)
  const twice = await exchange(
    on.service.port,
    lines(
      'GET /api/assets HTTP/1.1',
      'Host: localhost',
      `Authorization: ${authorization}`,
      'Authorization: Basic eA==',
    ),
  )
  assert.deepEqual(statusesIn(twice), [401])
  return [...seen, 401].join(', ')
}

export async function tokenOfAnotherPerson(on: Installation): Promise<string> {
  const by = { email: on.a.people.vendor.email, token: on.b.people.vendor.token }
  return String(expectStatus(await send(on, '/api/assets', { by }), 401).status)
}

export async function alteredTokens(on: Installation): Promise<string> {
  const { email, token } = on.a.people.vendor
  const last = token.at(-1) === 'A' ? 'B' : 'A'
  const variants = [
    `token-token-${token}`,
    `token-x${token}`,
    `token-${token.slice(0, -1)}`,
    `token-${token.slice(0, -1)}${last}`,
    `token-${token.toUpperCase()}`,
    `token-${token.toLowerCase()}`,
    `TOKEN-${token}`,
    `token-${[...token].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')}`,
    `token-${token} `,
    token,
  ]
  for (const secret of variants)
    expectStatus(await send(on, '/api/assets', { headers: basicAuth(email, secret) }), 401)
  return `${variants.length} × 401`
}

export async function exactPasswords(on: Installation): Promise<string> {
  const long = randomBytes(36).toString('hex')
  const pairs: [right: string, wrong: string][] = [
    ['with:two:colons-9', 'with'],
    ['Größe-пароль-密码-9', 'Grosse-пароль-密码-9'],
    [`${long}-and-more-1`, long],
    [`${long}A-tail-of-one`, `${long}B-tail-of-one`],
    ['Ends with a space-9 ', 'Ends with a space-9'],
  ]
  await inParallel(pairs, 1, async ([right, wrong]) => {
    const { email } = await createPerson(on, { password: right })
    expectStatus(await signIn(on, email, { password: wrong }), 401)
    expectStatus(await signIn(on, email, { password: `${right}\0` }), 401)
  })
  return `${pairs.length} passwords verified exactly, also after 72 bytes; NUL is 401`
}

export async function tokensElsewhere(on: Installation): Promise<string> {
  const { email, token } = on.a.people.vendor
  const replies = [
    await send(on, `/api/session?token=${token}&email=${email}`),
    await send(on, '/api/session', { headers: { cookie: `token=${token}; session=${token}` } }),
    await send(on, '/api/assets', { method: 'POST', body: { token, email } }),
  ]
  return replies.map((reply) => expectStatus(reply, 401).status).join(', ')
}

export async function crossSiteCall(on: Installation): Promise<string> {
  const browser = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
  const by = on.a.people.vendor
  expectStatus(await send(on, '/api/assets', { by, headers: browser }), 403)
  expectStatus(await send(on, '/api/assets', { by, headers: { origin: browser.origin } }), 403)
  const anonymous = await send(on, '/api/assets', { headers: { 'sec-fetch-site': 'same-origin' } })
  expectStatus(anonymous, 401)
  assert.doesNotMatch(String(anonymous.headers['www-authenticate']), /Basic/i)
  return '403 with and without Sec-Fetch-Site; no Basic challenge to a browser'
}

export async function foreignPreflight(on: Installation): Promise<string> {
  const reply = await send(on, '/api/assets', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://evil.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    },
  })
  const allowed = Object.keys(reply.headers).filter((name) => name.startsWith('access-control-'))
  assert.deepEqual(allowed, [])
  return `${reply.status} without any Access-Control header`
}
