import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { downloads, reports } from '@reelay/api/contract'
import { expectProblem } from '../../api/test/expect-problem.ts'
import { connectFaulty } from '../test/faulty-connection.ts'
import { createClient, isApiError } from './client.ts'

const BYTES = randomBytes(3_000_000)

async function setup(t: TestContext, content = BYTES) {
  const connection = await connectFaulty(t)
  const { vendor } = connection.a.people
  const { _id: id, ...file } = await connection
    .clientOf(vendor)
    .upload({ source: content, file: { name: 'master.bin', asset: connection.a.asset._id } })
  connection.requests.length = 0
  return { ...connection, vendor, file, params: { id }, ...connection.clientOf(vendor) }
}

test('streams a file from the start or from an offset', async (t) => {
  const { download, params } = await setup(t)
  const whole = await download(downloads.sendFile, { params })
  assert.deepEqual(
    [whole.from, whole.total, (await buffer(whole.stream)).equals(BYTES)],
    [0, BYTES.length, true],
  )
  const rest = await download(
    downloads.sendFile,
    { params },
    { from: 2_000_000, etag: whole.etag! },
  )
  assert.deepEqual(
    [rest.from, rest.total, (await buffer(rest.stream)).equals(BYTES.subarray(2_000_000))],
    [2_000_000, BYTES.length, true],
  )
})

test('resumes where the connection was lost', async (t) => {
  // More than socket buffers hold: bytes in flight still arrive after a cut.
  const long = randomBytes(16_000_000)
  const {
    address,
    app: { fastify },
    vendor: { email, token },
    params,
  } = await setup(t, long)
  const ranges: (string | undefined)[] = []
  const { download } = createClient({
    baseUrl: `${address}/api`,
    credential: { email, token },
    retry: { pauseMs: 1 },
    fetch: (url, init) => {
      ranges.push((init!.headers as Record<string, string>).range)
      return fetch(url, init)
    },
  })
  const { stream } = await download(downloads.sendFile, { params })
  const received: Uint8Array[] = []
  let cuts = 0
  for await (const chunk of stream) {
    received.push(chunk)
    if (cuts < 2 && ranges.length > cuts) {
      cuts++
      fastify.server.closeAllConnections()
    }
  }
  assert.ok(Buffer.concat(received).equals(long))
  assert.deepEqual(
    ranges.map((range) => range !== undefined),
    [false, true, true],
  )
})

test('yields nothing at the end of the file and rejects an offset beyond it', async (t) => {
  const { download, params } = await setup(t)
  assert.equal(
    (await buffer((await download(downloads.sendFile, { params }, { from: BYTES.length })).stream))
      .length,
    0,
  )
  await expectProblem(download(downloads.sendFile, { params }, { from: BYTES.length + 1 }), 416)
})

test('starts over when the ETag differs', async (t) => {
  const { download, params } = await setup(t)
  const { from, stream } = await download(
    downloads.sendFile,
    { params },
    { from: 1000, etag: '"another"' },
  )
  assert.equal(from, 0)
  await stream.cancel()
})

test('streams a CSV report', async (t) => {
  const { download } = await setup(t)
  const { stream, headers } = await download(reports.volumeReport, { query: { format: 'csv' } })
  assert.match(headers.get('content-type')!, /^text\/csv/)
  assert.ok((await buffer(stream)).length > 0)
})

test('narrows an error by its code', async (t) => {
  const { download } = await setup(t)
  const error: unknown = await download(downloads.sendFile, {
    params: { id: 'f'.repeat(24) },
  }).catch((reason: unknown) => reason)
  assert.deepEqual(
    [
      isApiError(error),
      isApiError(error, 'file.not-found'),
      isApiError(error, 'slug.exists'),
      isApiError(new Error('other')),
    ],
    [true, true, false, false],
  )
})
