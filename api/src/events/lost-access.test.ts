// Signals that follow from no event: review sessions, and records that somebody loses.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { openEventStream, type StreamReader } from '../../test/event-stream.ts'
import { EMBARGOED, loadEmbargoFixtures, setEmbargo } from '../../test/embargo-fixtures.ts'
import { OWN_SERVICE, loadFixtures, type Fixtures, type TestUser } from '../../test/fixtures.ts'
import { sessionState } from '../../test/review-sessions.ts'
import { answer, assign, createVendor, firstVendor, orderFor } from '../../test/vendor-fixtures.ts'
import { createRequestAt, readRequest } from '../../test/work-requests.ts'
import { changeProject } from '../projects/contract.ts'
import * as sessions from '../reviewsessions/contract.ts'
import { changeTranslation } from '../translations/contract.ts'
import { changeWorkRequest } from '../workrequests/contract.ts'

type Opened = { port: number; runJobs: () => Promise<unknown> }

async function serving({ app, runJobs }: Pick<Fixtures, 'app' | 'runJobs'>): Promise<Opened> {
  await runJobs()
  await app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return { port: (app.fastify.server.address() as AddressInfo).port, runJobs }
}

async function openFor(t: TestContext, { port }: Opened, ...people: TestUser[]) {
  const streams = await Promise.all(people.map((person) => openEventStream(port, person)))
  t.after(() => streams.forEach((stream) => stream.close()))
  return streams
}

/** The `changed` messages until one of this record comes. */
async function waitForSignal(stream: StreamReader, type: string, id: string): Promise<void> {
  for (;;) {
    const message = await stream.next()
    assert.ok(message, 'the stream has ended')
    if (message.event === 'changed' && message.data!.type === type && message.data!._id === id)
      return
  }
}

/** Everything before the change of the project, which everybody sees. */
async function receivedUntilEnd(stream: StreamReader): Promise<string[]> {
  const received: string[] = []
  for (;;) {
    const { type, _id } = (await stream.next())!.data!
    if (type === 'projects' || type === 'pch') return received
    received.push(`${String(type)} ${String(_id)}`)
  }
}

async function end({ a }: Fixtures, { runJobs }: Opened) {
  const body = { name: 'The end' }
  await a.people.studio.call(changeProject, { params: { id: a.project._id }, body })
  await runJobs()
}

test('tells a vendor that another one has the request now', { timeout: 60_000 }, async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { a } = fixtures
  const [first, other, third] = [
    firstVendor(a),
    await createVendor(fixtures, a),
    await createVendor(fixtures, a, 'third'),
  ]
  const { _id: id } = await orderFor(a)
  await assign(a, id, first.group)
  const opened = await serving(fixtures)
  const [losing, uninvolved] = await openFor(t, opened, first.person, third.person)
  await assign(a, id, other.group)
  await opened.runJobs()
  await waitForSignal(losing!, 'workrequests', id)
  await assert.rejects(readRequest(first.person, id), { status: 404 })
  await end(fixtures, opened)
  assert.deepEqual(await receivedUntilEnd(uninvolved!), [])
})

test(
  'tells all vendors when one takes a request from the pool, and nobody who declined',
  { timeout: 60_000 },
  async (t) => {
    const fixtures = await loadFixtures(t, OWN_SERVICE)
    const { a } = fixtures
    const [first, other] = [firstVendor(a), await createVendor(fixtures, a)]
    const { _id: open } = await orderFor(a)
    const { _id: declined } = await orderFor(a)
    await assign(a, declined, other.group)
    await answer(other, declined, { decision: 'declined', reason: 'No time' })
    const opened = await serving(fixtures)
    const [stream] = await openFor(t, opened, other.person)
    await assign(a, declined, first.group)
    await assign(a, open, first.group)
    await opened.runJobs()
    await waitForSignal(stream!, 'workrequests', open)
    await end(fixtures, opened)
    assert.deepEqual(await receivedUntilEnd(stream!), [])
  },
)

test(
  'tells the vendor when a request is withdrawn, and everybody when it has no vendor',
  { timeout: 60_000 },
  async (t) => {
    const fixtures = await loadFixtures(t, OWN_SERVICE)
    const { a } = fixtures
    const [first, other] = [firstVendor(a), await createVendor(fixtures, a)]
    const { _id: withdrawn } = await orderFor(a)
    const { _id: opened } = await orderFor(a)
    await assign(a, withdrawn, first.group)
    await assign(a, opened, first.group)
    const service = await serving(fixtures)
    const [own, rival] = await openFor(t, service, first.person, other.person)
    await a.people.studio.call(changeWorkRequest, {
      params: { id: withdrawn },
      body: { status: 'incomplete', reason: 'Ordered twice' },
    })
    await service.runJobs()
    await waitForSignal(own!, 'workrequests', withdrawn)
    await assign(a, opened, null)
    await service.runJobs()
    await waitForSignal(own!, 'workrequests', opened)
    assert.deepEqual((await rival!.next())!.data, { type: 'workrequests', _id: opened })
  },
)

test('tells a translator who is replaced', { timeout: 60_000 }, async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { a } = fixtures
  const { vendor, translator } = a.people
  const id = await createRequestAt(a, 'awaiting-materials')
  const { translation } = await readRequest(vendor, id)
  const assignTo = (person: TestUser | null) =>
    vendor.call(changeTranslation, {
      params: { id: translation._id },
      body: { translator: person && person._id },
    })
  await assignTo(translator)
  const opened = await serving(fixtures)
  const [losing] = await openFor(t, opened, translator)
  await assignTo(null)
  await opened.runJobs()
  await waitForSignal(losing!, 'workrequests', id)
  await assert.rejects(readRequest(translator, id), { status: 404 })
})

test(
  'signals a review session to those who see what it shows, and to nobody else',
  { timeout: 60_000 },
  async (t) => {
    const fixtures = await loadEmbargoFixtures(t, Buffer.from('a film'))
    const { a, b, request, offline } = fixtures
    await setEmbargo(fixtures, EMBARGOED)
    const opened = await serving(fixtures)
    const { studio, territory } = a.people
    const [near, hidden, foreign] = await openFor(t, opened, studio, territory, b.people.studio)
    const member = '1'.repeat(24)
    const state = sessionState({ _id: request, version: { kind: 'offline', _id: offline } })
    const { _id: id } = await studio.call(sessions.startReviewSession, {
      body: { member, ...state },
    })
    await opened.runJobs()
    await waitForSignal(near!, 'reviewsessions', id)

    await studio.call(sessions.leadReviewSession, {
      params: { id },
      body: { member, offered: false, ...sessionState({ _id: request }) },
    })
    await opened.runJobs()
    await waitForSignal(near!, 'reviewsessions', id)
    await waitForSignal(hidden!, 'reviewsessions', id)

    await studio.call(sessions.endReviewSession, { params: { id } })
    await opened.runJobs()
    await waitForSignal(hidden!, 'reviewsessions', id)
    foreign!.close()
    assert.equal(await foreign!.next(), undefined)
  },
)

test('does not repeat the signal while the leader plays', { timeout: 60_000 }, async (t) => {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { a } = fixtures
  const opened = await serving(fixtures)
  const [stream] = await openFor(t, opened, a.people.vendor)
  const member = '1'.repeat(24)
  const state = (seconds: number) => sessionState({ page: 'asset', _id: a.asset._id }, { seconds })
  const { _id: id } = await a.people.studio.call(sessions.startReviewSession, {
    body: { member, ...state(0) },
  })
  for (const seconds of [1, 2, 3])
    await a.people.studio.call(sessions.leadReviewSession, {
      params: { id },
      body: { member, offered: false, ...state(seconds) },
    })
  await opened.runJobs()
  await waitForSignal(stream!, 'reviewsessions', id)
  await end(fixtures, opened)
  assert.deepEqual(await receivedUntilEnd(stream!), [])
})
