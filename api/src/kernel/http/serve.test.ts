import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { tokenAuth } from '../../../test/raw-http.ts'
import { OWN_SERVICE, loadFixtures } from '../../../test/fixtures.ts'
import { endpoint } from './contract/endpoint.ts'
import { Id, StrictPartial, StrictObject } from './contract/schema.ts'
import { serve } from './serve.ts'

const reply = StrictObject({ name: Type.String() })
const reel = endpoint({
  method: 'GET',
  path: '/reels',
  access: 'signed-in',
  summary: 'Read a reel',
  reply,
})

test('rejects a route without declared access', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  assert.throws(
    () => serve(app, { ...reel, access: undefined as never }, async () => ({ name: 'x' })),
    /does not declare its access/,
  )
})

test('rejects an undeclared reply in tests', async (t) => {
  const { app, admin } = await loadFixtures(t, OWN_SERVICE)
  serve(app, reel, async () => ({ name: 'x', password: 'y' }))
  assert.equal(
    (await app.fastify.inject({ url: '/api/reels', headers: tokenAuth(admin) })).statusCode,
    500,
  )
})

test('checks the permission before anything else', async (t) => {
  const { app, admin, a } = await loadFixtures(t, OWN_SERVICE)
  let calls = 0
  serve(app, endpoint({ ...reel, access: 'event.write' }), async () => {
    calls++
    return { name: 'x' }
  })
  const get = async (person: { email: string; token: string }) =>
    (await app.fastify.inject({ url: '/api/reels', headers: tokenAuth(person) })).statusCode
  assert.deepEqual([await get(a.people.studio), calls], [403, 0])
  assert.deepEqual([await get(a.people.service), await get(admin), calls], [200, 200, 2])
})

test('has no caller for access `anyone`', async (t) => {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  const seen: unknown[] = []
  serve(app, endpoint({ ...reel, access: 'anyone' }), async ({ person }) => {
    seen.push(person)
    return { name: 'x' }
  })
  assert.equal((await app.fastify.inject({ url: '/api/reels' })).statusCode, 200)
  assert.deepEqual(seen, [null])
})

test('limits the body to the size that the endpoint declares', async (t) => {
  const { app, admin } = await loadFixtures(t, OWN_SERVICE)
  const body = StrictObject({ text: Type.String() })
  for (const [path, limit] of [
    ['/small', 100],
    ['/large', 3_000_000],
  ] as const)
    serve(
      app,
      endpoint({ method: 'POST', path, access: 'signed-in', summary: 'x', body, reply, limit }),
      async () => ({ name: 'x' }),
    )
  const post = async (path: string, length: number) =>
    (
      await app.fastify.inject({
        method: 'POST',
        url: `/api${path}`,
        headers: { ...tokenAuth(admin), 'content-type': 'application/json' },
        payload: JSON.stringify({ text: 'x'.repeat(length) }),
      })
    ).statusCode
  assert.deepEqual(
    [
      await post('/small', 50),
      await post('/small', 150),
      await post('/large', 2_000_000),
      await post('/large', 4_000_000),
    ],
    [200, 413, 200, 413],
  )
})

test('computes the ETag from the stored record and replies with the derived one', async (t) => {
  const { app, admin } = await loadFixtures(t, OWN_SERVICE)
  const Reel = StrictObject({
    _id: Id,
    name: Type.String(),
    length: Type.Integer(),
    $links: StrictObject({ self: Type.String() }),
  })
  const record = { _id: 'a'.repeat(24), name: 'one', length: 5 }
  serve(
    app,
    endpoint({
      method: 'PUT',
      path: '/reels',
      access: 'signed-in',
      summary: 'x',
      body: StrictPartial(StrictObject({ name: Type.String() })),
      record: Reel,
      reply: Reel,
    }),
    async ({ checkPreconditions, body }) => {
      checkPreconditions(record)
      return { ...record, ...body }
    },
    (record, { host }) => ({ ...record, $links: { self: `//${host}/api/reels/${record._id}` } }),
  )
  const put = (body: object) =>
    app.fastify.inject({
      method: 'PUT',
      url: '/api/reels',
      headers: { ...tokenAuth(admin), 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
  assert.deepEqual((await put({ name: 'two', length: 5, $links: 'x' })).json(), {
    _id: record._id,
    name: 'two',
    length: 5,
    $links: { self: `//reelay.test/api/reels/${record._id}` },
  })
  assert.equal((await put({ length: 6 })).statusCode, 403)
})
