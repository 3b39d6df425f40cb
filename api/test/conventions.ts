// What every single record keeps to, whatever it is: tags, conditions, and fields that are not the
// caller's to write.
import assert from 'node:assert/strict'
import { tokenAuth } from './raw-http.ts'
import type { TestUser, Fixtures } from './fixtures.ts'

type Json = Record<string, unknown>

/** Walks through all of it at one address; `change` is a body that changes the record. */
export async function checkRecordConventions(
  { app }: Fixtures,
  person: TestUser,
  path: string,
  change: Json,
): Promise<void> {
  const ask = async (method: 'GET' | 'PUT', body?: Json, headers: Record<string, string> = {}) => {
    const response = await app.fastify.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...tokenAuth(person),
        ...headers,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { payload: JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      tag: String(response.headers.etag),
      body: response.body ? response.json<Json>() : {},
    }
  }
  const first = await ask('GET')
  assert.equal(first.status, 200)
  assert.equal(
    (await ask('GET', undefined, { 'if-none-match': first.tag })).status,
    304,
    'read before and unchanged: nothing again',
  )

  for (const [why, body] of [
    ['what was read can be sent back', first.body],
    ['absent stays', {}],
    ['computed is ignored', { $links: 'x', $anything: [1] }],
  ] as const) {
    assert.deepEqual(await ask('PUT', body), first, why)
  }
  const refused = async (
    why: string,
    body: Json,
    status: number,
    code: string,
    pointer: string,
  ) => {
    const answer = await ask('PUT', { ...change, ...body })
    assert.deepEqual(
      [answer.status, answer.body.code, (answer.body.errors as { pointer: string }[])[0]!.pointer],
      [status, code, pointer],
      why,
    )
    assert.deepEqual(await ask('GET'), first, `${why}, and nothing changed`)
  }
  await refused('created is protected', { created: 1 }, 403, 'field.protected', '/created')
  await refused('another id is a contradiction', { _id: 'f'.repeat(24) }, 422, 'id.differs', '/_id')
  await refused(
    'an unknown field is named',
    { colour: 'red' },
    400,
    'body.unknown-field',
    '/colour',
  )

  assert.equal((await ask('PUT', change, { 'if-match': '"stale"' })).status, 412)
  const changed = await ask('PUT', change, { 'if-match': first.tag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.tag, first.tag)
  assert.deepEqual(
    await ask('GET', undefined, { 'if-none-match': first.tag }),
    changed,
    'the tag of a change is the tag of the record',
  )
  assert.equal((await ask('PUT', first.body, { 'if-match': first.tag })).status, 412)
}
