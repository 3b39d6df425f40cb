import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { brotliCompressSync } from 'node:zlib'
import { tokenAuth } from '../../../test/raw-http.ts'
import { OWN_SERVICE, loadFixtures } from '../../../test/fixtures.ts'
import { sql } from '../db/sql.ts'
import { systemRoutes } from './system-routes.ts'
import { webRoutes } from './web-app.ts'

async function service(t: TestContext, state = { draining: false }) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  await systemRoutes(fixtures.app, state)
  return fixtures
}

test('reports that it is alive without the database', async (t) => {
  const { app, db } = await service(t)
  await sql`drop table job`.execute(db)
  assert.equal((await app.fastify.inject({ url: '/healthz' })).body, '{"alive":true}')
})

test('is ready while the database responds', async (t) => {
  const { app } = await service(t)
  const response = await app.fastify.inject({ url: '/readyz' })
  assert.deepEqual([response.statusCode, response.body], [200, '{"ready":true}'])
})

test('is not ready while it stops', async (t) => {
  const state = { draining: false }
  const { app } = await service(t, state)
  state.draining = true
  const response = await app.fastify.inject({ url: '/readyz' })
  assert.deepEqual([response.statusCode, response.headers['retry-after']], [503, '1'])
  assert.equal((await app.fastify.inject({ url: '/healthz' })).statusCode, 200)
})

test('names the contact for security reports, with an expiry in the future', async (t) => {
  const { app } = await service(t)
  const { headers, body } = await app.fastify.inject({ url: '/.well-known/security.txt' })
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(body, /^Contact: https:\/\/github\.com\/reelay\/reelay\/security\/advisories\/new$/m)
  const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00Z)$/m.exec(body) ?? []
  const days = (Date.parse(expires) - Date.now()) / 86_400_000
  assert.ok(days > 80 && days < 365, expires)
  assert.match(body, /^Canonical: \S+\/\.well-known\/security\.txt$/m)
})

test('lists every endpoint once in the OpenAPI document', async (t) => {
  const { app } = await service(t)
  const document = (await app.fastify.inject({ url: '/openapi.json' })).json<{
    openapi: string
    paths: Record<string, Record<string, { operationId: string }>>
  }>()
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(
    documented.toSorted(),
    app.endpoints
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
      .toSorted(),
  )
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map((operation) => operation.operationId),
  )
  assert.equal(new Set(ids).size, ids.length)
})

test('declares public endpoints and permissions in the OpenAPI document', async (t) => {
  const { app } = await service(t)
  const { paths } = (await app.fastify.inject({ url: '/openapi.json' })).json<{
    paths: Record<string, Record<string, { security?: unknown[]; description?: string }>>
  }>()
  assert.deepEqual(paths['/users/register']!.post!.security, [])
  assert.match(paths['/studios']!.post!.description!, /`installation\.manage`/)
})

async function withWeb(t: TestContext) {
  const fixtures = await service(t)
  const folder = await mkdtemp(join(tmpdir(), 'reelay-web-'))
  t.after(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<title>Reelay</title>')
  await writeFile(join(folder, 'assets', 'app-1.js'), 'console.log(1)')
  await writeFile(join(folder, 'assets', 'app-1.js.br'), brotliCompressSync('console.log(1)'))
  await mkdir(join(folder, '.vite'))
  await writeFile(join(folder, '.vite', 'manifest.json'), '{}')
  await webRoutes(fixtures.app, folder)
  const get = (url: string, accept = 'text/html') =>
    fixtures.app.fastify.inject({ url, headers: { accept } })
  return { ...fixtures, get }
}

test('serves the web app for every unknown page with a strict policy', async (t) => {
  const { get } = await withWeb(t)
  for (const url of ['/', '/assets', '/projects/p1?x=1', '/register/code']) {
    const response = await get(url)
    assert.deepEqual([response.statusCode, response.body], [200, '<title>Reelay</title>'], url)
    assert.match(
      String(response.headers['content-security-policy']),
      /default-src 'self'.*frame-ancestors 'none'/,
    )
  }
})

test('returns 404 below /api and /docs, and to clients that do not accept HTML', async (t) => {
  const { get } = await withWeb(t)
  assert.equal((await get('/api/nothing')).statusCode, 404)
  assert.equal((await get('/nothing.json', 'application/json')).statusCode, 404)
})

test('returns the allowed methods of a path below /api, also with the web app', async (t) => {
  const { app, admin } = await withWeb(t)
  const { statusCode, headers } = await app.fastify.inject({
    url: '/api/users/register',
    headers: tokenAuth(admin),
  })
  assert.deepEqual([statusCode, headers.allow], [405, 'POST'])
})

test('caches built files and serves nothing outside the folder', async (t) => {
  const { get } = await withWeb(t)
  const response = await get('/assets/app-1.js')
  assert.match(String(response.headers['cache-control']), /immutable/)
  assert.equal(response.body, 'console.log(1)')
  for (const url of ['/.vite/manifest.json', '/assets/app-1.js.br'])
    assert.equal((await get(url)).body, '<title>Reelay</title>', url)
  for (const url of [
    '/assets/../../etc/passwd',
    '/assets/%2e%2e/%2e%2e/etc/passwd',
    '/..%2f..%2fetc%2fpasswd',
  ])
    assert.ok(!(await get(url)).body.includes('root:'))
})

test('serves only the API without a built web app', async (t) => {
  const { app } = await service(t)
  await webRoutes(app, join(tmpdir(), 'reelay-no-such-folder'))
  assert.equal(
    (await app.fastify.inject({ url: '/', headers: { accept: 'text/html' } })).statusCode,
    404,
  )
})
