import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { auditEntry, isAudited, isAuditedRefusal } from '../audit/entry.ts'
import { recordAudit } from '../audit/record.ts'
import type { Db, Tx } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { addRoute, type RouteHandler } from './add-route.ts'
import type { App } from './app.ts'
import { databaseForRequest, seesAllRows } from './database-for.ts'
import { isSignedUrl, signPath } from './auth/signed-link.ts'
import { checkQueryText } from './check-query.ts'
import type { Caller } from './contract/caller.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from './contract/endpoint.ts'
import { malformed } from './contract/problem.ts'
import { parseRange, type Page, type Range } from './contract/range.ts'
import type { ReplyContext } from './contract/reply-context.ts'
import { pageHeaders, readCursor } from './cursor.ts'
import { checkIfMatch, etagOf, matchesIfNoneMatch } from './etag.ts'
import { claimKey, readIdempotencyKey, runOnce } from './idempotency.ts'
import { JsonReply } from './json-reply.ts'
import { rejectProtectedChanges } from './protected-fields.ts'
import { NO_QUERY } from './contract/endpoint.ts'
import { createBodyParser, createChecker, type ParsedBody } from './validate.ts'
import { validatorOf } from './validator.ts'

/** Throws if the caller read an older version of the record, or changed a read-only field. */
export type PreconditionCheck = (current: object) => void
/** What every change of a record needs to know. */
export type RecordChange = { id: string; by: Caller; checkPreconditions: PreconditionCheck }

export type RouteRequest<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: E extends { largeBody: true } ? Uint8Array : BodyOf<E>
  person: E['access'] extends 'anyone' | 'credential' ? Caller | null : Caller
  range: Range
  /** States the caller: row-level security shows only the rows of their studios. */
  db: Db
  checkPreconditions: PreconditionCheck
  /** The audit of these studios shows the call too, although the result does not name them. */
  concernsStudios: (studios: readonly string[]) => void
  /** The same commit holds the audit entry and, for an Idempotency-Key, the response. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  view: ReplyContext
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler that has sent a response itself returns the reply. */
type Result<E extends Endpoint, Stored> = E extends { csv: true }
  ? StoredResult<E, Stored> | FastifyReply
  : StoredResult<E, Stored>
type StoredResult<E extends Endpoint, Stored> = E extends { list: true }
  ? Page<Stored>
  : E extends { bytes: 'out' | 'live' }
    ? unknown
    : Stored
type Derive<E extends Endpoint, Stored> = (
  record: Exclude<Stored, JsonReply>,
  view: ReplyContext,
) => ReplyOf<E>

export type ServeArguments<E extends Endpoint, Stored> = [
  handle: (request: RouteRequest<E>) => Promise<Result<E, Stored>>,
  ...([Stored] extends [ReplyOf<E> | JsonReply]
    ? [derive?: Derive<E, Stored>]
    : [derive: Derive<E, Stored>]),
]

/** Binds an endpoint to its handler. `derive` turns a stored record into the reply. */
export function serve<E extends Endpoint, Stored = ReplyOf<E>>(
  app: App,
  endpoint: E,
  ...handling: ServeArguments<E, Stored>
): void {
  addRoute(app, endpoint, createHandler(app, endpoint, ...handling))
}

export function createHandler<E extends Endpoint, Stored>(
  app: App,
  endpoint: E,
  ...[handle, derive]: ServeArguments<E, Stored>
): RouteHandler {
  const parse = createRequestParser(endpoint)
  const host = new URL(app.config.publicUrl).host
  const present = (derive ?? ((record) => record)) as (
    record: unknown,
    view: ReplyContext,
  ) => ReplyOf<E>
  const checkReply = app.checkReplies ? createReplyChecker(endpoint) : () => {}

  return async (request, reply) => {
    const view = viewFor(app, host, request)
    const db = databaseForRequest(app, request, reply)
    const input = parse(request)
    const seen: SeenRecord = {}
    const checkPreconditions: PreconditionCheck = (current) => {
      seen.current = current
      checkIfMatch(request.headers['if-match'], etagOf(current))
      rejectProtectedChanges(input.echoed, present(current, view))
    }
    const formerStudios = new Set<string>()
    const result = await handle({
      ...input,
      person: request.person,
      checkPreconditions,
      concernsStudios: (studios) => studios.forEach((studio) => formerStudios.add(studio)),
      db,
      transaction: transactionFor(
        app,
        { endpoint, request, db, seen },
        { ...input, formerStudios },
      ),
      view,
      request,
      reply,
    } as RouteRequest<E>)
    // A reply is thenable: awaiting a handler that returns it gives undefined, not the reply.
    if (endpoint.bytes === 'out' || endpoint.bytes === 'live' || reply.sent) return reply
    if (result instanceof JsonReply) return sendJson(request, reply, result, checkReply)
    if (!endpoint.list)
      return sendRecord(request, reply, { record: result, body: present(result, view), checkReply })
    const { items, ...page } = result as Page<Stored>
    const bodies = items.map((record) => present(record, view))
    bodies.forEach(checkReply)
    return sendPage(request, reply, input.range, { items: bodies, ...page })
  }
}

/** The record that the call changes, once the caller was found to see it. */
type SeenRecord = { current?: object }
type RequestInput = ReturnType<ReturnType<typeof createRequestParser>>

function createRequestParser(endpoint: Endpoint) {
  const checkParams = endpoint.params && createChecker(endpoint.params, 'params')
  const checkQuery = createChecker(endpoint.query ?? NO_QUERY, 'query')
  const parseBody =
    endpoint.body &&
    (endpoint.largeBody ? requireBytes : createBodyParser(endpoint.body, endpoint.record))
  return (request: FastifyRequest) => {
    checkQueryText(request)
    checkParams?.(request.params)
    const { range, query } = endpoint.list
      ? readRange(request)
      : { range: { first: 0, last: 0 }, query: request.query }
    if (!isSigned(endpoint, request)) checkQuery({ ...(query as object) })
    const parsed = parseBody ? parseBody(request.body) : { body: request.body, echoed: {} }
    return { params: request.params, query, range, ...parsed }
  }
}

/** The cursor of a list is not one of its filters. */
function readRange(request: FastifyRequest): { range: Range; query: object } {
  const { after, ...query } = request.query as { after?: unknown }
  const range = parseRange(request.headers['x-range'])
  return { range: { ...range, after: readCursor(request.url, after) }, query }
}

/** A signed link with another parameter than its own is refused when its signature is checked. */
const isSigned = ({ access }: Endpoint, { url }: FastifyRequest) =>
  (access === 'signed-link' || access === 'share') && isSignedUrl(url)

function requireBytes(body: unknown): ParsedBody {
  if (!body) throw malformed('body.required', 'This request needs a JSON body.')
  return { body, echoed: {} }
}

function transactionFor(
  app: App,
  {
    endpoint,
    request,
    db,
    seen,
  }: { endpoint: Endpoint; request: FastifyRequest; db: Db; seen: SeenRecord },
  { params, query, body, formerStudios }: RequestInput & { formerStudios: ReadonlySet<string> },
) {
  const { database, requireVisible, requireNoEmbargo } = app
  const idempotent = idempotentRequest(app, endpoint, request)
  const call = {
    endpoint,
    person: request.person,
    params,
    query,
    body,
    request: request.id,
    address: request.ip,
    formerStudios,
  }
  const withAudit = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>) => {
    const result = await work(tx)
    if (isAudited(call)) await recordAudit(tx, auditEntry(call, result, seen.current))
    return result
  }
  const within = <T>(on: Db, work: (tx: Tx) => Promise<T>) =>
    claimKey(on, idempotent, (claim) =>
      inTransaction(on, (tx) =>
        runOnce(tx, idempotent, {
          claim,
          work: () => withAudit(tx, work),
          checkReplay: (response) => requireNoEmbargo(tx, request.person!, textsIn(response)),
        }),
      ),
    ).catch(async (error: unknown) => {
      if (seen.current && isAuditedRefusal(call, error)) {
        const entry = auditEntry(call, seen.current)
        await inTransaction(on, (tx) => recordAudit(tx, { ...entry, outcome: 'refused' }))
      }
      throw error
    })
  if (seesAllRows(request) || !endpoint.acrossStudios)
    return <T>(work: (tx: Tx) => Promise<T>) => within(db, work)
  const names = textsIn([params, body])
  return <T>(work: (tx: Tx) => Promise<T>) =>
    within(database.system, async (tx) => {
      const result = await work(tx)
      await requireVisible({ system: tx, caller: db }, names)
      return result
    })
}

/** Every text in a value. */
const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value !== null && typeof value === 'object'
      ? Object.values(value).flatMap(textsIn)
      : []

/** Uploaded bytes are not compared, so their own protocol handles retries. */
function idempotentRequest({ keys }: App, endpoint: Endpoint, request: FastifyRequest) {
  if (endpoint.method !== 'POST' || endpoint.bytes || !request.person) return undefined
  return readIdempotencyKey(request.headers['idempotency-key'], {
    keys,
    person: request.person._id,
    secret: Boolean(endpoint.secret),
    content: [request.method, request.url, request.body ?? null],
  })
}

export function viewFor(
  { config, keys }: App,
  host: string,
  { person }: FastifyRequest,
): ReplyContext {
  return {
    host,
    appUrl: config.appUrl,
    person: person as Caller,
    keyId: keys.current,
    sign: (path, seconds) =>
      config.publicUrl +
      signPath(
        keys,
        `/api${path}`,
        { person: person!._id, token: person!.token },
        Math.floor(Date.now() / 1000 + person!.clockOffset),
        seconds,
      ),
  }
}

type CheckReply = (body: unknown) => void

function sendRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  { record, body, checkReply }: { record: unknown; body: unknown; checkReply: CheckReply },
) {
  checkReply(body)
  const etag = etagOf(record)
  reply.header('etag', etag)
  if (request.method === 'GET' && matchesIfNoneMatch(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  const self = (body as { $links?: { self?: string } }).$links?.self
  if (request.method === 'POST' && self) reply.header('location', self)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, etag, location }: JsonReply,
  checkReply: CheckReply,
) {
  const pieces = bytes.map((piece) => Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))
  checkReply(pieces)
  reply.header('etag', etag)
  if (request.method === 'GET' && matchesIfNoneMatch(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  if (request.method === 'POST' && location) reply.header('location', location)
  reply.type('application/json; charset=utf-8')
  if (pieces.length === 1) return reply.send(pieces[0])
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return reply.header('content-length', length).send(Readable.from(pieces, { objectMode: false }))
}

function sendPage(request: FastifyRequest, reply: FastifyReply, range: Range, page: Page<unknown>) {
  return reply
    .headers(pageHeaders(request.url, range, page))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(page.items))
}

type Declared = { method: string; path: string; reply: TSchema }

export function createReplyChecker({ method, path, reply }: Declared): CheckReply {
  return (body) => {
    const validator = validatorOf(reply)
    const plain = JSON.parse(
      isWritten(body) ? Buffer.concat(body).toString() : JSON.stringify(body),
    )
    if (validator.Check(plain)) return
    const errors = JSON.stringify(validator.Errors(plain).slice(0, 5))
    throw new Error(`${method} ${path} sends a reply that it does not declare: ${errors}`)
  }
}

const isWritten = (body: unknown): body is Buffer[] =>
  Array.isArray(body) && Buffer.isBuffer(body[0])
