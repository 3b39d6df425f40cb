import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fastify from 'fastify'
import { sendFile } from './send-file.ts'

/** Serves any range of some bytes over a real socket. `ended` holds the outcome of each response. */
async function sender(t: TestContext, bytes: Buffer) {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-send-'))
  const path = join(folder, 'file')
  await writeFile(path, bytes)
  const server = fastify()
  const ended: Promise<void>[] = []
  server.get<{ Querystring: { start: string; end: string } }>('/', async ({ query }, reply) => {
    const span = { start: Number(query.start), end: Number(query.end) }
    reply.header('content-length', span.end - span.start + 1)
    ended.push(sendFile(reply, path, span))
    await ended.at(-1)
    return reply
  })
  const address = await server.listen({ port: 0, host: '127.0.0.1' })
  t.after(async () => {
    await server.close()
    await rm(folder, { recursive: true })
  })
  return {
    address,
    path,
    ended,
    get: (start: number, end: number) => fetch(`${address}/?start=${start}&end=${end}`),
  }
}

const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const MEBIBYTE = 1024 * 1024

test('sends any range of a file', async (t) => {
  const bytes = randomBytes(5 * MEBIBYTE + 17)
  const { get } = await sender(t, bytes)
  for (const [start, end] of [
    [0, bytes.length - 1],
    [0, 0],
    [1, MEBIBYTE],
    [MEBIBYTE - 1, 3 * MEBIBYTE],
    [bytes.length - 1, bytes.length - 1],
  ] as const) {
    const got = new Uint8Array(await (await get(start, end)).arrayBuffer())
    assert.equal(digest(got), digest(bytes.subarray(start, end + 1)), `${start} to ${end}`)
  }
})

test('does not reuse a buffer before a slow client has read it', async (t) => {
  const bytes = randomBytes(12 * MEBIBYTE)
  const { get } = await sender(t, bytes)
  const hash = createHash('sha256')
  let pieces = 0
  for await (const piece of (await get(0, bytes.length - 1)).body!) {
    hash.update(piece)
    if (pieces++ % 40 === 0) await sleep(5)
  }
  assert.equal(hash.digest('hex'), digest(bytes))
})

test('serves many clients at once', async (t) => {
  const bytes = randomBytes(3 * MEBIBYTE)
  const { get } = await sender(t, bytes)
  const got = await Promise.all(
    Array.from({ length: 20 }, async (_, index) =>
      digest(new Uint8Array(await (await get(index * 1000, bytes.length - 1)).arrayBuffer())),
    ),
  )
  assert.deepEqual(
    got,
    got.map((_, index) => digest(bytes.subarray(index * 1000))),
  )
})

test('stops when the client disconnects', async (t) => {
  const bytes = randomBytes(64 * MEBIBYTE)
  const { address, ended } = await sender(t, bytes)
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  socket.write(`GET /?start=0&end=${bytes.length - 1} HTTP/1.1\r\nHost: x\r\n\r\n`)
  await once(socket, 'data')
  socket.destroy()
  await ended[0]
})

test('closes the connection when the file is shorter than expected', async (t) => {
  const { get, path } = await sender(t, randomBytes(3 * MEBIBYTE))
  await truncate(path, 2 * MEBIBYTE)
  await assert.rejects(async () => (await get(0, 3 * MEBIBYTE - 1)).arrayBuffer())
})
