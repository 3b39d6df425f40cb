import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem } from '../../../test/expect-problem.ts'
import { tokenAuth } from '../../../test/raw-http.ts'
import { loadFixtures, type Fixtures } from '../../../test/fixtures.ts'
import * as studios from '../../studios/contract.ts'
import { sql } from '../db/sql.ts'

type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS'
const ask = (
  { app, admin }: Fixtures,
  method: Method | 'TRACE',
  url: string,
  headers: Record<string, string> = {},
) =>
  app.fastify.inject({
    method: method as Method,
    url,
    headers: { ...tokenAuth(admin), ...headers },
  })

test('returns 404 for an unknown path to everybody', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const url of ['/api/nothing', '/api', '/nothing', '/api/studios/a/b', '/API/studios']) {
    const response = await ask(fixtures, 'GET', url)
    assert.deepEqual(
      [response.statusCode, response.json<{ code: string }>().code],
      [404, 'path.not-found'],
      url,
    )
  }
})

test('returns the allowed methods of a path', async (t) => {
  const fixtures = await loadFixtures(t)
  const allowed: [url: string, allow: string, methods: (Method | 'TRACE')[]][] = [
    ['/api/studios', 'GET, HEAD, POST', ['PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']],
    ['/api/studios/x', 'GET, HEAD, PUT, DELETE', ['POST', 'PATCH', 'OPTIONS', 'TRACE']],
    ['/api/session', 'GET, HEAD, DELETE', ['POST', 'PUT', 'PATCH']],
    ['/api/session/regenerate', 'POST', ['GET', 'HEAD', 'PUT', 'DELETE']],
    ['/api/session/tokens', 'GET, HEAD, POST', ['PUT', 'DELETE']],
    ['/api/users/register', 'POST', ['GET', 'HEAD', 'PUT']],
  ]
  for (const [url, allow, methods] of allowed)
    for (const method of methods) {
      const response = await ask(fixtures, method, url)
      assert.equal(response.statusCode, 405, `${method} ${url}`)
      assert.equal(response.headers.allow, allow, `${method} ${url}`)
    }
})

test('ignores method override headers', async (t) => {
  const fixtures = await loadFixtures(t)
  const response = await ask(fixtures, 'GET', `/api/studios/${fixtures.a.studio._id}`, {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
  })
  assert.equal(response.statusCode, 200)
  await fixtures.admin.call(studios.getStudio, { params: { id: fixtures.a.studio._id } })
})

test('answers HEAD like GET without a body', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const url of [
    '/api/studios',
    `/api/studios/${fixtures.a.studio._id}`,
    '/api/studios/unknown',
  ]) {
    const [get, head] = [await ask(fixtures, 'GET', url), await ask(fixtures, 'HEAD', url)]
    assert.equal(head.statusCode, get.statusCode, url)
    assert.equal(head.body, '', url)
    for (const name of ['content-type', 'etag', 'content-range'])
      assert.equal(head.headers[name], get.headers[name], `${url} ${name}`)
  }
  assert.equal(
    (await fixtures.app.fastify.inject({ method: 'HEAD', url: '/api/studios' })).statusCode,
    401,
  )
})

test('sends no-store and nosniff with every response', async (t) => {
  const fixtures = await loadFixtures(t)
  for (const url of ['/api/studios', '/api/nothing', '/api/studios/unknown']) {
    const { headers } = await ask(fixtures, 'GET', url)
    assert.equal(headers['cache-control'], 'private, no-store')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.ok(headers['x-request-id'])
  }
})

test('tells browsers to use https only where the public URL is https', async (t) => {
  const plain = await ask(await loadFixtures(t), 'GET', '/api/studios')
  assert.equal(plain.headers['strict-transport-security'], undefined)
  const secure = await loadFixtures(t, { PUBLIC_URL: 'https://reelay.test' })
  for (const url of ['/api/studios', '/healthz', '/nothing'])
    assert.equal(
      (await ask(secure, 'GET', url)).headers['strict-transport-security'],
      'max-age=31536000; includeSubDomains',
    )
})

test('sends problems as RFC 9457 with the request id', async (t) => {
  const { admin } = await loadFixtures(t)
  const { problem, headers } = await expectProblem(
    admin.call(studios.getStudio, { params: { id: 'unknown' } }),
    404,
  )
  assert.deepEqual(Object.keys(problem).toSorted(), [
    'code',
    'detail',
    'requestId',
    'status',
    'title',
    'type',
  ])
  assert.deepEqual(
    [problem.type, problem.title, problem.status],
    ['http://reelay.test/docs/problems/studio.not-found', 'Not Found', 404],
  )
  assert.equal(problem.requestId, headers.get('x-request-id'))
  assert.match(headers.get('content-type')!, /^application\/problem\+json/)
})

test('builds links from the configuration, not from the Host header', async (t) => {
  const fixtures = await loadFixtures(t)
  const response = await ask(fixtures, 'GET', `/api/studios/${fixtures.a.studio._id}`, {
    host: 'evil.example:81',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
  })
  assert.ok(!response.body.includes('evil'))
  assert.equal(
    response.json<studios.Studio>().$links.self,
    `//reelay.test/api/studios/${fixtures.a.studio._id}`,
  )
})

test('returns 500 without detail for an internal error', async (t) => {
  const fixtures = await loadFixtures(t)
  await sql`alter table studio rename settings to elsewhere`.execute(fixtures.db)
  const response = await ask(fixtures, 'GET', '/api/studios')
  assert.equal(response.statusCode, 500)
  assert.equal(response.json<{ code: string }>().code, 'service.error')
  assert.doesNotMatch(response.body, /settings|column|select|\/work|at async/)
})

test('returns the location of a new record', async (t) => {
  const fixtures = await loadFixtures(t)
  const { headers, body } = await fixtures.admin.send(studios.createStudio, {
    body: { name: 'New' },
  })
  assert.equal(headers.get('location'), body.$links.self)
  assert.equal(
    (await ask(fixtures, 'GET', new URL(`http:${headers.get('location')}`).pathname)).statusCode,
    200,
  )
})
