// Over real sockets. Two test apps on one database are two nodes.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { Compile } from 'typebox/compile'
import { createTestApp } from '../../test/test-app.ts'
import { changeRequest, orderWithoutMaterials } from '../../test/work-requests.ts'
import { openEventStream, type StreamReader } from '../../test/event-stream.ts'
import { EMBARGOED, setEmbargo, loadEmbargoFixtures } from '../../test/embargo-fixtures.ts'
import { loadFixtures, type TestUser, type StudioFixtures } from '../../test/fixtures.ts'
import type { App } from '../kernel/http/app.ts'
import { connect } from '../kernel/db/connect.ts'
import { emit } from '../kernel/events/emit.ts'
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
  const fixtures = await loadFixtures(t)
  return { ...fixtures, port: await serving(fixtures.app) }
}
const submit = (side: StudioFixtures) =>
  side.people.territory.call(createWorkRequest, {
    body: orderWithoutMaterials(side, { status: 'submitted' }),
  })
const types = async (ear: StreamReader, many: number) => {
  const heard = []
  for (let turn = 0; turn < many; turn++) heard.push(String((await ear.next())!.data!.type))
  return heard
}

test('streams relevant events as GET /events shows them', async (t) => {
  const { a, b, port, runJobs } = await onTheAir(t)
  const ear = await openEventStream(port, a.people.vendor)
  assert.deepEqual(
    [
      ear.status,
      ear.response.headers['content-type'],
      ear.response.headers['cache-control'],
      ear.response.headers['x-accel-buffering'],
    ],
    [200, 'text/event-stream; charset=utf-8', 'private, no-store', 'no'],
  )
  await submit(b)
  await submit(a)
  await runJobs()
  const heard = [await ear.next(), await ear.next()]
  const { items } = await a.people.vendor.call(contract.listEvents)
  assert.deepEqual(
    heard
      .map((message) => message!.data)
      .toSorted((one, other) => String(one!.type).localeCompare(String(other!.type))),
    items.toSorted((one, other) => one.type.localeCompare(other.type)),
  )
  assert.deepEqual(
    heard.map((message) => message!.id),
    heard.map((message) => message!.data!._id),
  )
  const event = Compile(contract.Event)
  assert.ok(heard.every((message) => event.Check(message!.data)))
  assert.ok(items.every(({ pushed }) => pushed))
  ear.close()
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

test('does not skip an event that commits late', async (t) => {
  const { a, url, port, runJobs, db } = await onTheAir(t)
  const ear = await openEventStream(port, a.people.studio)
  const slow = connect(url, { size: 1 })
  const eventOf = (type: string) => ({
    type,
    from: a.people.vendor._id,
    studio: a.studio._id,
    asset: a.asset._id,
  })
  let commit = () => {}
  const began = new Promise<void>((started) => {
    void inTransaction(slow, async (tx) => {
      await emit(tx, eventOf('aph'))
      started()
      await new Promise<void>((resolve) => (commit = resolve))
    })
  })
  await began
  await inTransaction(db, (tx) => emit(tx, eventOf('fin')))
  await runJobs()
  const [first] = await types(ear, 1)
  commit()
  await slow.destroy()
  await runJobs()
  assert.deepEqual([first, ...(await types(ear, 1))], ['fin', 'aph'])
  ear.close()
})

test('delivers each event once to every listener on several nodes', async (t) => {
  const { a, url, port, runJobs } = await onTheAir(t)
  const other = await createTestApp(url)
  t.after(() => other.close())
  const ears = [
    await openEventStream(port, a.people.vendor),
    await openEventStream(await serving(other.app), a.people.vendor),
  ]
  for (let turn = 0; turn < 12; turn++) await submit(a)
  await Promise.all([runJobs(), other.runJobs(), runJobs(), other.runJobs()])
  const heard = await Promise.all(
    ears.map(async (ear) => {
      const ids = []
      for (let turn = 0; turn < 24; turn++) ids.push((await ear.next())!.id!)
      return ids
    }),
  )
  assert.equal(new Set(heard[0]).size, 24)
  assert.deepEqual(heard[0], heard[1], 'in the same order')
  ears.forEach((ear) => ear.close())
})

test('sends reset for an unknown or foreign Last-Event-ID', async (t) => {
  const { a, b, port, runJobs } = await onTheAir(t)
  await submit(b)
  await runJobs()
  const foreign = (await b.people.vendor.call(contract.listEvents)).items[0]!._id
  for (const last of [foreign, 'f'.repeat(24)]) {
    const ear = await openEventStream(port, a.people.vendor, last)
    assert.deepEqual(await ear.next(), { event: 'reset', data: {} })
    ear.close()
    await ear.ended
  }
  assert.equal((await openEventStream(port, a.people.vendor, 'nonsense')).status, 400)
})

test('does not stream embargoed events', async (t) => {
  const staged = await loadEmbargoFixtures(t, Buffer.from('secret text'))
  const { a, request, file } = staged
  const ear = await openEventStream(await serving(staged.app), a.people.territory)
  await a.people.vendor.call(createOffline, { body: { workRequest: request, file } })
  await setEmbargo(staged, EMBARGOED)
  await staged.runJobs()
  await changeRequest(a.people.vendor, request, { status: 'in-progress', reason: 'x' })
  await staged.runJobs()
  assert.deepEqual(await types(ear, 1), ['wip'])
  ear.close()
})

test('stops the stream of a revoked token', async (t) => {
  const { a, port, runJobs, signIn } = await onTheAir(t)
  const second: TestUser = await signIn(a.people.vendor.email)
  const [ear, other] = [
    await openEventStream(port, a.people.vendor),
    await openEventStream(port, second),
  ]
  await second.call(closeSession)
  await submit(a)
  await runJobs()
  assert.equal(await other.next(), undefined, 'it ended')
  assert.equal((await types(ear, 2)).length, 2)
  assert.equal((await openEventStream(port, second)).status, 401)
  ear.close()
})

test('limits the number of streams per person', async (t) => {
  const { a, port } = await onTheAir(t)
  const ears = []
  for (let turn = 0; turn < 6; turn++) ears.push(await openEventStream(port, a.people.vendor))
  const one = await openEventStream(port, a.people.vendor)
  assert.deepEqual([one.status, Boolean(one.response.headers['retry-after'])], [429, true])
  ears[0]!.close()
  await ears[0]!.ended
  let again = await openEventStream(port, a.people.vendor)
  while (again.status !== 200) again = await openEventStream(port, a.people.vendor)
  for (const ear of [...ears, again]) ear.close()
})

test('ends all streams at once on shutdown', async (t) => {
  const fixtures = await loadFixtures(t)
  const { a } = fixtures
  const ear = await openEventStream(await serving(fixtures.app), a.people.vendor)
  fixtures.app.stopping.abort()
  assert.equal(await ear.next(), undefined)
  await ear.ended
})

test('answers a HEAD request and ends', async (t) => {
  const { app, a } = await loadFixtures(t)
  const { statusCode, headers } = await app.fastify.inject({
    method: 'HEAD',
    url: '/api/events/stream',
    headers: {
      authorization: `Basic ${btoa(`${a.people.vendor.email}:token-${a.people.vendor.token}`)}`,
    },
  })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'text/event-stream; charset=utf-8'])
})
