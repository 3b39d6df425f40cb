// Request bodies from the socket to the handler. read-json.test.ts tests their content.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { test } from 'node:test'
import { tokenAuth, sendOverSocket } from '../../../test/raw-http.ts'
import { OWN_SERVICE, loadFixtures, type Fixtures } from '../../../test/fixtures.ts'

const JSON_TYPE = 'application/json'
const post = (
  { app, admin }: Fixtures,
  payload: string | Buffer | undefined,
  headers: Record<string, string> = { 'content-type': JSON_TYPE },
) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/studios',
    headers: { ...tokenAuth(admin), ...headers },
    ...(payload !== undefined && { payload }),
  })
const codeOf = (response: { json: () => { code: string } }) => response.json().code

test('accepts JSON in UTF-8 with any spelling of its media type', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  for (const type of [
    JSON_TYPE,
    'application/json; charset=utf-8',
    'application/json;charset="UTF-8"',
    'Application/JSON',
  ])
    await t.test(type, async () => {
      assert.equal(
        (await post(fixtures, '{"name":"Taken"}', { 'content-type': type })).statusCode,
        200,
      )
    })
})

const otherTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'application/json; charset=latin1',
  'application/json\ta',
  'application/jsonx',
  'application/json, text/plain',
  'application/merge-patch+json',
  'nonsense',
  '',
]
test('rejects other media types and closes the connection', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  for (const type of otherTypes)
    await t.test(JSON.stringify(type), async () => {
      const response = await post(fixtures, '{"name":"Taken"}', { 'content-type': type })
      assert.deepEqual(
        [response.statusCode, codeOf(response), response.headers.connection],
        [415, 'body.type-unsupported', 'close'],
      )
    })
  assert.equal(
    (await post(fixtures, '{"name":"Taken"}', {})).statusCode,
    415,
    'rejects a body without a type',
  )
})

test('rejects a compressed body', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  for (const encoding of ['gzip', 'br', 'deflate', 'identity, gzip', 'x'])
    await t.test(encoding, async () => {
      assert.equal(
        (
          await post(fixtures, '{"name":"Taken"}', {
            'content-type': JSON_TYPE,
            'content-encoding': encoding,
          })
        ).statusCode,
        415,
      )
    })
})

test('rejects a missing body', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  assert.equal(codeOf(await post(fixtures, undefined, {})), 'body.required')
  assert.equal(codeOf(await post(fixtures, '')), 'body.malformed')
})

test('accepts one MiB and rejects one byte more', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const padded = (size: number) => '{"name":"Taken"}'.padEnd(size, ' ')
  assert.equal((await post(fixtures, padded(1024 * 1024))).statusCode, 200)
  const response = await post(fixtures, padded(1024 * 1024 + 1))
  assert.deepEqual(
    [response.statusCode, codeOf(response), response.headers.connection],
    [413, 'body.too-large', 'close'],
  )
})

test('rejects bytes, keys and nesting that JSON.parse accepts', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  assert.equal(
    codeOf(
      await post(fixtures, Buffer.from([...Buffer.from('{"name":"'), 0xff, ...Buffer.from('"}')])),
    ),
    'body.encoding-invalid',
  )
  assert.equal(codeOf(await post(fixtures, '{"name":"a","name":"b"}')), 'body.duplicate-key')
  assert.equal(
    codeOf(await post(fixtures, '{"name":"a","settings":{"__proto__":{}}}')),
    'body.forbidden-key',
  )
  assert.equal(codeOf(await post(fixtures, String.raw`{"name":"a\u0000"}`)), 'body.invalid')
  assert.equal(codeOf(await post(fixtures, '['.repeat(100_000))), 'body.too-deep')
})

test('checks permissions before the body', async (t) => {
  const { app, a } = await loadFixtures(t, OWN_SERVICE)
  const response = await app.fastify.inject({
    method: 'POST',
    url: '/api/studios',
    headers: { ...tokenAuth(a.people.guest), 'content-type': 'nonsense' },
    payload: '{',
  })
  assert.deepEqual([response.statusCode, codeOf(response)], [403, 'permission.required'])
})

test('rejects a body that is shorter than its Content-Length', async (t) => {
  const { app, admin } = await loadFixtures(t, OWN_SERVICE)
  const { authorization } = tokenAuth(admin)
  const answer = await sendOverSocket(
    app,
    'POST /api/studios HTTP/1.1',
    'Host: x',
    `Authorization: ${authorization}`,
    'Content-Type: application/json',
    'Content-Length: 5',
    'Content-Length: 50',
    '',
    '{"a":',
  )
  assert.match(answer, /^HTTP\/1\.1 400 /, 'two lengths')
})

test('rejects characters in the URL that PostgreSQL cannot store', async (t) => {
  const { app, admin } = await loadFixtures(t, OWN_SERVICE)
  const get = (url: string) => app.fastify.inject({ url, headers: tokenAuth(admin) })
  assert.equal((await get('/api/territories?q=%00')).statusCode, 422)
  assert.equal((await get('/api/studios/%00')).statusCode, 422)
  assert.equal(codeOf(await get('/api/territories?q=a&q=b')), 'query.duplicate-field')
  assert.equal(codeOf(await get('/api/territories?colour=red')), 'query.unknown-field')
  assert.equal(codeOf(await get('/api/territories?__proto__=x')), 'query.unknown-field')
})

const malformed = [
  '/api/studios/%ff',
  '/api/studios/%2e%2e',
  '/api/studios/..%2fsession',
  '/api/studios/__proto__',
  '/api/studios/constructor',
  `/api/studios/${'x'.repeat(10_000)}`,
  '/api//studios',
  '/api/studios/',
  '/api/studios/%',
  '/api/studios/../session/x',
]
test('finds nothing at malformed paths', async (t) => {
  const { app, admin } = await loadFixtures(t, OWN_SERVICE)
  for (const path of malformed)
    await t.test(path.slice(0, 40), async () => {
      const response = await app.fastify.inject({ url: path, headers: tokenAuth(admin) })
      assert.ok(
        [400, 404, 405, 414, 422].includes(response.statusCode),
        `${response.statusCode} ${response.body}`,
      )
      assert.match(String(response.headers['content-type']), /^application\/problem\+json/)
    })
})

const unknownKeys = (bytes: number) => {
  const keys = Array.from({ length: Math.floor(bytes / 16) }, (_, number) => [
    `key${String(number).padStart(8, '0')}`,
    1,
  ])
  return JSON.stringify(Object.fromEntries(keys))
}

test('limits bodies before sign-in to 16 kB', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  for (const url of ['/api/session/forgotten', '/api/session/reset', '/api/users/register']) {
    const response = await app.fastify.inject({
      method: 'POST',
      url,
      headers: { 'content-type': JSON_TYPE },
      payload: unknownKeys(832_000),
    })
    assert.deepEqual([response.statusCode, codeOf(response)], [413, 'body.too-large'], url)
    assert.ok(response.body.length < 1_000)
  }
})

test('answers a large body of unknown fields with a small problem', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  assert.equal(codeOf(await post(fixtures, unknownKeys(832_000))), 'body.too-many-keys')
  const response = await post(fixtures, unknownKeys(15_000))
  assert.deepEqual([response.statusCode, codeOf(response)], [400, 'body.unknown-field'])
  assert.equal(response.json<{ errors: unknown[] }>().errors.length, 20)
  assert.ok(response.body.length < 5_000)
})

test('closes a connection that sends its headers too slowly', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const began = performance.now()
  const { port } = app.fastify.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1', () => socket.write('GET /api/session HTTP/1.1\r\nX: '))
  const slow = setInterval(() => socket.write('y'), 1_000)
  t.after(() => clearInterval(slow))
  socket.on('error', () => {})
  socket.resume()
  await once(socket, 'close')
  assert.ok(performance.now() - began < 15_000)
})
