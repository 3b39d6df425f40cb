import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { loadFixtures } from '../../../test/fixtures.ts'
import { testMasterKeys } from '../../../test/test-app.ts'
import type { Db } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { readEvidence } from './evidence.ts'
import type { SignedHeads } from './heads.ts'
import { listPublicKeys } from './keys.ts'
import { sealAudit } from './seal.ts'
import { findShippingState, sealAndShip, shipHeads } from './ship.ts'
import { verifyAudit } from './verify.ts'

async function setup(t: TestContext) {
  const fixtures = await loadFixtures(t)
  const folder = await mkdtemp(join(tmpdir(), 'reelay-heads-'))
  t.after(() => rm(folder, { recursive: true }))
  await sealAudit(fixtures.db)
  return { ...fixtures, path: join(folder, 'heads.jsonl') }
}

const addEntry = (db: Db, studios: string[]) =>
  sql`insert into audit (action, about_kind, studios) values ('x', 'x', ${studios})`.execute(db)
const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as SignedHeads)

test('appends signed heads of changed chains to a file, and verifies with them', async (t) => {
  const { db, a, b, path } = await setup(t)
  await shipHeads(db, testMasterKeys, `file://${path}`)
  await addEntry(db, [b.studio._id])
  const run = sealAndShip(`file://${path}`, testMasterKeys)
  await run.work({} as never, { db, job: 1, fence: 1, signal: AbortSignal.timeout(5_000) })
  const [first, second, ...others] = await linesOf(path)
  assert.deepEqual(others, [])
  assert.deepEqual(
    first!.heads.map(({ chain }) => chain).toSorted(),
    [a.studio._id, b.studio._id, 'installation'].toSorted(),
  )
  assert.deepEqual(
    second!.heads.map(({ chain }) => chain),
    [b.studio._id],
  )
  const { heads, statements, invalid } = await readEvidence(path, await listPublicKeys(db))
  assert.deepEqual([statements, invalid], [2, []])
  assert.deepEqual((await verifyAudit(db, heads)).broken, [])
})

test('ships an empty statement after a minute without entries, and none before', async (t) => {
  const { db, path } = await setup(t)
  await shipHeads(db, testMasterKeys, `file://${path}`)
  await shipHeads(db, testMasterKeys, `file://${path}`)
  assert.equal((await linesOf(path)).length, 1)
  await sql`update audit_shipping set delivered_at = now() - interval '1 minute'`.execute(db)
  await shipHeads(db, testMasterKeys, `file://${path}`)
  assert.deepEqual((await linesOf(path))[1]!.heads, [])
})

test('remembers a failure and ships everything later', async (t) => {
  const { db, a, path } = await setup(t)
  const url = `file://${path}/heads.jsonl`
  await writeFile(path, '')
  await shipHeads(db, testMasterKeys, url)
  await addEntry(db, [a.studio._id])
  await sealAudit(db)
  await shipHeads(db, testMasterKeys, url)
  const failed = await findShippingState(db, url)
  assert.equal(failed!.failures, 2)
  assert.match(failed!.error!, /ENOTDIR/)
  await rm(path)
  await shipHeads(db, testMasterKeys, `file://${path}`)
  const [statement] = await linesOf(path)
  assert.equal(statement!.heads.length, 3)
  const { failures, error, sinceFailure } = (await findShippingState(db, `file://${path}`))!
  assert.deepEqual([failures, error, sinceFailure], [0, null, null])
})

test('recognizes changed and foreign statements', async (t) => {
  const { db, path } = await setup(t)
  await shipHeads(db, testMasterKeys, `file://${path}`)
  const [statement] = await linesOf(path)
  const changed = { ...statement!, heads: statement!.heads.slice(1) }
  await writeFile(
    path,
    [
      `Nov 16 01:00:00 host reelay: ${JSON.stringify(statement)}`,
      JSON.stringify(changed),
      JSON.stringify({ ...statement, key: '0000' }),
      'no statement',
      '',
    ].join('\n'),
  )
  const { statements, invalid } = await readEvidence(path, await listPublicKeys(db))
  assert.equal(statements, 1)
  assert.deepEqual(invalid, [
    { line: 2, reason: 'has a wrong signature' },
    { line: 3, reason: 'is signed with the unknown key 0000' },
    { line: 4, reason: 'is not a signed statement' },
  ])
})

test('posts to a webhook with the credentials of the URL', async (t) => {
  const { db } = await setup(t)
  const credentials: unknown[] = []
  const bodies: Promise<string>[] = []
  const statuses = [500, 204]
  const server = createHttpServer((request, response) => {
    credentials.push(request.headers.authorization)
    bodies.push(text(request))
    request.on('end', () => response.writeHead(statuses.shift()!).end())
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `http://ada:p%40ss@127.0.0.1:${(server.address() as AddressInfo).port}/heads`
  await shipHeads(db, testMasterKeys, url)
  assert.match((await findShippingState(db, url))!.error!, /answered 500/)
  await shipHeads(db, testMasterKeys, url)
  assert.equal((await findShippingState(db, url))!.failures, 0)
  assert.deepEqual(credentials, ['Basic YWRhOnBAc3M=', 'Basic YWRhOnBAc3M='])
  assert.match(await bodies[1]!, /^\{"at":.*\}\n$/)
})

const SYSLOG = /^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ reelay \d+ audit-head - \{"at":.*\}$/

test('sends syslog messages over UDP', async (t) => {
  const { db } = await setup(t)
  const socket = createSocket('udp4').bind(0, '127.0.0.1')
  t.after(() => socket.close())
  await once(socket, 'listening')
  const received = once(socket, 'message') as Promise<[Buffer]>
  await shipHeads(db, testMasterKeys, `syslog+udp://127.0.0.1:${socket.address().port}`)
  assert.match(String((await received)[0]), SYSLOG)
})

test('sends syslog messages over TCP with their lengths', async (t) => {
  const { db } = await setup(t)
  const messages: Promise<string>[] = []
  const server = createServer((socket) => {
    messages.push(text(socket))
    socket.end()
  }).listen(0, '127.0.0.1')
  t.after(() => server.close())
  await once(server, 'listening')
  const url = `syslog+tcp://127.0.0.1:${(server.address() as AddressInfo).port}`
  await shipHeads(db, testMasterKeys, url)
  const [, length, message] = /^(\d+) (.*)$/s.exec((await messages[0])!)!
  assert.equal(Buffer.byteLength(message!), Number(length))
  assert.match(message!, SYSLOG)
  assert.equal((await findShippingState(db, url))!.failures, 0)
})
