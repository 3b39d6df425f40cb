import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connectFaulty } from '../test/faulty-connection.ts'
import { api } from './api.ts'

test('offers every endpoint as a function with its own name', async (t) => {
  const { admin, requests, a, clientOf } = await connectFaulty(t)
  const reelay = api(clientOf(admin))
  const project = await reelay.projects.createProject({
    body: { name: 'Almanac', studio: a.studio._id },
  })
  assert.equal((await reelay.projects.getProject({ params: { id: project.slug } })).name, 'Almanac')
  const script = await reelay.scripts.createScript({
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  assert.deepEqual(await reelay.scripts.scriptLines.list({ params: { id: script._id } }), [])
  assert.deepEqual(
    requests.map(({ method, path }) => `${method} ${path}`),
    [
      'POST /projects',
      `GET /projects/${project.slug}`,
      'POST /scripts',
      `GET /scripts/${script._id}/lines`,
    ],
  )
})

test('returns a page when awaited and the whole list when iterated', async (t) => {
  const { admin, requests, clientOf } = await connectFaulty(t)
  const { users } = api(clientOf(admin))
  const page = users.listUsers({ query: { order: 'name' } })
  assert.equal(requests.length, 0, 'no request before it is awaited')
  const { items, total } = await page
  assert.deepEqual([items.length, total! > items.length], [10, true])
  assert.equal((await Array.fromAsync(users.listUsers({ query: { order: 'name' } }))).length, total)
})

test('listens to live endpoints', async (t) => {
  const { admin, clientOf } = await connectFaulty(t)
  const controller = new AbortController()
  for await (const { type } of api(clientOf(admin)).events.streamEvents({
    signal: controller.signal,
  })) {
    assert.equal(type, 'connected')
    controller.abort()
  }
})
