import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import type { Endpoint } from '../endpoint.ts'
import { createTide, type Tide } from '../events/tide.ts'
import { Problem } from '../problem.ts'
import type { Keys } from '../signing.ts'
import { answerProblem } from './answer-problem.ts'
import { loggerOptions } from './log.ts'
import { receiveJson } from './receive.ts'

/**
 * How a caller proves who they are. The kernel reads the header; the sessions slice knows what it
 * means.
 */
export type Doors = {
  byToken: (credential: Credential) => Promise<Caller>
  byLink: (bearer: { person: string; token: string }) => Promise<Caller>
}
export type Credential = { user: string; secret: string; network: string }

export type App = {
  fastify: FastifyInstance
  db: Db
  config: Config
  keys: Keys
  doors: Doors
  tide: Tide
  /** Says that the service stops: what would never end by itself ends now. */
  stopping: AbortController
  /**
   * Every call that is served, in order: the OpenAPI document and the access matrix are made from
   * it.
   */
  endpoints: Endpoint[]
  /**
   * In tests each answer is held against its declared shape, so that nothing undeclared gets out.
   */
  checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Caller | null
    credential: Credential | null
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const JSON_LIMIT = 1024 * 1024

export function createApp(parts: Omit<App, 'fastify' | 'endpoints' | 'tide' | 'stopping'>): App {
  const { config } = parts
  const server = fastify({
    ...loggerOptions(config.logLevel),
    trustProxy: config.trustProxy,
    routerOptions: { maxParamLength: 200, ignoreDuplicateSlashes: false },
    // The body has its own deadline (receive.ts); a long upload must not be cut by one for the
    // whole request.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    http: { headersTimeout: 10_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (error, request, reply) =>
      void answerProblem(error, request, reply, config.publicUrl),
  })
  server.addHttpMethod('TRACE', { hasBody: false, overrideExisting: true })
  server.decorateRequest('person', null)
  server.decorateRequest('credential', null)
  server.setErrorHandler((error, request, reply) =>
    answerProblem(error, request, reply, config.publicUrl),
  )
  server.setNotFoundHandler((request, reply) =>
    answerProblem(
      new Problem(404, 'path.unknown', 'There is nothing at this address.'),
      request,
      reply,
      config.publicUrl,
    ),
  )
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
    })
    refuseAmbiguous(request)
    refuseCrossSite(request)
  })
  takeBodies(server)
  const stopping = new AbortController()
  server.addHook('preClose', async () => stopping.abort())
  return { ...parts, fastify: server, endpoints: [], tide: createTide(parts.db), stopping }
}

/** Said twice, these headers mean one thing to a proxy and another to us. */
function refuseAmbiguous({ raw }: FastifyRequest) {
  const seen = new Set<string>()
  for (let at = 0; at < raw.rawHeaders.length; at += 2) {
    const name = raw.rawHeaders[at]!.toLowerCase()
    if (name !== 'host' && name !== 'authorization') continue
    if (seen.has(name))
      throw new Problem(
        name === 'host' ? 400 : 401,
        'header.twice',
        `The header ${name} is given twice.`,
      )
    seen.add(name)
  }
}

/** A page of another site must not use a credential that the browser remembers. */
function refuseCrossSite({ headers }: FastifyRequest) {
  if (headers.authorization && headers['sec-fetch-site'] === 'cross-site')
    throw new Problem(403, 'origin.refused', 'Calls with a credential must come from this site.')
}

function takeBodies(server: FastifyInstance) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { endpoint } = request.routeOptions.config
      if (takesBytes(endpoint)) return payload
      if (
        !/^application\/json(;\s*charset="?utf-8"?)?$/i.test(
          request.headers['content-type'] ?? '',
        ) ||
        request.headers['content-encoding']
      )
        throw unsupported()
      return receiveJson(payload, endpoint?.limit ?? JSON_LIMIT)
    },
  )
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (takesBytes(request.routeOptions.config.endpoint)) return payload
    throw unsupported()
  })
}

const takesBytes = (endpoint: Endpoint | undefined) =>
  endpoint?.bytes === 'in' || endpoint?.bytes === 'both'

const unsupported = () =>
  new Problem(
    415,
    'body.unsupported',
    'Send the body as application/json in UTF-8, not compressed.',
  )
