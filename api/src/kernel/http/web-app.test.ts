import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import Fastify from 'fastify'
import { webRoutes } from './web-app.ts'

async function createWebApp(t: TestContext, appUrl: string) {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-web-'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  const fastify = Fastify()
  await webRoutes({ fastify, config: { appUrl } }, folder)
  t.after(async () => {
    await fastify.close()
    await rm(folder, { recursive: true })
  })
  return async (host: string) => {
    const { statusCode, headers } = await fastify.inject({
      url: '/assets/kite?tab=files',
      headers: { host, accept: 'text/html' },
    })
    return [statusCode, headers.location]
  }
}

test('redirects from another name of this machine to the address of the app', async (t) => {
  const open = await createWebApp(t, 'http://localhost:4000')
  const redirect = [302, 'http://localhost:4000/assets/kite?tab=files']
  assert.deepEqual(await open('127.0.0.1:4000'), redirect)
  assert.deepEqual(await open('[::1]:4000'), redirect)
  assert.deepEqual(await open('localhost:4000'), [200, undefined])
})

test('does not follow any other host', async (t) => {
  const open = await createWebApp(t, 'http://localhost:4000')
  for (const host of [
    'localhost:5173',
    '127.0.0.1',
    'evil.example',
    'evil.example:4000',
    '@',
    '::',
  ])
    assert.deepEqual(await open(host), [200, undefined], host)
  const published = await createWebApp(t, 'https://reelay.example')
  assert.deepEqual(await published('127.0.0.1'), [200, undefined], 'a proxy on this machine')
})
