// Cases 61, 69, 72, 74 to 78 and 81: heads, methods, paths and framing.
import assert from 'node:assert/strict'
import { tokenAuth } from '../../../api/test/raw-http.ts'
import type { Installation } from '../tools/installation.ts'
import { listEndpoints, pathOf } from '../tools/endpoints.ts'
import { countsOf, eventLoopDelay, timed, times } from '../tools/measure.ts'
import { expectStatus, parse, send } from '../tools/request.ts'
import { authorizationLine, exchange, lines, statusesIn } from '../tools/socket.ts'

const raw = (on: Installation, ...head: string[]) => exchange(on.service.port, lines(...head))

export async function strangeHeaders(on: Installation): Promise<string> {
  const auth = authorizationLine(on.a.people.studio)
  const get = 'GET /api/assets HTTP/1.1'
  const proto = await raw(on, get, 'Host: localhost', '__proto__: x', 'constructor: y', auth)
  assert.deepEqual(statusesIn(proto), [200])
  const hosts = await raw(on, get, 'Host: localhost', 'Host: evil.example', auth)
  assert.deepEqual(statusesIn(hosts), [400])
  return '200 with a header __proto__; 400 with two hosts'
}

export async function hostileRanges(on: Installation): Promise<string> {
  const read = (...values: string[]) =>
    raw(
      on,
      'GET /api/assets HTTP/1.1',
      'Host: localhost',
      authorizationLine(on.a.people.studio),
      ...values.map((value) => `X-Range: ${value}`),
    )
  const malformed = [
    'resources=5-2',
    'resources=-1-9',
    'resources=0-9,20-29',
    'resources=0x0-9',
    'resources=\uFF10-\uFF19',
    'resources=0-99999999999999999999',
    '',
  ]
  for (const value of malformed) assert.deepEqual(statusesIn(await read(value)), [400], value)
  assert.deepEqual(statusesIn(await read('resources=0-1', 'resources=2-3')), [400])
  assert.deepEqual(statusesIn(await read(`resources=${'9'.repeat(2 ** 20)}-9`))[0], 431)
  const wide = await send(on, '/api/assets', {
    by: on.a.people.studio,
    headers: { 'x-range': 'resources=0-99999999999' },
  })
  expectStatus(wide, 200)
  assert.ok(parse<unknown[]>(wide).length <= 500)
  const far = { 'x-range': 'resources=999999999-999999999999' }
  const past = expectStatus(
    await send(on, '/api/assets', { by: on.a.people.studio, headers: far }),
    200,
    416,
  )
  return `${malformed.length + 1} × 400, 1 MB 431, at most 500 records, ${past.status} past the end`
}

export async function contentTypes(on: Installation): Promise<string> {
  const types = [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json\ta',
    'application/json; charset=utf-7',
    'application/json; charset=utf-16',
    'multipart/form-data; boundary=x',
    'application/jsonx',
    'application/xml',
  ]
  const put = (line: string[]) =>
    raw(
      on,
      `PUT /api/projects/${on.a.project._id} HTTP/1.1`,
      'Host: localhost',
      authorizationLine(on.a.people.studio),
      ...line,
      'Content-Length: 2',
      'Connection: close',
      '',
      '{}',
    )
  for (const type of types)
    assert.deepEqual(statusesIn(await put([`Content-Type: ${type}`])), [415], type)
  const missing = statusesIn(await put([]))[0]!
  assert.ok([400, 415].includes(missing), String(missing))
  return `${types.length} × 415, none ${missing}`
}

export async function smuggledRequests(on: Installation): Promise<string> {
  const head = ['POST /api/assets HTTP/1.1', 'Host: localhost']
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'
  const messages: [name: string, text: string][] = [
    [
      'CL and TE',
      `${lines(...head, 'Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${smuggled}`,
    ],
    ['two CL', `${lines(...head, 'Content-Length: 0', 'Content-Length: 5')}${smuggled}`],
    ['xchunked', `${lines(...head, 'Transfer-Encoding: xchunked')}0\r\n\r\n${smuggled}`],
    [
      'chunked twice',
      `${lines(...head, 'Transfer-Encoding: chunked, identity')}0\r\n\r\n${smuggled}`,
    ],
    ['bare LF', `${head.join('\n')}\nContent-Length: 0\n\n${smuggled}`],
    ['folded header', `${lines(...head, 'X-A: b', ' c', 'Content-Length: 0')}${smuggled}`],
    ['space before colon', `${lines(...head, 'Content-Length : 0')}${smuggled}`],
    [
      'chunk extension',
      `${lines(...head, 'Transfer-Encoding: chunked')}1;${'x'.repeat(2 ** 20)}\r\na\r\n0\r\n\r\n${smuggled}`,
    ],
    ['negative CL', `${lines(...head, 'Content-Length: -1')}${smuggled}`],
  ]
  for (const [name, message] of messages) {
    const reply = await exchange(on.service.port, message)
    const statuses = statusesIn(reply)
    assert.ok(!reply.includes('"alive":true'), `${name}: the second request was answered`)
    assert.ok(
      statuses.length <= 1 && statuses.every((one) => [400, 401, 413, 431].includes(one)),
      `${name}: ${statuses.join()}`,
    )
  }
  return `${messages.length} messages: one refusal each, the second request is never answered`
}

export async function otherMethods(on: Installation): Promise<string> {
  const auth = authorizationLine(on.a.people.studio)
  const seen: number[] = []
  for (const method of ['TRACE', 'PATCH', 'PROPFIND']) {
    const path = `/api/projects/${on.a.project._id}`
    seen.push(...statusesIn(await raw(on, `${method} ${path} HTTP/1.1`, 'Host: localhost', auth)))
  }
  assert.ok(
    seen.every((status) => [400, 404, 405].includes(status)),
    countsOf(seen),
  )
  const connect = await exchange(
    on.service.port,
    lines('CONNECT evil.example:443 HTTP/1.1', 'Host: evil.example:443'),
    { seconds: 3 },
  )
  assert.ok(!connect.includes(' 200 '))
  const overridden = await send(on, `/api/projects/${on.a.project._id}`, {
    by: on.a.people.studio,
    headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
  })
  expectStatus(overridden, 200)
  return `${seen.join(', ')}; CONNECT ${statusesIn(connect)[0] ?? 'closed'}; the override is ignored`
}

/** Keys that collided in the hash of V8 before CVE-2026-21717: array indexes of one bucket. */
const COLLIDING = JSON.stringify(
  Object.fromEntries(times(40_000, (index) => [String(index * 65_536), 0])),
)

export async function hugeHeads(on: Installation): Promise<string> {
  const many = await raw(
    on,
    'GET /api/assets HTTP/1.1',
    'Host: localhost',
    ...times(10_000, (index) => `X-${index}: a`),
  )
  const long = await raw(
    on,
    'GET /api/assets HTTP/1.1',
    'Host: localhost',
    `X: ${'a'.repeat(20_480)}`,
  )
  const url = await raw(on, `GET /api/assets?q=${'a'.repeat(65_536)} HTTP/1.1`, 'Host: localhost')
  for (const reply of [many, long, url])
    assert.ok([400, 414, 431].includes(statusesIn(reply)[0]!), reply.slice(0, 100))
  const delay = await eventLoopDelay(on, async () => {
    for (let round = 0; round < 20; round++)
      expectStatus(
        await send(on, `/api/projects/${on.a.project._id}`, {
          method: 'PUT',
          by: on.a.people.studio,
          body: COLLIDING,
        }),
        400,
        413,
        422,
      )
  })
  const answers = [many, long, url].map((reply) => statusesIn(reply)[0])
  assert.ok(delay < 50, `the event loop was delayed by ${delay} ms`)
  return `${answers.join(', ')}; colliding keys delay the event loop by ${delay} ms`
}

export async function strangePaths(on: Installation): Promise<string> {
  const auth = authorizationLine(on.a.people.studio)
  const paths = [
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
  const seen: number[] = []
  for (const path of paths) {
    const statuses = statusesIn(await raw(on, `GET ${path} HTTP/1.1`, 'Host: localhost', auth))
    assert.ok([400, 404, 405, 414, 422].includes(statuses[0]!), `${path}: ${statuses.join()}`)
    seen.push(statuses[0]!)
  }
  return countsOf(seen)
}

export async function headRequests(on: Installation): Promise<string> {
  const by = on.a.people.studio
  const reads = listEndpoints().filter(
    ({ method, bytes, access }) =>
      method === 'GET' && bytes !== 'live' && !['bearer', 'share'].includes(access),
  )
  for (const endpoint of reads) {
    const options = { headers: tokenAuth(by) }
    const get = await send(on, pathOf(endpoint), options)
    const head = await send(on, pathOf(endpoint), { ...options, method: 'HEAD' })
    assert.equal(head.status, get.status, endpoint.path)
    assert.equal(head.text, '')
    const anonymous = await send(on, pathOf(endpoint), { method: 'HEAD' })
    if (endpoint.access !== 'anyone') expectStatus(anonymous, 401)
  }
  return `${reads.length} endpoints, the same status`
}

export async function upgrades(on: Installation): Promise<string> {
  const auth = authorizationLine(on.a.people.studio)
  const { ms } = await timed(async () => {
    const expecting = await exchange(
      on.service.port,
      lines(
        `PUT /api/projects/${on.a.project._id} HTTP/1.1`,
        'Host: localhost',
        auth,
        'Content-Type: application/json',
        'Content-Length: 10',
        'Expect: 100-continue',
      ),
      { seconds: 25, quiet: 20_000 },
    )
    assert.ok(!statusesIn(expecting).some((status) => status >= 200 && status < 300))
  })
  assert.ok(ms < 20_000, `${ms} ms`)
  const seen: number[] = []
  for (const head of [
    ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAAQAAP__'],
    [
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ],
  ]) {
    const reply = await raw(on, 'GET /api/assets HTTP/1.1', 'Host: localhost', auth, ...head)
    assert.ok(!statusesIn(reply).includes(101))
    seen.push(statusesIn(reply)[0]!)
  }
  return `a body that never comes is cut after ${(ms / 1000).toFixed(0)} s; upgrades ${seen.join(', ')}, never 101`
}
