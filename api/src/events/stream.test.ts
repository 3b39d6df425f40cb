// Over real sockets. Two test apps on one database are two nodes.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Compile } from 'typebox/compile'
import { createTestApp } from '../../test/test-app.ts'
import { changeRequest, orderWithoutMaterials } from '../../test/work-requests.ts'
import { openEventStream, type StreamReader } from '../../test/event-stream.ts'
import { EMBARGOED, setEmbargo, loadEmbargoFixtures } from '../../test/embargo-fixtures.ts'
import {
  OWN_SERVICE,
  loadFixtures,
  type TestUser,
  type StudioFixtures,
} from '../../test/fixtures.ts'
import type { App } from '../kernel/http/app.ts'
import { connectOwner } from '../kernel/db/connect-owner.ts'
import { emit } from '../kernel/events/emit.ts'
import { sql } from '../kernel/db/sql.ts'
import { inTransaction } from '../kernel/db/transaction.ts'
import { createOffline } from '../offlines/contract.ts'
import { closeSession } from '../sessions/contract.ts'
import { createWorkRequest } from '../workrequests/contract.ts'
import * as contract from './contract.ts'

async function serving({ fastify }: App): Promise<number> {
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  return (fastify.server.address() as AddressInfo).port
}
async function onTheAir(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  return { ...fixtures, port: await serving(fixtures.app) }
}
const submit = (side: StudioFixtures) =>
  side.people.territory.call(createWorkRequest, {
    body: orderWithoutMaterials(side, { status: 'submitted' }),
  })
const types = async (stream: StreamReader, many: number) => {
  const received = []
  for (let turn = 0; turn < many; turn++) received.push(String((await stream.next())!.data!.type))
  return received
}

test('streams relevant events as GET /events shows them', async (t) => {
  const { a, b, port, runJobs } = await onTheAir(t)
  const stream = await openEventStream(port, a.people.vendor)
  assert.deepEqual(
    [
      stream.status,
      stream.response.headers['content-type'],
      stream.response.headers['cache-control'],
      stream.response.headers['x-accel-buffering'],
    ],
    [200, 'text/event-stream; charset=utf-8', 'private, no-store', 'no'],
  )
  await submit(b)
  await submit(a)
  await runJobs()
  const received = [await stream.next(), await stream.next()]
  const { items } = await a.people.vendor.call(contract.listEvents)
  assert.deepEqual(
    received
      .map((message) => message!.data)
      .toSorted((a, b) => String(a!.type).localeCompare(String(b!.type))),
    items.toSorted((a, b) => a.type.localeCompare(b.type)),
  )
  assert.deepEqual(
    received.map((message) => message!.id),
    received.map((message) => message!.data!._id),
  )
  const event = Compile(contract.Event)
  assert.ok(received.every((message) => event.Check(message!.data)))
  assert.ok(items.every(({ pushed }) => pushed))
  stream.close()
})

test('resumes from Last-Event-ID without gaps or duplicates', async (t) => {
  const { a, port, runJobs } = await onTheAir(t)
  const first = await openEventStream(port, a.people.vendor)
  await submit(a)
  await runJobs()
  const last = [await first.next(), await first.next()].at(-1)!.id!
  first.close()
  for (let turn = 0; turn < 30; turn++) await submit(a)
  await runJobs()
  const second = await openEventStream(port, a.people.vendor, last)
  const missed: string[] = []
  for (let turn = 0; turn < 60; turn++) missed.push((await second.next())!.id!)
  const all = (
    await a.people.vendor.call(contract.listEvents, { range: { first: 0, last: 99 } })
  ).items.map(({ _id }) => _id)
  assert.equal(new Set(missed).size, 60)
  assert.deepEqual(new Set(missed), new Set(all.filter((id) => missed.includes(id))))
  assert.ok(!missed.includes(last))
  second.close()
})

test('begins with the recent events on request', async (t) => {
  const { a, port, runJobs } = await onTheAir(t)
  await submit(a)
  await runJobs()
  const recent = await openEventStream(
    port,
    a.people.vendor,
    undefined,
    '/events/stream?recent=30000',
  )
  const received = [await recent.next(), await recent.next()].map((message) => message!.id)
  const { items } = await a.people.vendor.call(contract.listEvents)
  assert.deepEqual(new Set(received), new Set(items.map(({ _id }) => _id)))
  recent.close()
})

test('begins with nothing of the past if nothing happened just before', async (t) => {
  const { a, db, port, runJobs } = await onTheAir(t)
  await submit(a)
  await runJobs()
  await sql`update event set created_at = created_at - interval '1 minute'`.execute(db)
  const stream = await openEventStream(
    port,
    a.people.vendor,
    undefined,
    '/events/stream?recent=30000',
  )
  const { _id } = await submit(a)
  await runJobs()
  const { workRequest } = (await stream.next())!.data as contract.Event
  assert.equal(workRequest!._id, _id)
  stream.close()
})

test('does not skip an event that commits late', async (t) => {
  const { a, url, port, runJobs, db } = await onTheAir(t)
  const stream = await openEventStream(port, a.people.studio)
  const slow = connectOwner(url, { size: 1 })
  const eventOf = (type: string) => ({
    type,
    from: a.people.vendor._id,
    studio: a.studio._id,
    asset: a.asset._id,
  })
  let commit = () => {}
  let late = Promise.resolve()
  const began = new Promise<void>((started) => {
    late = inTransaction(slow, async (tx) => {
      await emit(tx, eventOf('aph'))
      started()
      await new Promise<void>((resolve) => (commit = resolve))
    })
  })
  await began
  await inTransaction(db, (tx) => emit(tx, eventOf('fin')))
  await runJobs()
  const [first] = await types(stream, 1)
  commit()
  await late
  await slow.close()
  await runJobs()
  assert.deepEqual([first, ...(await types(stream, 1))], ['fin', 'aph'])
  stream.close()
})

test('delivers each event once to every listener on several nodes', async (t) => {
  const { a, url, port, runJobs } = await onTheAir(t)
  const other = await createTestApp(url)
  t.after(() => other.close())
  const streams = [
    await openEventStream(port, a.people.vendor),
    await openEventStream(await serving(other.app), a.people.vendor),
  ]
  for (let turn = 0; turn < 12; turn++) await submit(a)
  await Promise.all([runJobs(), other.runJobs(), runJobs(), other.runJobs()])
  const received = await Promise.all(
    streams.map(async (stream) => {
      const ids = []
      for (let turn = 0; turn < 24; turn++) ids.push((await stream.next())!.id!)
      return ids
    }),
  )
  assert.equal(new Set(received[0]).size, 24)
  assert.deepEqual(received[0], received[1], 'in the same order')
  streams.forEach((stream) => stream.close())
})

test('sends reset for an unknown or foreign Last-Event-ID', async (t) => {
  const { a, b, port, runJobs } = await onTheAir(t)
  await submit(b)
  await runJobs()
  const foreign = (await b.people.vendor.call(contract.listEvents)).items[0]!._id
  for (const last of [foreign, 'f'.repeat(24)]) {
    const stream = await openEventStream(port, a.people.vendor, last)
    assert.deepEqual(await stream.next(), { event: 'reset', data: {} })
    stream.close()
    await stream.ended
  }
  assert.equal((await openEventStream(port, a.people.vendor, 'nonsense')).status, 400)
})

test('does not stream embargoed events', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, Buffer.from('secret text'))
  const { a, request, file } = fixtures
  const stream = await openEventStream(await serving(fixtures.app), a.people.territory)
  await a.people.vendor.call(createOffline, { body: { workRequest: request, file } })
  await setEmbargo(fixtures, EMBARGOED)
  await fixtures.runJobs()
  await changeRequest(a.people.vendor, request, { status: 'in-progress', reason: 'x' })
  await fixtures.runJobs()
  assert.deepEqual(await types(stream, 1), ['wip'])
  stream.close()
})

test('stops the stream of a revoked token', async (t) => {
  const { a, port, runJobs, signIn } = await onTheAir(t)
  const second: TestUser = await signIn(a.people.vendor.email)
  const [stream, other] = [
    await openEventStream(port, a.people.vendor),
    await openEventStream(port, second),
  ]
  await second.call(closeSession)
  await submit(a)
  await runJobs()
  assert.equal(await other.next(), undefined, 'it ended')
  assert.equal((await types(stream, 2)).length, 2)
  assert.equal((await openEventStream(port, second)).status, 401)
  stream.close()
})

test('limits the number of streams per person', async (t) => {
  const { a, port } = await onTheAir(t)
  const streams = []
  for (let turn = 0; turn < 6; turn++) streams.push(await openEventStream(port, a.people.vendor))
  const one = await openEventStream(port, a.people.vendor)
  assert.deepEqual([one.status, Boolean(one.response.headers['retry-after'])], [429, true])
  streams[0]!.close()
  await streams[0]!.ended
  let again = await openEventStream(port, a.people.vendor)
  while (again.status !== 200) again = await openEventStream(port, a.people.vendor)
  for (const stream of [...streams, again]) stream.close()
})

test('ends all streams at once on shutdown', async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { a } = fixtures
  const stream = await openEventStream(await serving(fixtures.app), a.people.vendor)
  fixtures.app.stopping.abort()
  assert.equal(await stream.next(), undefined)
  await stream.ended
})

test('answers a HEAD request and ends', async (t) => {
  const { app, a } = await loadFixtures(t, OWN_SERVICE)
  const { statusCode, headers } = await app.fastify.inject({
    method: 'HEAD',
    url: '/api/events/stream',
    headers: {
      authorization: `Basic ${btoa(`${a.people.vendor.email}:token-${a.people.vendor.token}`)}`,
    },
  })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/event-stream; charset=utf-8'])
})
