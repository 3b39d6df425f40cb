// Every declared endpoint refuses what it does not know, and says so in words.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TObject, TSchema } from 'typebox'
import type { Endpoint } from '../src/kernel/http/contract/endpoint.ts'
import { exampleOf } from '../src/kernel/http/openapi/example.ts'
import { findSchemaErrors } from '../src/kernel/http/schema-errors.ts'
import { validatorOf } from '../src/kernel/http/validator.ts'
import { nameOf } from './call-route.ts'
import { loadFixtures, type Fixtures } from './fixtures.ts'

/** SCIM clients and identity providers choose the parameters themselves. */
const isOpen = ({ query }: Endpoint) =>
  (query as { additionalProperties?: boolean } | undefined)?.additionalProperties === true

async function request({ app, admin }: Fixtures, endpoint: Endpoint, query: string) {
  const params: Record<string, TSchema> = endpoint.params?.properties ?? {}
  const path = endpoint.path.replace(/:(\w+)/g, (_param, name: string) =>
    String(exampleOf(params[name]!, name)),
  )
  const response = await app.fastify.inject({
    method: endpoint.method,
    url: `/api${path}?${query}`,
    headers: { authorization: `Basic ${btoa(`${admin.email}:token-${admin.token}`)}` },
  })
  const { code, errors } = response.json<{
    code?: string
    errors?: { pointer: string; message: string }[]
  }>()
  return { status: response.statusCode, code, errors }
}

test('refuses an unknown query parameter on every route', async (t) => {
  const fixtures = await loadFixtures(t)
  const endpoints = fixtures.app.endpoints.filter(
    (endpoint) =>
      // The response to HEAD has no body, and only an opened link reaches the routes of a share.
      !isOpen(endpoint) && endpoint.method !== 'HEAD' && endpoint.access !== 'share',
  )
  assert.ok(endpoints.length > 200, String(endpoints.length))
  for (const endpoint of endpoints) {
    const { status, code, errors } = await request(fixtures, endpoint, 'nonsense=1')
    assert.deepEqual([status, code], [400, 'query.unknown-field'], nameOf(endpoint))
    assert.deepEqual(
      errors,
      [{ pointer: '/nonsense', message: 'is not a parameter of this request' }],
      nameOf(endpoint),
    )
  }
})

test('refuses an unknown value of every enumerated filter', async (t) => {
  const fixtures = await loadFixtures(t)
  const filters = fixtures.app.endpoints.flatMap((endpoint) =>
    Object.entries<TSchema>(endpoint.query?.properties ?? {})
      .filter(([, schema]) => 'enum' in schema || 'values' in schema)
      .map(([name]) => ({ endpoint, name })),
  )
  for (const name of [
    'GET /workrequests status',
    'GET /translations status',
    'GET /events type',
    'GET /notifications type',
    'GET /users role',
    'GET /projects status',
  ])
    assert.ok(
      filters.some((filter) => `${nameOf(filter.endpoint)} ${filter.name}` === name),
      name,
    )
  for (const { endpoint, name } of filters) {
    const { status, code, errors } = await request(fixtures, endpoint, `${name}=nonsense`)
    const label = `${nameOf(endpoint)} ${name}`
    assert.deepEqual([status, code], [400, 'query.unknown-value'], label)
    const error = errors!.find(({ pointer }) => pointer === `/${name}`)
    assert.match(error!.message, /^must be one (or more )?of /, label)
  }
})

const WRONG = [null, true, 'x', '', -1, 1.5, 1e15, [], ['x'], [5], {}, { x: 1 }, 'x'.repeat(30_000)]
const TECHNICAL = /oneOf|anyOf|allOf|pattern|must match|schema|\^|\\/i

test('names each invalid field once, in words', async (t) => {
  const { app } = await loadFixtures(t)
  let errors = 0
  for (const endpoint of app.endpoints) {
    for (const schema of [endpoint.body, endpoint.query, endpoint.params])
      for (const [place, field] of fieldsOf(schema))
        for (const value of WRONG) {
          if (validatorOf(field).Check(value)) continue
          const { invalid, unknown } = findSchemaErrors(field, value)
          const label = `${nameOf(endpoint)} ${place}: ${JSON.stringify(value).slice(0, 50)}`
          const pointers = [...invalid, ...unknown].map(({ pointer }) => pointer)
          assert.equal(new Set(pointers).size, pointers.length, label)
          for (const { message } of invalid) {
            errors += 1
            assert.doesNotMatch(message, TECHNICAL, `${label}: ${message}`)
            assert.doesNotMatch(message, /must be valid|undefined/, `${label}: ${message}`)
          }
        }
  }
  assert.ok(errors > 5_000, String(errors))
})

/** The fields of a schema at every level. */
function fieldsOf(schema: TSchema | undefined, place = ''): [string, TSchema][] {
  const {
    properties = {},
    items,
    anyOf = [],
  } = (schema ?? {}) as Partial<TObject> & {
    items?: TSchema
    anyOf?: TSchema[]
  }
  return [
    ...(schema ? [[place, schema] as [string, TSchema]] : []),
    ...Object.entries<TSchema>(properties).flatMap(([name, field]) =>
      fieldsOf(field, `${place}/${name}`),
    ),
    ...anyOf.flatMap((branch) => fieldsOf(branch, place)),
    ...(items && !Array.isArray(items) ? fieldsOf(items, `${place}/0`) : []),
  ]
}
