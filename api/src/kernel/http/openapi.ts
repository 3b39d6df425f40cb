import type { TObject, TSchema } from 'typebox'
import packageJson from '../../../package.json' with { type: 'json' }
import type { Endpoint } from './contract/endpoint.ts'

const DESCRIPTION = [
  'Media assets and localization work requests for film and TV studios.',
  'Sign in with GET /session and your password; then send your email and `token-<token>` as Basic credentials.',
  '[The guide](/docs/guide) explains how to use the API, [problems](/docs/guide/reference/problems) lists all errors.',
].join(' ')

/** Generates the OpenAPI document from the endpoint declarations. */
export function openapiOf(endpoints: readonly Endpoint[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Reelay',
      version: packageJson.version,
      description: DESCRIPTION,
    },
    externalDocs: { url: `${publicUrl}/docs/guide`, description: 'The guide' },
    servers: [{ url: `${publicUrl}/api` }],
    security: [{ basic: [] }],
    components: {
      securitySchemes: { basic: { type: 'http', scheme: 'basic' } },
      schemas: { Problem },
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

function operationOf(endpoint: Endpoint) {
  const { method, path, summary, access, body, bytes, reply, list, csv } = endpoint
  const tag = path.split('/')[1]!
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[/:_](\w)/g, (_match, letter: string) => letter.toUpperCase())}`,
    tags: [tag],
    summary,
    description:
      access === 'anyone'
        ? 'Needs no Authorization.'
        : access.includes('.')
          ? `Needs the permission \`${access}\`.`
          : undefined,
    ...(access === 'anyone' && { security: [] }),
    parameters: parametersOf(endpoint),
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: body } } },
    }),
    ...(bytes === 'in' && {
      requestBody: {
        required: true,
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
    }),
    responses: {
      200: {
        description: 'Success',
        content: {
          [CONTENT[bytes ?? ''] ?? 'application/json']: {
            schema: list ? { type: 'array', items: reply } : reply,
          },
          ...(csv && { 'text/csv': { schema: { type: 'string' } } }),
        },
      },
      default: { $ref: '#/components/responses/Problem' },
    },
  }
}

function parametersOf({ method, params, query, list, bytes }: Endpoint) {
  return [
    ...parametersIn('path', params),
    ...parametersIn('query', query),
    ...(list ? [X_RANGE] : []),
    ...(method === 'POST' && !bytes ? [IDEMPOTENCY_KEY] : []),
    ...(method === 'PUT' ? [IF_MATCH] : []),
  ]
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

function parametersIn(where: 'path' | 'query', object: TObject | undefined) {
  const required = new Set<string>((object?.required as string[] | undefined) ?? [])
  return Object.entries<TSchema>(object?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || required.has(name),
    schema,
  }))
}
