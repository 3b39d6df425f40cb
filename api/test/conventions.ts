// What holds for every record: ETags, conditional requests and read-only fields.
import assert from 'node:assert/strict'
import { tokenAuth } from './raw-http.ts'
import type { TestUser, Fixtures } from './fixtures.ts'

type Json = Record<string, unknown>

/** Checks all conventions at one path. `change` is a body that changes the record. */
export async function checkRecordConventions(
  { app }: Fixtures,
  person: TestUser,
  path: string,
  change: Json,
): Promise<void> {
  const request = async (
    method: 'GET' | 'PUT',
    body?: Json,
    headers: Record<string, string> = {},
  ) => {
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
  const first = await request('GET')
  assert.equal(first.status, 200)
  assert.equal(
    (await request('GET', undefined, { 'if-none-match': first.tag })).status,
    304,
    '304 for an unchanged record',
  )

  for (const [message, body] of [
    ['accepts the record as it was read', first.body],
    ['keeps absent fields', {}],
    ['ignores computed fields', { $links: 'x', $anything: [1] }],
  ] as const) {
    assert.deepEqual(await request('PUT', body), first, message)
  }
  const expectRejected = async (
    message: string,
    body: Json,
    status: number,
    code: string,
    pointer: string,
  ) => {
    const response = await request('PUT', { ...change, ...body })
    assert.deepEqual(
      [
        response.status,
        response.body.code,
        (response.body.errors as { pointer: string }[])[0]!.pointer,
      ],
      [status, code, pointer],
      message,
    )
    assert.deepEqual(await request('GET'), first, `${message}: nothing changed`)
  }
  await expectRejected(
    'rejects a change of created',
    { created: 1 },
    403,
    'field.protected',
    '/created',
  )
  await expectRejected('rejects another id', { _id: 'f'.repeat(24) }, 422, 'id.mismatch', '/_id')
  await expectRejected(
    'names an unknown field',
    { colour: 'red' },
    400,
    'body.unknown-field',
    '/colour',
  )

  assert.equal((await request('PUT', change, { 'if-match': '"stale"' })).status, 412)
  const changed = await request('PUT', change, { 'if-match': first.tag })
  assert.equal(changed.status, 200)
  assert.notEqual(changed.tag, first.tag)
  assert.deepEqual(
    await request('GET', undefined, { 'if-none-match': first.tag }),
    changed,
    'the ETag of a change is the ETag of the record',
  )
  assert.equal((await request('PUT', first.body, { 'if-match': first.tag })).status, 412)
}
