// The documented nginx configuration in front of the service.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test, type TestContext } from 'node:test'
import { uploadFile } from '../../test/orders.ts'
import { hasNginx, startNginx } from '../../test/nginx.ts'
import { OWN_SERVICE, loadFixtures } from '../../test/fixtures.ts'
import { sql } from '../kernel/db/sql.ts'

const skip = hasNginx() ? false : 'nginx is not installed'

async function fronted(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  fixtures.app.config.xAccel = '/internal/'
  const bytes = randomBytes(300_000).toString('base64')
  const file = await uploadFile(fixtures.a.people.vendor, fixtures.a, 'Räuber.txt', bytes)
  const serviceUrl = await fixtures.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const nginx = await startNginx({
    servicePort: Number(new URL(serviceUrl).port),
    dataDir: fixtures.app.config.dataDir,
  })
  t.after(() => nginx.stop())
  const { email, token } = fixtures.a.people.territory
  const address = `http://127.0.0.1:${nginx.port}`
  const get = (headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${address}/api/files/${file._id}/content`, {
      method,
      headers: { authorization: `Basic ${btoa(`${email}:token-${token}`)}`, ...headers },
    })
  return {
    ...fixtures,
    file,
    bytes,
    get,
    address,
    etag: `"${file.sha256!.slice(0, 32)}"`,
    recorded: async () => (await sql`select from download`.execute(fixtures.db)).rows.length,
  }
}

test('lets nginx send the whole file with our headers after the record', { skip }, async (t) => {
  const { get, bytes, file, etag, recorded } = await fronted(t)
  const response = await get()
  assert.deepEqual([response.status, (await response.text()) === bytes], [200, true])
  const header = (name: string) => response.headers.get(name)
  assert.deepEqual(
    [header('etag'), header('content-type'), header('content-length'), header('accept-ranges')],
    [etag, 'text/plain', String(file.length), 'bytes'],
  )
  assert.match(
    header('content-disposition')!,
    /^attachment; filename="Ra_uber\.txt"; filename\*=UTF-8''R%C3%A4uber\.txt$/,
  )
  assert.deepEqual(
    [
      header('x-content-type-options'),
      header('content-security-policy'),
      header('cache-control'),
      header('last-modified'),
      header('x-accel-redirect'),
    ],
    ['nosniff', "sandbox; default-src 'none'", 'private, no-store', null, null],
  )
  assert.equal(await recorded(), 1)
})

test('handles ranges, resuming and HEAD as without nginx', { skip }, async (t) => {
  const { get, bytes, file, etag, recorded } = await fronted(t)
  const part = await get({ range: 'bytes=1000-1999' })
  assert.deepEqual(
    [part.status, await part.text(), part.headers.get('content-range')],
    [206, bytes.slice(1000, 2000), `bytes 1000-1999/${file.length}`],
  )
  assert.equal((await get({ range: 'bytes=5-9', 'if-range': etag })).status, 206)
  assert.equal((await get({ range: 'bytes=5-9', 'if-range': '"other"' })).status, 200)
  assert.equal((await get({ range: 'bytes=0-1,3-4' })).status, 416)
  assert.equal((await get({ 'if-none-match': etag })).status, 304)
  const before = await recorded()
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.headers.get('content-length')], [200, String(file.length)])
  assert.equal(await recorded(), before)
})

test('serves files only through the service', { skip }, async (t) => {
  const { address, file } = await fronted(t)
  const key = file.sha256!
  for (const path of [
    `/internal/objects/${key.slice(0, 2)}/${key.slice(2, 4)}/${key}`,
    '/internal/',
    '/internal/postgres/PG_VERSION',
  ])
    assert.ok([404, 401].includes((await fetch(address + path)).status), path)
})
