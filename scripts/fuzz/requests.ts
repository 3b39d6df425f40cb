// Builds requests for the operations of the OpenAPI document: some valid, some broken in one way.
import type { Random } from '../tools/random.ts'
import { hostileValue, mutate, validValue, type FuzzSchema } from './values.ts'

type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  schema: FuzzSchema
}
export type Operation = {
  method: string
  path: string
  parameters: Parameter[]
  content: Record<string, { schema: FuzzSchema }>
}
export type FuzzRequest = {
  operation: string
  method: string
  path: string
  headers: Record<string, string | string[]>
  body?: Buffer
}

type OpenApi = {
  paths: Record<
    string,
    Record<string, { parameters: Parameter[]; requestBody?: { content: Operation['content'] } }>
  >
}

export const operationsOf = ({ paths }: OpenApi): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      parameters,
      content: requestBody?.content ?? {},
    })),
  )

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND']
const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/json; charset=latin1',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'a/b',
  '/',
]

/** `idsOf` returns the ids of existing records under the first part of a path. */
export function buildRequest(
  random: Random,
  operation: Operation,
  idsOf: (path: string) => readonly string[],
): FuzzRequest {
  const ids = idsOf(operation.path)
  const request: FuzzRequest = {
    operation: `${operation.method} ${operation.path}`,
    method: operation.method,
    path: `/api${buildPath(random, operation, ids)}${buildQuery(random, operation, ids)}`,
    headers: buildHeaders(random, operation),
    ...buildBody(random, operation, ids),
  }
  const broken = random.chance(0.3) ? random.pick(BREAKAGES)(random, request) : {}
  return {
    ...request,
    ...broken,
    headers: { ...contentType(operation, request), ...request.headers, ...broken.headers },
  }
}

function buildPath(random: Random, { path }: Operation, ids: readonly string[]): string {
  return path.replace(/\{(\w+)\}/g, () => {
    const value =
      ids.length && random.chance(0.75) ? random.pick(ids) : String(hostileValue(random))
    return encodeURIComponent(value.toWellFormed().slice(0, 3_000)) || '%20'
  })
}

function buildQuery(random: Random, { parameters }: Operation, ids: readonly string[]): string {
  const pairs = parameters
    .filter((one) => one.in === 'query' && (one.required || random.chance(0.3)))
    .map(({ name, schema }) => {
      const value = random.chance(0.7) ? validValue(random, schema, ids) : hostileValue(random)
      return `${name}=${encodeURIComponent(String(value).toWellFormed().slice(0, 3_000))}`
    })
  return pairs.length ? `?${pairs.join('&')}` : ''
}

const HEADERS: Record<string, readonly string[]> = {
  'x-range': [
    'resources=0-9',
    'resources=0-999999999',
    'resources=-1-5',
    'resources=9-0',
    'lines=1-2',
    '',
  ],
  'if-match': ['*', '"x"', 'W/"x"', 'x', '"'.repeat(500), ','.repeat(5_000)],
  'if-none-match': ['*', '"x"', ','.repeat(5_000)],
  range: [
    'bytes=0-0',
    'bytes=-1',
    'bytes=9-1',
    'bytes=0-0,1-1,2-2',
    'bytes=99999999999999999999-',
    'lines=1-2',
  ],
  'idempotency-key': ['one', 'two', 'x'.repeat(300), ' '],
  cookie: ['a=b', '='.repeat(5_000), ';'.repeat(5_000)],
  accept: ['text/csv', '*/*', ','.repeat(5_000)],
  'accept-language': ['de', 'x'.repeat(5_000)],
  'x-otp': ['000000', 'x', '9'.repeat(1_000)],
  'tus-resumable': ['1.0.0', '9'],
  'upload-length': ['10', '-1', '99999999999999999999', 'x'],
  'upload-offset': ['0', '-1', '1e9', 'x'],
  'upload-metadata': ['name YQ==', ',,,', 'x '.repeat(500)],
  'content-encoding': ['gzip', 'br', 'x'],
  'sec-fetch-site': ['same-origin', 'x'],
}

const buildHeaders = (random: Random, { method }: Operation): FuzzRequest['headers'] =>
  Object.fromEntries(
    Object.entries(HEADERS)
      .filter(([name]) => random.chance(name.startsWith('content') ? 0.01 : 0.05))
      .map(([name, values]) => [name, random.pick(values)])
      .concat(method === 'GET' || method === 'HEAD' ? [] : [['x-fuzz', '1']]),
  )

function buildBody(
  random: Random,
  { content, method }: Operation,
  ids: readonly string[],
): Pick<FuzzRequest, 'body'> {
  if (content['application/octet-stream'])
    return {
      body: random.chance(0.5) ? random.pick(FILES) : random.bytes(random.integerBelow(5_000)),
    }
  const schema = content['application/json']?.schema
  if (!schema) return method !== 'GET' && random.chance(0.1) ? { body: Buffer.from('{"a":1}') } : {}
  const valid = validValue(random, schema, ids)
  const value = random.chance(0.5) ? valid : mutate(random, valid)
  return { body: Buffer.from(JSON.stringify(value) ?? 'null') }
}

const SRT = '1\n00:00:01,000 --> 00:00:02,000\nHello\n\n'
const FILES = [
  SRT,
  `WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(3_000)}\n`,
  SRT.repeat(500),
  '1\n'.repeat(20_000),
  `start,stop,text\n${'"'.repeat(20_000)}`,
  `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><tt>${'<p>'.repeat(5_000)}`,
  'PK\u0003\u0004'.repeat(500),
  `Scenarist_SCC V1.0\n\n00:00:01:00\t${'9420 '.repeat(3_000)}`,
  '[Events]\nFormat: Text\nDialogue: {\\i1'.repeat(500),
].map((text) => Buffer.from(text, 'latin1'))

const contentType = ({ content }: Operation, { body }: FuzzRequest): FuzzRequest['headers'] =>
  body ? { 'content-type': Object.keys(content)[0] ?? 'application/json' } : {}

type Breakage = (random: Random, request: FuzzRequest) => Partial<FuzzRequest>

const BREAKAGES: Breakage[] = [
  (random) => ({ method: random.pick(METHODS) }),
  (random) => ({ headers: { 'content-type': random.pick(CONTENT_TYPES) } }),
  (random, { body }) => ({
    body: (body ?? Buffer.from('{}')).subarray(0, random.integerBelow(20)),
  }),
  (random) => ({ body: random.bytes(200) }),
  () => ({ body: Buffer.from('['.repeat(50_000)) }),
  () => ({ body: Buffer.from(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) }),
  () => ({ body: Buffer.from('{"a":1,"a":2}') }),
  () => ({ body: Buffer.from('{"__proto__":{"admin":true}}') }),
  () => ({ body: Buffer.from(`{"a":"${'x'.repeat(1_500_000)}"}`) }),
  () => ({ body: Buffer.from(`[${'{"number":1},'.repeat(30_000)}{}]`) }),
  (_random, { path }) => ({ path: `${path}${'/a'.repeat(3_000)}` }),
  (_random, { path }) => ({
    path: `${path}${path.includes('?') ? '&' : '?'}${'a=1&'.repeat(1_500)}`,
  }),
  (_random, { path }) => ({ path: path.replace(/\?(.*)$/, '?$1&$1') }),
  (_random, { path }) => ({ path: `${path}%` }),
  (_random, { path }) => ({ path: path.replace('/api/', '/api//../') }),
  (random) => ({
    headers: {
      authorization: random.pick([
        '',
        'Basic',
        'Basic !!!',
        'Bearer x',
        `Basic ${'YTpi'.repeat(2_000)}`,
      ]),
    },
  }),
]
