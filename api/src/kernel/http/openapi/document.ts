import { setImmediate } from 'node:timers/promises'
import type { TObject, TSchema } from 'typebox'
import packageJson from '../../../../package.json' with { type: 'json' }
import type { Endpoint } from '../contract/endpoint.ts'
import { createComponents } from './components.ts'
import { exampleOf } from './example.ts'
import { operationIdOf, type PublicNames } from './names.ts'

const DESCRIPTION = [
  'Media assets and localization work requests for film and TV studios.',
  'Sign in with GET /session and your password; then send your email and `token-<token>` as Basic credentials.',
  '[The guide](/docs/guide) explains how to use the API, [problems](/docs/guide/reference/problems) lists all errors.',
].join(' ')

type Components = ReturnType<typeof createComponents>

/**
 * Generates the OpenAPI document from the endpoint declarations. It takes 0.1 s or more, so other
 * requests are answered in between.
 */
export async function openapiOf(
  endpoints: readonly Endpoint[],
  { publicUrl, names }: { publicUrl: string; names: PublicNames },
) {
  const components = createComponents(names.schemas)
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    await setImmediate()
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(endpoint, operationIdOf(endpoint, names), components)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelay',
      version: packageJson.version,
      description: DESCRIPTION,
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    externalDocs: { url: `${publicUrl}/docs/guide`, description: 'The guide' },
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ basic: [] }],
    tags: [...new Set(endpoints.map(tagOf))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        basic: { type: 'http', scheme: 'basic' },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The SCIM token of a studio',
        },
        shareToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of an opened share, from POST /s/{code}/open',
        },
        signedUrl: {
          type: 'apiKey',
          in: 'query',
          name: 'signature',
          description: 'A URL that the service has signed. Use it unchanged, without Authorization',
        },
      },
      schemas: { ...components.schemas, Problem },
      responses: {
        Problem: {
          description: 'An error. `code` is stable, `detail` says what to do',
          content: {
            'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
    paths,
  }
}

const tagOf = ({ path }: Endpoint) => path.split('/')[1]!

const Problem = {
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'code', 'requestId'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    code: { type: 'string' },
    requestId: { type: 'string' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { pointer: { type: 'string' }, message: { type: 'string' } },
      },
    },
  },
}

const CONTENT: Record<string, string> = {
  out: 'application/octet-stream',
  live: 'text/event-stream',
}

function operationOf(endpoint: Endpoint, operationId: string, { convert }: Components) {
  const { summary, body, bytes } = endpoint
  return {
    operationId,
    tags: [tagOf(endpoint)],
    summary,
    ...describeAccess(endpoint),
    parameters: parametersOf(endpoint, convert),
    ...(body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: convert(body, `${capitalized(operationId)}Body`),
            example: exampleOf(body),
          },
        },
      },
    }),
    ...(bytes === 'in' && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      200: successOf(endpoint, convert, `${capitalized(operationId)}Reply`),
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function describeAccess({ access, bytes }: Endpoint) {
  if (access === 'anyone') return { description: 'Needs no Authorization.', security: [] }
  if (access === 'bearer') return { security: [{ bearer: [] }] }
  if (access === 'share')
    return { security: [{ shareToken: [] }, ...(bytes === 'out' ? [{ signedUrl: [] }] : [])] }
  if (access === 'signed-link') return { security: [{ basic: [] }, { signedUrl: [] }] }
  return access.includes('.') ? { description: `Needs the permission \`${access}\`.` } : {}
}

function successOf(
  { reply, list, bytes, csv }: Endpoint,
  convert: Components['convert'],
  name: string,
) {
  const schema = convert(reply, name)
  return {
    description: 'Success',
    ...(!bytes && { headers: list ? LIST_HEADERS : RECORD_HEADERS }),
    content: {
      [CONTENT[bytes ?? ''] ?? 'application/json']: {
        schema: list ? { type: 'array', items: schema } : schema,
      },
      ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
    },
  }
}

const LIST_HEADERS = {
  'Content-Range': {
    description:
      'The positions in the list and the total: resources 0-9/42. The total is * if the list is longer than the service counts, and for a page after a cursor',
    schema: { type: 'string' },
  },
  Link: {
    description: 'The URL of the next page, with rel="next". Absent on the last page',
    schema: { type: 'string' },
  },
}
const RECORD_HEADERS = {
  ETag: { description: 'The version of the record, for If-Match', schema: { type: 'string' } },
}

const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function parametersOf(
  { method, params, query, headers, list, bytes }: Endpoint,
  convert: Components['convert'],
) {
  return [
    ...parametersIn('path', params, convert),
    ...parametersIn('query', query, convert),
    ...Object.entries(headers ?? {}).map(([name, description]) => ({
      name,
      in: 'header',
      description,
      schema: { type: 'string' },
    })),
    ...(list ? [AFTER, X_RANGE] : []),
    ...(method === 'POST' && !bytes ? [IDEMPOTENCY_KEY] : []),
    ...(method === 'PUT' || method === 'DELETE' ? [IF_MATCH] : []),
  ]
}

const AFTER = {
  name: 'after',
  in: 'query',
  description:
    'The cursor in the Link header of a page with the same filters and order. X-Range then counts from it',
  schema: { type: 'string' },
}
const X_RANGE = {
  name: 'X-Range',
  in: 'header',
  description: 'resources=<first>-<last>, both inclusive',
  schema: { type: 'string', default: 'resources=0-9' },
}
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description:
    'A request with the same key and body within a day returns the same response and changes nothing',
  schema: { type: 'string' },
}
const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag that you read. If the record has changed since, the response is 412',
  schema: { type: 'string' },
}

function parametersIn(
  where: 'path' | 'query',
  object: TObject | undefined,
  convert: Components['convert'],
) {
  const required = new Set<string>((object?.required as string[] | undefined) ?? [])
  return Object.entries<TSchema>(object?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema: convert(schema),
  }))
}
