// Hostile cases of class D: large, far, many and aborted requests.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { sql } from '../../src/kernel/db/sql.ts'
import { inTransaction } from '../../src/kernel/db/transaction.ts'
import type { App } from '../../src/kernel/http/app.ts'
import { systemRoutes } from '../../src/kernel/http/system-routes.ts'
import { docsRoutes } from '../../src/operations/docs/routes.ts'
import { createScript } from '../../src/scripts/contract.ts'
import { OWN_SERVICE, loadFixtures, type Fixtures } from '../fixtures.ts'
import { newOrder, uploadFile } from '../orders.ts'
import { openSocket, portOf, signedHead } from '../raw-http.ts'
import { rawRequest } from '../raw-request.ts'
import { queriesOf, statementsOf, type SentQuery } from '../statements-of.ts'
import { times } from './effort.ts'

/** Sends bytes until the service answers. Returns the status, and how many bytes it has read. */
async function flood(app: App, head: string, length: number, isChunked = false) {
  const connected = once(app.fastify.server, 'connection') as Promise<[Socket]>
  const socket = await openSocket(await portOf(app))
  const [peer] = await connected
  // A response to a client that still sends may be lost, so the service says what it answered.
  let isAnswered = false
  const status = new Promise<number>((resolve) =>
    app.fastify.server.once('request', (_request, response) =>
      response.once('close', () => {
        isAnswered = true
        resolve(response.statusCode)
      }),
    ),
  )
  const isClosed = new Promise((resolve) => socket.once('close', resolve))
  socket.write(head)
  const piece = Buffer.alloc(65_536, 'x')
  const frame = isChunked
    ? Buffer.concat([Buffer.from('10000\r\n'), piece, Buffer.from('\r\n')])
    : piece
  for (let sent = 0; sent < length && !isAnswered && !socket.destroyed; sent += piece.length) {
    if (!socket.write(frame))
      await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), isClosed])
    await nextTurn()
  }
  const result = { status: await status, read: peer.bytesRead }
  socket.destroy()
  return result
}

const MIB = 2 ** 20

test('66. 50 MB, 1 GB in chunks, a line of 1 GB, and compressed bodies', async (t) => {
  const fixtures = await loadFixtures(t)
  const { app, a } = fixtures
  const { studio: by } = a.people
  const { _id } = await by.call(createScript, {
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  const put = `PUT /api/projects/${a.project._id} HTTP/1.1`
  const json = 'Content-Type: application/json'
  const heads: [head: string, length: number, most: number][] = [
    [signedHead(by, put, json, `Content-Length: ${50 * MIB}`), 50 * MIB, 2 * MIB],
    [signedHead(by, put, json, 'Transfer-Encoding: chunked'), 1024 * MIB, 2 * MIB],
    [
      signedHead(
        by,
        `POST /api/scripts/${_id}/import?format=srt HTTP/1.1`,
        'Content-Type: text/plain',
        `Content-Length: ${1024 * MIB}`,
      ),
      1024 * MIB,
      20 * MIB,
    ],
  ]
  for (const [head, length, most] of heads) {
    const { status, read } = await flood(app, head, length, head.includes('chunked'))
    assert.equal(status, 413, head)
    assert.ok(read < most, `${read} bytes were read`)
  }
  const bomb = gzipSync(Buffer.alloc(100 * MIB, 0x20))
  for (const encoding of ['gzip', 'deflate', 'br']) {
    const { statusCode } = await rawRequest(fixtures, `/api/projects/${a.project._id}`, {
      method: 'PUT',
      by,
      headers: { 'content-type': 'application/json', 'content-encoding': encoding },
      payload: bomb,
    })
    assert.equal(statusCode, 415, encoding)
  }
})

test('70. far pages of many downloads', async (t) => {
  const fixtures = await loadFixtures(t)
  const { db, a } = fixtures
  const { _id: file } = await uploadFile(a.people.vendor, a)
  // Without checks of foreign keys, which take most of the time.
  await inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`
      insert into download (studio_id, project_id, asset_id, file_id, person_id, created_at)
      select ${a.studio._id}, ${a.project._id}, ${a.asset._id}, ${file}, ${a.people.vendor._id},
        now() - interval '1 day' + interval '0.5 second' * n
      from generate_series(1, 110000) n`.execute(tx)
  })
  await sql`vacuum (analyze) download`.execute(db)
  const read = async (range: string) => {
    const reply = await rawRequest(fixtures, '/api/downloads', {
      by: a.people.studio,
      headers: { 'x-range': `resources=${range}` },
    })
    assert.equal(reply.statusCode, 200)
    assert.equal(reply.headers['content-range'], `resources ${range}/*`)
  }
  await Promise.all(times(50, () => read('9990-9999')))
  const queries = await queriesOf(() => read('9990-9999'))
  const far = await pagesRead(fixtures, queries)
  const plain = await pagesRead(fixtures, [{ text: PLAIN }])
  assert.ok(far < plain / 3, `${far} pages of the database, and ${plain} with OFFSET alone`)
})

const PLAIN = 'select id from download order by created_at desc, id desc offset 99990 limit 10'

/** How many pages of the database PostgreSQL reads for queries, from memory or from disk. */
async function pagesRead({ url }: Fixtures, queries: SentQuery[]): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let pages = 0
  for (const { text, values } of queries) {
    // The first time, it also reads the catalog.
    await client.query(text, values)
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    const { Plan: plan } = rows[0]!['QUERY PLAN'][0]
    pages += plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!
  }
  await client.end()
  return pages
}

test('71. a million entries, keys and characters', async (t) => {
  const fixtures = await loadFixtures(t)
  const order = newOrder(fixtures.a)
  const bodies: Record<string, object> = {
    'a million tags': { ...order, tags: times(1e6, () => 'x') },
    '100,000 tags': { ...order, tags: times(100_000, () => 'x') },
    '100,000 unknown keys': Object.fromEntries(times(100_000, (index) => [`k${index}`, 0])),
    'a key of a megabyte': { ['k'.repeat(1e6)]: 0 },
    'a forged length': { ...order, tags: { length: 1e9 } },
    'a long text': { ...order, instructions: 'x'.repeat(900_000) },
  }
  for (const [name, payload] of Object.entries(bodies)) {
    const reply = await rawRequest(fixtures, '/api/workrequests', {
      method: 'POST',
      by: fixtures.a.people.territory,
      payload,
    })
    assert.ok([400, 413, 422].includes(reply.statusCode), `${name}: ${reply.statusCode}`)
    assert.ok(reply.body.length < 20_000, `${name}: ${reply.body.length} bytes`)
  }
})

const openFiles = async () => (await readdir('/dev/fd')).length

/** Half of them are cut within the request, the others within the response. */
test('79. 1,000 aborted requests', async (t) => {
  const { app, db, a } = await loadFixtures(t, { DOWNLOAD_BUDGET: '100000' })
  const { vendor, studio } = a.people
  const film = await uploadFile(vendor, a, 'abort.bin', 'x'.repeat(MIB))
  const body = JSON.stringify({ description: 'x'.repeat(400) })
  const put = `${signedHead(
    studio,
    `PUT /api/projects/${a.project._id} HTTP/1.1`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  )}${body}`
  const get = signedHead(vendor, `GET /api/files/${film._id}/content HTTP/1.1`)
  const port = await portOf(app)
  const abort = async (index: number) => {
    const socket = await openSocket(port)
    socket.write(index % 2 ? put.slice(0, 1 + (index % put.length)) : get)
    if (index % 2) await sleep(2)
    else await readBytes(socket, 1 + index * 512)
    socket.resetAndDestroy()
  }
  await Promise.all(times(20, abort))
  const before = await openFiles()
  for (let done = 0; done < 1000; done += 20)
    await Promise.all(times(20, (index) => abort(done + index)))
  const connections = () =>
    new Promise((resolve) => app.fastify.server.getConnections((_error, count) => resolve(count)))
  for (let waited = 0; (await connections()) !== 0 && waited < 100; waited++) await sleep(100)
  assert.equal(await connections(), 0)
  const after = await openFiles()
  assert.ok(after <= before + 10, `${before} open files before, ${after} after`)
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(db)
  assert.equal(rows.length, 0, 'open transactions')
})

function readBytes(socket: Socket, count: number): Promise<void> {
  let seen = 0
  return new Promise((resolve) => {
    socket.on('data', (bytes) => {
      seen += bytes.length
      if (seen >= count) resolve()
    })
    socket.on('close', () => resolve())
  })
}

test('80. anonymous requests to public pages need no database', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  await systemRoutes(app, { draining: false })
  await docsRoutes(app, join(import.meta.dirname, '../../../docs/dist'))
  for (const url of ['/healthz', '/docs/', '/openapi.json', '/.well-known/security.txt']) {
    const statements = await statementsOf(async () => {
      for (let round = 0; round < 25; round++)
        assert.ok((await app.fastify.inject({ url })).statusCode < 400, url)
    })
    assert.deepEqual(statements, [], url)
  }
  const ready = await statementsOf(() => app.fastify.inject({ url: '/readyz' }))
  assert.equal(ready.length, 1, 'statements are seen')
})
