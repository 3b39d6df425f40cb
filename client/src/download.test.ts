import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { test, type TestContext } from 'node:test'
import { downloads, reports } from '@reelay/api/contract'
import { expectProblem } from '../../api/test/expect-problem.ts'
import { line } from '../test/faulty-connection.ts'
import { createClient, isRefusal } from './client.ts'

const BYTES = randomBytes(3_000_000)

async function shelf(t: TestContext, content = BYTES) {
  const house = await line(t)
  const { vendor } = house.a.people
  const { _id: id, ...file } = await house
    .clientOf(vendor)
    .upload({ bytes: content, file: { name: 'master.bin', asset: house.a.asset._id } })
  house.sent.length = 0
  return { ...house, vendor, file, params: { id }, ...house.clientOf(vendor) }
}

test('bytes come as a stream, from the beginning or from where one stopped', async (t) => {
  const { bytes, params } = await shelf(t)
  const whole = await bytes(downloads.sendFile, { params })
  assert.deepEqual(
    [whole.from, whole.total, (await buffer(whole.stream)).equals(BYTES)],
    [0, BYTES.length, true],
  )
  const rest = await bytes(downloads.sendFile, { params }, { from: 2_000_000, tag: whole.tag! })
  assert.deepEqual(
    [rest.from, rest.total, (await buffer(rest.stream)).equals(BYTES.subarray(2_000_000))],
    [2_000_000, BYTES.length, true],
  )
})

test('a line that breaks in the middle is taken up again where it broke', async (t) => {
  // More than sockets hold: what is on its way when a line breaks still comes.
  const long = randomBytes(20_000_000)
  const {
    address,
    app: { fastify },
    vendor: { email, token },
    params,
  } = await shelf(t, long)
  const ranges: (string | undefined)[] = []
  const { bytes } = createClient({
    baseUrl: `${address}/api`,
    credential: { email, token },
    retry: { pauseMs: 1 },
    fetch: (to, init) => {
      ranges.push((init!.headers as Record<string, string>).range)
      return fetch(to, init)
    },
  })
  const { stream } = await bytes(downloads.sendFile, { params })
  const came: Uint8Array[] = []
  let cuts = 0
  for await (const piece of stream) {
    came.push(piece)
    if (cuts < 2 && ranges.length > cuts) {
      cuts++
      fastify.server.closeAllConnections()
    }
  }
  assert.ok(Buffer.concat(came).equals(long))
  assert.deepEqual(
    ranges.map((range) => range !== undefined),
    [false, true, true],
  )
})

test('who has all of it gets nothing more, and who has too much is refused', async (t) => {
  const { bytes, params } = await shelf(t)
  assert.equal(
    (await buffer((await bytes(downloads.sendFile, { params }, { from: BYTES.length })).stream))
      .length,
    0,
  )
  await expectProblem(bytes(downloads.sendFile, { params }, { from: BYTES.length + 1 }), 416)
})

test('other bytes than those that are there come from their beginning', async (t) => {
  const { bytes, params } = await shelf(t)
  const { from, stream } = await bytes(
    downloads.sendFile,
    { params },
    { from: 1000, tag: '"another"' },
  )
  assert.equal(from, 0)
  await stream.cancel()
})

test('a table comes as bytes too', async (t) => {
  const { bytes } = await shelf(t)
  const { stream, headers } = await bytes(reports.volumeReport, { query: { format: 'csv' } })
  assert.match(headers.get('content-type')!, /^text\/csv/)
  assert.ok((await buffer(stream)).length > 0)
})

test('a refusal names its reason, for programs', async (t) => {
  const { bytes } = await shelf(t)
  const error: unknown = await bytes(downloads.sendFile, { params: { id: 'f'.repeat(24) } }).catch(
    (refused: unknown) => refused,
  )
  assert.deepEqual(
    [
      isRefusal(error),
      isRefusal(error, 'file.unknown'),
      isRefusal(error, 'slug.taken'),
      isRefusal(new Error('other')),
    ],
    [true, true, false, false],
  )
})
