// Hostile cases of class D: heads, methods, paths and framing, over real sockets.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { UNKNOWN, pathOf } from '../call-route.ts'
import { loadFixtures } from '../fixtures.ts'
import { exchange, headOf, portOf, signedHead, statusesIn, tokenAuth } from '../raw-http.ts'
import { cpuOf, times } from './effort.ts'

/** Functions that send a head as a person of studio A, and as nobody. */
async function openPort(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const port = await portOf(fixtures.app)
  return {
    ...fixtures,
    port,
    signed: (...lines: string[]) => exchange(port, signedHead(fixtures.a.people.studio, ...lines)),
    send: (...lines: string[]) => exchange(port, headOf(...lines)),
  }
}

const HEAD = ['POST /api/assets HTTP/1.1', 'Host: localhost']
const SECOND = headOf('GET /api/nothing HTTP/1.1', 'Host: localhost', 'Connection: close')
const SMUGGLED: Record<string, string> = {
  'length and chunks': `${headOf(...HEAD, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
  'two lengths': headOf(...HEAD, 'Content-Length: 0', 'Content-Length: 5'),
  'an unknown encoding': `${headOf(...HEAD, 'Transfer-Encoding: xchunked')}0\r\n\r\n`,
  'two encodings': `${headOf(...HEAD, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
  'bare line feeds': `${HEAD.join('\n')}\nContent-Length: 0\n\n`,
  'a folded header': headOf(...HEAD, 'X-A: b', ' c', 'Content-Length: 0'),
  'a space before the colon': headOf(...HEAD, 'Content-Length : 0'),
  'a long extension of a chunk': `${headOf(...HEAD, 'Transfer-Encoding: chunked')}1;${'x'.repeat(2 ** 20)}\r\na\r\n0\r\n\r\n`,
  'a negative length': headOf(...HEAD, 'Content-Length: -1'),
}

test('74. smuggled requests', async (t) => {
  const { port } = await openPort(t)
  for (const [name, message] of Object.entries(SMUGGLED)) {
    const statuses = statusesIn(await exchange(port, message + SECOND))
    assert.ok(statuses.length <= 1, `${name}: the second request was answered`)
    assert.ok([400, 401, 413, 431].includes(statuses[0] ?? 400), `${name}: ${statuses[0]}`)
  }
  const twice = await exchange(port, headOf(...HEAD, 'Content-Length: 0') + SECOND)
  assert.deepEqual(statusesIn(twice), [401, 404], 'two valid requests get two responses')
})

test('75. other methods', async (t) => {
  const { a, signed, send } = await openPort(t)
  for (const method of ['TRACE', 'PATCH', 'PROPFIND']) {
    const reply = await signed(`${method} /api/projects/${a.project._id} HTTP/1.1`)
    assert.ok([400, 404, 405].includes(statusesIn(reply)[0]!), `${method}: ${reply.slice(0, 50)}`)
  }
  const tunnel = await send('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443')
  assert.ok(!statusesIn(tunnel).includes(200))
})

/** Many objects, because none may have more than a thousand keys. */
const bodyWithKeys = (keyOf: (index: number) => string) =>
  JSON.stringify(
    times(40, (object) =>
      Object.fromEntries(times(1000, (key) => [keyOf(object * 1000 + key + 1), 0])),
    ),
  )
/** Keys that collided in the hash of V8 before CVE-2026-21717: array indexes of one bucket. */
const COLLIDING = bodyWithKeys((index) => String(index * 65_536))
const ORDINARY = bodyWithKeys((index) => `k${String(index).padStart(9, '0')}`)

test('76. huge heads, URLs, and colliding keys', async (t) => {
  const { app, a, send } = await openPort(t)
  const get = ['GET /api/assets HTTP/1.1', 'Host: localhost']
  for (const reply of [
    await send(...get, ...times(10_000, (index) => `X-${index}: a`)),
    await send(...get, `X: ${'a'.repeat(20_480)}`),
    await send(...get, `X-Range: resources=${'9'.repeat(2 ** 20)}-9`),
    await send(`GET /api/assets?q=${'a'.repeat(65_536)} HTTP/1.1`, 'Host: localhost'),
  ])
    assert.ok([400, 414, 431].includes(statusesIn(reply)[0]!), reply.slice(0, 100))
  assert.ok(Math.abs(COLLIDING.length / ORDINARY.length - 1) < 0.2)
  const put = async (payload: string) => {
    const { statusCode } = await app.fastify.inject({
      method: 'PUT',
      url: `/api/projects/${a.project._id}`,
      headers: { ...tokenAuth(a.people.studio), 'content-type': 'application/json' },
      payload,
    })
    assert.equal(statusCode, 422)
  }
  const ratios: number[] = []
  while (ratios.length < 5)
    ratios.push((await cpuOf(() => put(COLLIDING))) / (await cpuOf(() => put(ORDINARY))))
  assert.ok(Math.min(...ratios) < 5, `colliding keys take ${ratios.join(', ')} times as long`)
})

const PATHS = [
  '/api/assets/../session',
  '/api/assets/%2e%2e/session',
  '/api/assets%2f..%2fsession',
  '/api//assets',
  '//api/assets',
  '/api/assets/%00',
  '/api/assets/__proto__',
  '/api/assets/constructor',
  '/api/assets/toString',
  `/api/assets/${'a'.repeat(10_240)}`,
  '/api/assets/%',
  '/api/assets/%ff',
  '/api/files/_slug/content',
  '/api/assets/workflowNotify/feedback',
]

test('77. paths that look like other routes', async (t) => {
  const { signed } = await openPort(t)
  for (const path of PATHS) {
    const [status] = statusesIn(await signed(`GET ${path} HTTP/1.1`))
    assert.ok([400, 404, 405, 414, 422].includes(status!), `${status} ${path}`)
  }
})

test('78. HEAD of every GET', async (t) => {
  const { app, signed, send } = await openPort(t)
  const reads = app.endpoints.filter(
    ({ method, bytes, access }) =>
      method === 'GET' && bytes !== 'live' && !['bearer', 'share'].includes(access),
  )
  assert.ok(reads.length > 80)
  for (const endpoint of reads) {
    const path = pathOf(endpoint)
    const get = await signed(`GET ${path} HTTP/1.1`)
    const head = await signed(`HEAD ${path} HTTP/1.1`)
    assert.deepEqual(statusesIn(head), statusesIn(get).slice(0, 1), path)
    assert.ok(head.endsWith('\r\n\r\n'), `HEAD ${path} has a body`)
    if (endpoint.access === 'anyone') continue
    const anonymous = await send(`HEAD ${path} HTTP/1.1`, 'Host: localhost', 'Connection: close')
    assert.deepEqual(statusesIn(anonymous), [401], path)
  }
})

test('81. upgrades, and a body that never comes', async (t) => {
  const { signed } = await openPort(t)
  const expecting = signed(
    `PUT /api/projects/${UNKNOWN} HTTP/1.1`,
    'Content-Type: application/json',
    'Content-Length: 10',
    'Expect: 100-continue',
  )
  for (const upgrade of [
    [
      'Connection: close, Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAMAAABkAAQAAP__',
    ],
    [
      'Connection: close, Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ],
  ]) {
    const reply = await signed('GET /api/assets HTTP/1.1', ...upgrade)
    assert.deepEqual(statusesIn(reply), [200], 'an upgrade is ignored')
  }
  assert.deepEqual(statusesIn(await expecting), [100], 'it is cut')
})

/** What a server accepts that has the defaults of Node: the same attacks get through. */
test('control: a server with default settings gives way', async (t) => {
  const server = createServer((request, response) => {
    void text(request).then((body) =>
      response.end(JSON.stringify([JSON.parse(body), request.headers.host])),
    )
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const post = async (...parts: (string | number[])[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)))
    const length = `Content-Length: ${body.length}`
    const head = ['POST / HTTP/1.1', 'Host: evil.example', 'Content-Type: text/plain', length]
    const reply = exchange(
      port,
      Buffer.concat([Buffer.from(headOf(...head, 'Connection: close')), body]),
    )
    assert.deepEqual(statusesIn(await reply), [200])
    return reply
  }
  assert.match(await post('{"roles":[],"roles":["admin"]}'), /"admin"/)
  assert.match(await post('{}'), /evil\.example/)
  await post('{"a":"', [0xff], '"}')
  await post(String.raw`{"a":"\ud800"}`)
  await post(`${'['.repeat(1000)}${']'.repeat(1000)}`)
})
