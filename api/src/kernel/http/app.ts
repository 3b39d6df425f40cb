import type { IncomingMessage } from 'node:http'
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type { Caller } from './contract/caller.ts'
import type { Config } from '../../config/config.ts'
import type { Db, Tx } from '../db/connect.ts'
import type { MasterKeys } from '../db/encryption/parse-keys.ts'
import type { Compute } from '../compute/compute.ts'
import type { Replica } from '../db/replica.ts'
import { countWaitingUploads, type ServiceDatabase } from '../db/service-database.ts'
import type { Endpoint, Load } from './contract/endpoint.ts'
import type { PublicNames } from './openapi/names.ts'
import { createEventCursor, type EventCursor } from '../events/event-cursor.ts'
import { Problem } from './contract/problem.ts'
import { createAdmission, loadLimits, type Admission } from './admission.ts'
import { createRequestBudget, type RequestBudget } from './auth/request-budget.ts'
import type { SignedLink, SigningKeys } from './auth/signed-link.ts'
import { sendProblem } from './problem-response.ts'
import { loggerOptions } from './log.ts'
import { readBytes, readJson } from './read-json.ts'

/** Finds the caller for a credential. The kernel reads the header; the sessions module checks it. */
export type Authenticator = {
  byToken: (credential: Credential) => Promise<Caller>
  byBearer: (token: string, address: string) => Promise<StudioClient>
  byLink: (link: SignedLink & { address: string }) => Promise<Caller>
  /** The guest who opened a share link. */
  byShare: (share: { token: string } | SignedLink) => Promise<Caller>
  /** Reads callers again. A Problem for a caller without access. */
  refresh: (callers: readonly KnownCaller[]) => Promise<(KnownCaller | Problem)[]>
  /** Throws if the caller's token has too small a scope or too few factors for the call. */
  checkToken: (caller: Caller, endpoint: Pick<Endpoint, 'method' | 'path'>) => void
}
export type KnownCaller = { caller: Caller; address: string }
/** Throws if one of the names is that of a record that the caller does not see. */
export type RequireVisible = (
  as: { system: Db; caller: Db },
  names: readonly string[],
) => Promise<void>
/** Throws if one of the ids is that of a file that is under embargo for the caller. */
export type RequireNoEmbargo = (tx: Tx, caller: Caller, ids: readonly string[]) => Promise<void>
/** A program of a studio. It acts for no person. */
export type StudioClient = { studio: string }
export type Credential = { user: string; secret: string; network: string; address: string }

export type App = {
  fastify: FastifyInstance
  database: ServiceDatabase
  /** For reports, if there is one. */
  replica?: Replica | undefined
  /** For endpoints that declare `acrossStudios`. */
  requireVisible: RequireVisible
  /** For repeated responses of requests with an Idempotency-Key. */
  requireNoEmbargo: RequireNoEmbargo
  config: Config
  keys: SigningKeys
  /** Encrypts secrets at rest. */
  masterKeys: MasterKeys
  authenticator: Authenticator
  /** Worker threads for long computations. */
  compute: Compute
  /** Throws 429 for callers who send too many requests. */
  requestBudget: RequestBudget
  /** Refuses requests of a busy service. */
  admission: Admission
  eventCursor: EventCursor
  /** Aborted when the service stops, so that endless responses end. */
  stopping: AbortController
  /** All endpoints in order. The OpenAPI document and the access test are made from this list. */
  endpoints: Endpoint[]
  /** Names for the OpenAPI document. */
  publicNames: () => PublicNames
  /** Tests compare each reply with its declared schema, so that no undeclared field is sent. */
  checkReplies: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    person: Caller | null
    credential: Credential | null
    studioClient: StudioClient | null
    /** Undefined before the request is admitted. */
    load: Load | undefined
    /** Aborted when the client disconnects. Created by `disconnectedOf`. */
    disconnected: AbortSignal | undefined
    /** Gives the slot of the request back. */
    leave: (() => void) | undefined
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint
  }
}

const JSON_LIMIT = 1024 * 1024
/** Before sign-in nothing large is needed, and anybody can send it. */
const ANONYMOUS_JSON_LIMIT = 16 * 1024
/** For everything but pages: no script, no frame. Handlers that send pages replace it. */
const DEFAULT_POLICY = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"
/** For a year, browsers use only https for this host and the hosts below it. */
const STRICT_TRANSPORT = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }

/** Contracts check bodies, so that ajv and fast-json-stringify need not be loaded. */
const rejectSchema = () => {
  throw new Error('A route has a contract, not a JSON schema')
}
const NO_SCHEMAS = { buildValidator: rejectSchema, buildSerializer: rejectSchema }

type Dependencies = Omit<
  App,
  'fastify' | 'endpoints' | 'eventCursor' | 'stopping' | 'requestBudget' | 'admission'
>

export function createApp(dependencies: Dependencies): App {
  const { config, database } = dependencies
  const server = createServer(config)
  decorateRequests(server)
  answerWithProblems(server, config)
  addRequestChecks(server, config)
  addBodyParsers(server)
  const stopping = new AbortController()
  server.addHook('preClose', async () => stopping.abort())
  return {
    ...dependencies,
    fastify: server,
    endpoints: [],
    eventCursor: createEventCursor(database.system),
    stopping,
    requestBudget: createRequestBudget(config.requestBudget),
    admission: createAdmission(loadLimits(config), () => countWaitingUploads(database)),
  }
}

function createServer(config: Config): FastifyInstance {
  const server = fastify({
    ...loggerOptions(config.logLevel),
    trustProxy: config.trustProxy,
    schemaController: { compilersFactory: NO_SCHEMAS },
    routerOptions: { maxParamLength: 200, ignoreDuplicateSlashes: false },
    // Bodies have their own deadline (read-json.ts). One for the whole request would cut long
    // uploads.
    requestTimeout: 0,
    connectionTimeout: 120_000,
    keepAliveTimeout: 65_000,
    // Node checks the timeouts every 30 seconds by default, so slow headers would take up to 40.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
    forceCloseConnections: 'idle',
    // A request that arrives on an open connection at the last moment is served like the others.
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    frameworkErrors: (error, request, reply) =>
      void sendProblem(error, request, reply, config.publicUrl),
  })
  server.addHttpMethod('TRACE', { hasBody: false, overrideExisting: true })
  return server
}

function decorateRequests(server: FastifyInstance) {
  server.decorateRequest('person', null)
  server.decorateRequest('credential', null)
  server.decorateRequest('studioClient', null)
  server.decorateRequest('document', undefined)
  server.decorateRequest('page', undefined)
  server.decorateRequest('load', undefined)
  server.decorateRequest('disconnected', undefined)
  server.decorateRequest('leave', undefined)
}

function answerWithProblems(server: FastifyInstance, { publicUrl }: Config) {
  server.setErrorHandler((error, request, reply) => sendProblem(error, request, reply, publicUrl))
  server.setNotFoundHandler((request, reply) => {
    const problem = new Problem(404, 'path.not-found', 'There is nothing at this URL.')
    return sendProblem(problem, request, reply, publicUrl)
  })
}

function addRequestChecks(server: FastifyInstance, { publicUrl, appUrl }: Config) {
  const ownOrigins = new Set([publicUrl, appUrl].map((url) => new URL(url).origin))
  const strictTransport = publicUrl.startsWith('https:') && STRICT_TRANSPORT
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'content-security-policy': DEFAULT_POLICY,
      'x-frame-options': 'DENY',
      'cache-control': 'private, no-store',
      ...strictTransport,
    })
    rejectDuplicateHeaders(request)
    rejectForeignOrigin(request, ownOrigins)
  })
}

/** A proxy and this server might each use a different one of two such headers. */
function rejectDuplicateHeaders({ raw }: FastifyRequest) {
  const seen = new Set<string>()
  for (let index = 0; index < raw.rawHeaders.length; index += 2) {
    const name = raw.rawHeaders[index]!.toLowerCase()
    if (name !== 'host' && name !== 'authorization') continue
    if (seen.has(name))
      throw new Problem(
        name === 'host' ? 400 : 401,
        'header.duplicate',
        `The header ${name} is sent twice. Send it once.`,
      )
    seen.add(name)
  }
}

/**
 * A page of another site must not use a credential that the browser has saved. Old browsers and
 * plain HTTP send no Sec-Fetch-Site, so Origin decides too.
 */
function rejectForeignOrigin({ headers }: FastifyRequest, own: ReadonlySet<string>) {
  if (!headers.authorization) return
  const { origin, 'sec-fetch-site': site } = headers
  const isForeign = origin !== undefined && site !== 'same-origin' && !own.has(origin)
  if (site === 'cross-site' || isForeign)
    throw new Problem(403, 'origin.forbidden', 'Calls with a credential must come from this site.')
}

function addBodyParsers(server: FastifyInstance) {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: IncomingMessage) => {
      const { endpoint } = request.routeOptions.config
      if (acceptsBytes(endpoint)) return payload
      if (
        !/^application\/json(;\s*charset="?utf-8"?)?$/i.test(
          request.headers['content-type'] ?? '',
        ) ||
        request.headers['content-encoding']
      )
        throw unsupported()
      const read = endpoint?.largeBody ? readBytes : readJson
      return read(payload, bodyLimitOf(endpoint))
    },
  )
  server.addContentTypeParser('*', async (request: FastifyRequest, payload: IncomingMessage) => {
    if (acceptsBytes(request.routeOptions.config.endpoint)) return payload
    throw unsupported()
  })
}

function bodyLimitOf(endpoint: Endpoint | undefined): number {
  const isAnonymous = !endpoint || endpoint.access === 'anyone' || endpoint.access === 'credential'
  return endpoint?.limit ?? (isAnonymous ? ANONYMOUS_JSON_LIMIT : JSON_LIMIT)
}

const acceptsBytes = (endpoint: Endpoint | undefined) =>
  endpoint?.bytes === 'in' || endpoint?.bytes === 'both'

const unsupported = () =>
  new Problem(
    415,
    'body.type-unsupported',
    'Send the body as application/json in UTF-8, not compressed.',
  )
