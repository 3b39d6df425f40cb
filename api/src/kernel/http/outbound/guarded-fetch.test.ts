import assert from 'node:assert/strict'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { createGuardedFetch } from './guarded-fetch.ts'
import { RefusedUrlError, createTargetResolver } from './resolve-target.ts'

const fetchPrivate = createGuardedFetch(createTargetResolver(true))
const fetchPublic = createGuardedFetch(createTargetResolver(false))

async function listen(t: TestContext, listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('connects to no private address and never over plain http', async (t) => {
  let hits = 0
  const url = await listen(t, (_request, response) => {
    hits++
    response.end()
  })
  const { port } = new URL(url)
  for (const target of [url, `https://127.0.0.1:${port}`, `https://localhost:${port}`])
    await assert.rejects(fetchPublic(target), RefusedUrlError, target)
  assert.equal(hits, 0)
})

test('rejects a public name that resolves to a private address', async (t) => {
  let hits = 0
  const { port } = new URL(await listen(t, () => hits++))
  const rebinding = createGuardedFetch({
    allowPrivate: false,
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  })
  await assert.rejects(rebinding(`https://login.example.com:${port}/`), RefusedUrlError)
  assert.equal(hits, 0)
})

test('returns a redirect without following it', async (t) => {
  const url = await listen(t, (request, response) =>
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end(request.url),
  )
  const response = await fetchPrivate(`${url}/a?b=c`)
  assert.deepEqual([response.status, await response.text()], [302, '/a?b=c'])
})

test('sends the method, the headers and the body', async (t) => {
  const url = await listen(t, (request, response) => {
    response.setHeader('x-seen', `${request.method} ${String(request.headers['x-a'])}`)
    request.pipe(response)
  })
  const response = await fetchPrivate(url, {
    method: 'POST',
    headers: { 'x-a': '1' },
    body: new URLSearchParams({ code: 'é' }),
  })
  assert.equal(response.headers.get('x-seen'), 'POST 1')
  assert.equal(await response.text(), 'code=%C3%A9')
})

test('rejects a response of more than one megabyte', async (t) => {
  const url = await listen(t, (_request, response) => response.end(Buffer.alloc(1024 * 1024 + 1)))
  await assert.rejects(fetchPrivate(url), /too large/)
})
