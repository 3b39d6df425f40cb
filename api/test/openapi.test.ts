// The OpenAPI document of the whole service.
import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { TSchema } from 'typebox'
import { exampleOf } from '../src/kernel/http/openapi/example.ts'
import { systemRoutes } from '../src/kernel/http/system-routes.ts'
import { validatorOf } from '../src/kernel/http/validator.ts'
import { nameOf } from './call-route.ts'
import { OWN_SERVICE, loadFixtures } from './fixtures.ts'

type Operation = {
  operationId: string
  security?: Record<string, unknown>[]
  parameters: { name: string; in: string; description?: string }[]
  requestBody?: { content: Record<string, { schema: { $ref?: string }; example?: unknown }> }
  responses: Record<
    string,
    { headers?: object; content: Record<string, { schema: { $ref?: string } }> }
  >
}
type Document = {
  openapi: string
  components: {
    schemas: Record<string, { examples?: unknown[] }>
    securitySchemes: Record<string, { type: string; scheme?: string }>
  }
  paths: Record<string, Record<string, Operation>>
}

async function read(t: TestContext) {
  const { app } = await loadFixtures(t, OWN_SERVICE)
  await systemRoutes(app, { draining: false })
  const text = (await app.fastify.inject({ url: '/openapi.json' })).body
  return { app, document: JSON.parse(text) as Document }
}

test('names the schemas of records, and refers to them', async (t) => {
  const { document } = await read(t)
  const { schemas } = document.components
  for (const name of ['WorkRequest', 'Asset', 'User', 'File', 'Preview', 'Translation', 'Event'])
    assert.ok(schemas[name], name)
  const { get } = document.paths['/assets/{id}']!
  assert.deepEqual(get!.responses['200']!.content['application/json']!.schema, {
    $ref: '#/components/schemas/Asset',
  })
  const { post } = document.paths['/workrequests']!
  assert.deepEqual(post!.requestBody!.content['application/json']!.schema, {
    $ref: '#/components/schemas/NewWorkRequestBody',
  })
})

test('names operations with letters and digits only', async (t) => {
  const { document } = await read(t)
  const ids = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  )
  for (const id of ids) assert.match(id, /^[a-z][A-Za-z0-9]+$/)
  for (const id of ['listAssets', 'getAsset', 'createWorkRequest', 'scimGetUser', 'getUser'])
    assert.ok(ids.includes(id), id)
})

test('writes tuples as OpenAPI 3.1 does, and no keyword of our own', async (t) => {
  const { document } = await read(t)
  const keywords = new Set<string>()
  const visit = (value: unknown) => {
    if (value === null || typeof value !== 'object') return
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'example' || key === 'examples') continue
      keywords.add(`${key} ${Array.isArray(inner) ? 'list' : typeof inner}`)
      visit(inner)
    }
  }
  visit(document)
  assert.ok(keywords.has('prefixItems list'))
  for (const wrong of ['items list', 'additionalItems boolean', 'maxBytes number', 'values list'])
    assert.ok(!keywords.has(wrong), wrong)
})

test('documents the cursor of every list', async (t) => {
  const { app, document } = await read(t)
  const lists = app.endpoints.filter(({ list }) => list)
  assert.ok(lists.length > 30)
  for (const { path, method } of lists) {
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    assert.deepEqual(
      operation.parameters.filter(({ name }) => /^(after|X-Range)$/.test(name)).length,
      2,
      path,
    )
    assert.deepEqual(Object.keys(operation.responses['200']!.headers!), ['Content-Range', 'Link'])
  }
})

test('documents the headers of GET /session', async (t) => {
  const { document } = await read(t)
  const headers = document.paths['/session']!.get!.parameters.filter(
    (parameter) => parameter.in === 'header',
  )
  assert.deepEqual(
    headers.map(({ name }) => name),
    ['X-Range', 'X-OTP'],
  )
  for (const { description } of headers) assert.match(description!, /^With a (token|password): /)
})

test('gives a valid example for every body and every named record', async (t) => {
  const { app, document } = await read(t)
  for (const endpoint of app.endpoints)
    for (const schema of [endpoint.body, endpoint.reply] as (TSchema | undefined)[]) {
      if (!schema || endpoint.bytes) continue
      const example = exampleOf(schema)
      const validator = validatorOf(schema)
      assert.ok(
        validator.Check(example),
        `${nameOf(endpoint)}: ${JSON.stringify(validator.Errors(example).slice(0, 2))}`,
      )
    }
  assert.ok(document.components.schemas.WorkRequest!.examples!.length)
  const { put } = document.paths['/assets/{id}']!
  assert.ok(put!.requestBody!.content['application/json']!.example)
})

test('describes the share token and the signed URLs', async (t) => {
  const { document } = await read(t)
  const { securitySchemes } = document.components
  assert.equal(securitySchemes.shareToken?.scheme, 'bearer')
  assert.equal(securitySchemes.signedUrl?.type, 'apiKey')
  const securityOf = (path: string, method = 'get') =>
    document.paths[path]![method]!.security?.flatMap((scheme) => Object.keys(scheme))
  assert.deepEqual(securityOf('/s/{code}'), [], 'the code is the credential')
  assert.deepEqual(securityOf('/s/{code}/open', 'post'), [])
  assert.deepEqual(securityOf('/shared'), ['shareToken'])
  assert.deepEqual(securityOf('/shared/decision', 'put'), ['shareToken'])
  assert.deepEqual(securityOf('/shared/{id}/file'), ['shareToken', 'signedUrl'])
  assert.deepEqual(securityOf('/previews/{id}/content'), ['basic', 'signedUrl'])
  for (const methods of Object.values(document.paths))
    for (const { security = [] } of Object.values(methods))
      for (const name of security.flatMap((scheme) => Object.keys(scheme)))
        assert.ok(securitySchemes[name], name)
})
