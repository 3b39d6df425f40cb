import assert from 'node:assert/strict'
import { test } from 'node:test'
import { line } from '../test/faulty-connection.ts'
import { api } from './api.ts'

test('every endpoint is a function under its own name', async (t) => {
  const { admin, sent, a, clientOf } = await line(t)
  const reelay = api(clientOf(admin))
  const made = await reelay.projects.createProject({
    body: { name: 'Almanac', studio: a.studio._id },
  })
  assert.equal((await reelay.projects.getProject({ params: { id: made.slug } })).name, 'Almanac')
  const script = await reelay.scripts.createScript({
    body: { asset: a.asset._id, part: 'dialogue', language: 'eng' },
  })
  assert.deepEqual(await reelay.scripts.scriptLines.list({ params: { id: script._id } }), [])
  assert.deepEqual(
    sent.map(({ method, path }) => `${method} ${path}`),
    [
      'POST /projects',
      `GET /projects/${made.slug}`,
      'POST /scripts',
      `GET /scripts/${script._id}/lines`,
    ],
  )
})

test('a list is a page when it is awaited, and all of it when it is walked through', async (t) => {
  const { admin, sent, clientOf } = await line(t)
  const { users } = api(clientOf(admin))
  const people = users.listUsers({ query: { order: 'name' } })
  assert.equal(sent.length, 0, 'nothing is asked before')
  const { items, total } = await people
  assert.deepEqual([items.length, total > items.length], [10, true])
  assert.equal((await Array.fromAsync(users.listUsers({ query: { order: 'name' } }))).length, total)
})

test('what lives is listened to', async (t) => {
  const { admin, clientOf } = await line(t)
  const leaving = new AbortController()
  for await (const { about } of api(clientOf(admin)).events.streamEvents({
    signal: leaving.signal,
  })) {
    assert.equal(about, 'connected')
    leaving.abort()
  }
})
