// Hostile cases of class C: signed links and forged hosts.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { listAssets } from '../../src/assets/contract.ts'
import { startDownloads } from '../../src/downloads/contract.ts'
import { loadFixtures } from '../fixtures.ts'
import { uploadFile } from '../orders.ts'
import { exchange, portOf, signedHead, statusesIn } from '../raw-http.ts'

async function signLink(t: TestContext) {
  const { app, a } = await loadFixtures(t)
  const { vendor } = a.people
  const [file, other] = [await uploadFile(vendor, a), await uploadFile(vendor, a, 'other.mp4')]
  const [download] = await vendor.call(startDownloads, { body: { files: [file._id] } })
  const { pathname, searchParams } = new URL(download!.url)
  const path = `${pathname}?${searchParams}`
  const change = (name: string, value: string) => {
    const query = new URLSearchParams(searchParams)
    query.set(name, value)
    return `${pathname}?${query}`
  }
  // Without a normalized URL, as it comes from a socket.
  const send = (url: string, method: 'GET' | 'HEAD' | 'PUT' = 'GET') =>
    app.fastify.inject({ method, url, ...(method === 'PUT' && { payload: 'x' }) })
  return { path, file, other, searchParams, change, send }
}

test('51. altered links', async (t) => {
  const { path, file, other, searchParams, change, send } = await signLink(t)
  const signature = searchParams.get('signature')!
  const variants = [
    change('expires', String(Number(searchParams.get('expires')) + 1)),
    change('key', 'none'),
    change('key', ''),
    change('signature', ''),
    change('signature', signature.toUpperCase()),
    `${path}&expires=4000000000`,
    `${path}&signature=${signature}`,
    `${path};x=1`,
    path.replace(file._id, other._id),
    path.replace(file._id, `%2e%2e/files/${other._id}`),
    path.replace('/content', '/CONTENT'),
    path.replace(file._id, file._id.toUpperCase()),
    path.replace(/&?key=[^&]+/, ''),
  ]
  for (const variant of variants) {
    const { statusCode } = await send(variant)
    assert.ok([400, 401, 403, 404].includes(statusCode), `${statusCode} ${variant}`)
  }
  assert.ok([401, 403, 405].includes((await send(path, 'PUT')).statusCode))
  assert.equal((await send(path, 'HEAD')).statusCode, 200)
  assert.equal((await send(path)).statusCode, 200)
})

const FORGED = [
  ['GET /api/assets HTTP/1.1', 'Host: evil.example'],
  ['GET /api/assets HTTP/1.1', 'Host: evil.example:1234'],
  ['GET http://evil.example/api/assets HTTP/1.1', 'Host: evil.example'],
  ['GET /api/assets HTTP/1.1', 'Host: localhost', 'Forwarded: host=evil.example;proto=https'],
  [
    'GET /api/assets HTTP/1.1',
    'Host: localhost',
    'X-Forwarded-Host: evil.example',
    'X-Forwarded-Proto: gopher',
    'X-Forwarded-For: 127.0.0.1',
  ],
]

/** The links of a list for these heads. Without `TRUST_PROXY` every peer is untrusted. */
async function linksFor(t: TestContext, heads: string[][], settings?: Record<string, string>) {
  const { app, a } = await loadFixtures(t, settings)
  const port = await portOf(app)
  const reply = async (head: string[]) => exchange(port, signedHead(a.people.studio, ...head))
  return Promise.all(heads.map(reply))
}

test('57. a forged host', async (t) => {
  const replies = await linksFor(t, FORGED)
  assert.ok(replies.some((reply) => statusesIn(reply)[0] === 200))
  for (const reply of replies) assert.doesNotMatch(reply, /evil\.example/)
})

test('58. forwarded headers from an untrusted peer', async (t) => {
  for (const settings of [undefined, { TRUST_PROXY: '10.0.0.0/8' }]) {
    const [reply] = await linksFor(t, FORGED.slice(-1), settings)
    assert.deepEqual(statusesIn(reply!), [200])
    assert.doesNotMatch(reply!, /evil\.example|gopher/)
    assert.match(reply!, /\/\/reelay\.test\/api\/assets\//)
  }
})

/** The check for evil.example would find it: it finds the configured host in the same place. */
test('control: the links have the host of the configuration', async (t) => {
  const { a } = await loadFixtures(t, { PUBLIC_URL: 'http://evil.example' })
  const { items } = await a.people.studio.call(listAssets)
  assert.match(JSON.stringify(items), /\/\/evil\.example\/api\/assets\//)
})
