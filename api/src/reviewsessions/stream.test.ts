// Over real sockets. Two test apps on one database are two nodes.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test, type TestContext } from 'node:test'
import { EMBARGOED, loadEmbargoFixtures, setEmbargo } from '../../test/embargo-fixtures.ts'
import { openEventStream, type StreamReader } from '../../test/event-stream.ts'
import { OWN_SERVICE, loadFixtures, type TestUser } from '../../test/fixtures.ts'
import { sessionState } from '../../test/review-sessions.ts'
import { createTestApp } from '../../test/test-app.ts'
import type { App } from '../kernel/http/app.ts'
import { closeSession } from '../sessions/contract.ts'
import * as contract from './contract.ts'

const [LEADER, OTHER] = ['1'.repeat(24), '2'.repeat(24)]

async function serving({ fastify }: App): Promise<number> {
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  return (fastify.server.address() as AddressInfo).port
}

const open = (port: number, person: TestUser, id: string) =>
  openEventStream(port, person, undefined, `/reviewsessions/${id}/stream`)

/** Undefined when the session has ended. */
async function nextSession(stream: StreamReader): Promise<contract.ReviewSession | undefined> {
  const message = await stream.next()
  if (message?.event !== 'ended') return message?.data as contract.ReviewSession
  assert.equal(await stream.next(), undefined)
  return undefined
}

async function startSession(t: TestContext) {
  const fixtures = await loadFixtures(t, OWN_SERVICE)
  const { a } = fixtures
  const { studio } = a.people
  const state = (seconds: number) => sessionState({ page: 'asset', _id: a.asset._id }, { seconds })
  const { _id: id } = await studio.call(contract.startReviewSession, {
    body: { member: LEADER, ...state(0) },
  })
  const lead = (seconds: number) =>
    studio.call(contract.leadReviewSession, {
      params: { id },
      body: { member: LEADER, offered: false, ...state(seconds) },
    })
  return { ...fixtures, port: await serving(fixtures.app), id, lead }
}

test('streams what the leader does to members on several nodes', async (t) => {
  const { a, url, port, id, lead } = await startSession(t)
  const other = await createTestApp(url)
  t.after(() => other.close())
  const streams = [
    await open(port, a.people.vendor, id),
    await open(await serving(other.app), a.people.vendor, id),
  ]
  for (const stream of streams) assert.equal((await nextSession(stream))!.playback.seconds, 0)
  for (const seconds of [4.5, 9]) {
    await lead(seconds)
    for (const stream of streams)
      assert.equal((await nextSession(stream))!.playback.seconds, seconds)
  }
  await a.people.vendor.call(contract.joinReviewSession, {
    params: { id },
    body: { member: OTHER, state: 'following' },
  })
  for (const stream of streams) assert.equal((await nextSession(stream))!.members.length, 2)
  await a.people.studio.call(contract.endReviewSession, { params: { id } })
  for (const stream of streams) assert.equal(await nextSession(stream), undefined, 'it ended')
})

test('ends the stream of a revoked token before the next message', async (t) => {
  const { a, port, id, lead, signIn } = await startSession(t)
  const second: TestUser = await signIn(a.people.vendor.email)
  const stream = await open(port, second, id)
  await nextSession(stream)
  await second.call(closeSession)
  await lead(3)
  assert.equal(await nextSession(stream), undefined)
  assert.equal((await open(port, second, id)).status, 401)
})

test('ends the stream when an embargo hides the film, also while it is paused', async (t) => {
  const fixtures = await loadEmbargoFixtures(t, Buffer.from('a film'))
  const { a, request, offline } = fixtures
  const { _id: id } = await a.people.studio.call(contract.startReviewSession, {
    body: {
      member: LEADER,
      ...sessionState({ _id: request, version: { kind: 'offline', _id: offline } }),
    },
  })
  const port = await serving(fixtures.app)
  const stream = await open(port, a.people.territory, id)
  await nextSession(stream)
  await setEmbargo(fixtures, EMBARGOED)
  assert.equal(await nextSession(stream), undefined)
  assert.equal((await open(port, a.people.territory, id)).status, 404)
})

test('a foreign or unknown session has no stream', async (t) => {
  const { b, port, id } = await startSession(t)
  for (const session of [id, 'f'.repeat(24)])
    assert.equal((await open(port, b.people.studio, session)).status, 404)
})
