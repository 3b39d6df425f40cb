// Runs over real sockets that are really closed.
import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { events, workrequests } from '@reelay/api/contract'
import { orderWithoutMaterials } from '../../api/test/work-requests.ts'
import { OWN_SERVICE, loadFixtures } from '../../api/test/fixtures.ts'
import { createClient, ApiError } from './client.ts'

test('yields every event once, in order, across a reconnect', async (t) => {
  const {
    a,
    app: { fastify },
    runJobs,
  } = await loadFixtures(t, OWN_SERVICE)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const baseUrl = `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api`
  const { email, token } = a.people.vendor
  const controller = new AbortController()
  const ids: string[] = []
  const states: string[] = []
  const listening = (async () => {
    for await (const message of createClient({ baseUrl, credential: { email, token } }).listen(
      events.streamEvents,
      { signal: controller.signal },
    )) {
      states.push(message.type)
      if (message.type === 'connected' && states.length === 1) await order()
      if (message.type === 'message') ids.push(message.id)
      if (ids.length === 2 && states.filter((type) => type === 'connected').length === 1) {
        fastify.server.closeAllConnections()
        await order()
      }
      if (ids.length === 4) controller.abort()
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
  assert.deepEqual(ids.toSorted(), items.map(({ _id }) => _id).toSorted())
  assert.equal(states.filter((type) => type === 'connected').length, 2)
})

test('yields a reset when it reconnects without a last event id', async (t) => {
  const {
    a: {
      people: {
        vendor: { email, token },
      },
    },
    app: { fastify },
  } = await loadFixtures(t, OWN_SERVICE)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const controller = new AbortController()
  const types: string[] = []
  for await (const { type } of createClient({
    baseUrl: `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api`,
    credential: { email, token },
  }).listen(events.streamEvents, { signal: controller.signal })) {
    types.push(type)
    if (types.length === 1) fastify.server.closeAllConnections()
    if (type === 'reset') controller.abort()
  }
  assert.deepEqual(types, ['connected', 'connected', 'reset'])
})

test('throws when the service rejects the listener', async (t) => {
  const {
    app: { fastify },
  } = await loadFixtures(t, OWN_SERVICE)
  await fastify.listen({ port: 0, host: '127.0.0.1' })
  const client = createClient({
    baseUrl: `http://127.0.0.1:${(fastify.server.address() as AddressInfo).port}/api`,
    credential: { email: 'nobody@salt.example', token: 'none' },
  })
  await assert.rejects(
    client.listen(events.streamEvents, { signal: new AbortController().signal }).next(),
    (error) => error instanceof ApiError && error.status === 401,
  )
})
