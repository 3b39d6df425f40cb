// Over real sockets that are really cut.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { events, workrequests } from '@reelay/api/contract'
import { orderWithoutMaterials } from '../../api/test/work-requests.ts'
import { loadFixtures } from '../../api/test/fixtures.ts'
import { createClient, Refusal } from './client.ts'

test('who listens hears every event once, in order, also over a cut', async (t) => {
  const {
    a,
    app: { fastify },
    runJobs,
  } = await loadFixtures(t)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api`
  const { email, token } = a.people.vendor
  const leaving = new AbortController()
  const heard: string[] = []
  const states: string[] = []
  const listening = (async () => {
    for await (const message of createClient({ baseUrl, credential: { email, token } }).listen(
      events.streamEvents,
      { signal: leaving.signal },
    )) {
      states.push(message.about)
      if (message.about === 'connected' && states.length === 1) await order()
      if (message.about === 'message') heard.push(message.id)
      if (heard.length === 2 && states.filter((about) => about === 'connected').length === 1) {
        fastify.server.closeAllConnections()
        await order()
      }
      if (heard.length === 4) leaving.abort()
    }
  })()
  async function order() {
    await a.people.territory.call(workrequests.createWorkRequest, {
      body: orderWithoutMaterials(a, { status: 'submitted' }),
    })
    await runJobs()
  }
  await listening
  const { items } = await a.people.vendor.call(events.listEvents)
  assert.deepEqual(heard.toSorted(), items.map(({ _id }) => _id).toSorted())
  assert.equal(states.filter((about) => about === 'connected').length, 2)
})

test('who had heard nothing before a cut is told that something may be missing', async (t) => {
  const {
    a: {
      people: {
        vendor: { email, token },
      },
    },
    app: { fastify },
  } = await loadFixtures(t)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const leaving = new AbortController()
  const said: string[] = []
  for await (const { about } of createClient({
    baseUrl: `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api`,
    credential: { email, token },
  }).listen(events.streamEvents, { signal: leaving.signal })) {
    said.push(about)
    if (said.length === 1) fastify.server.closeAllConnections()
    if (about === 'reset') leaving.abort()
  }
  assert.deepEqual(said, ['connected', 'connected', 'reset'])
})

test('who is not let in is told, and does not knock for ever', async (t) => {
  const {
    app: { fastify },
  } = await loadFixtures(t)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api`,
    credential: { email: 'nobody@salt.example', token: 'none' },
  })
  await assert.rejects(
    client.listen(events.streamEvents, { signal: new AbortController().signal }).next(),
    (error) => error instanceof Refusal && error.status === 401,
  )
})
