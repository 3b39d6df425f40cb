import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { auditEntry, isAudited } from '../audit/entry.ts'
import { recordAudit } from '../audit/record.ts'
import type { Caller } from './contract/caller.ts'
import type { Tx } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from './contract/endpoint.ts'
import { signPath } from './auth/signed-link.ts'
import type { View } from './contract/view.ts'
import type { App } from './app.ts'
import { addRoute } from './add-route.ts'
import { rejectProtectedChanges } from './protected-fields.ts'
import { etagOf, checkIfMatch, matchesIfNoneMatch } from './etag.ts'
import { runOnce, readIdempotencyKey } from './idempotency.ts'
import { parseRange, rangeHeaders, type Page, type Range } from './contract/range.ts'
import { createBodyParser, createChecker } from './validate.ts'
import { validatorOf } from './validator.ts'
import { checkQueryText } from './check-query.ts'

/**
 * Throws when the record is stale for the caller, or when the caller sent back a read-only field
 * changed.
 */
export type Accept = (current: object) => void

export type RouteRequest<E extends Endpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  person: E['access'] extends 'anyone' | 'credential' ? Caller | null : Caller
  range: Range
  accept: Accept
  /**
   * Opens a transaction; under an Idempotency-Key its work is done once. What was done stands in
   * the audit in the same commit.
   */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  view: View
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler that has answered by itself gives the reply back. */
type Handled<E extends Endpoint, Stored> = E extends { csv: true }
  ? Answer<E, Stored> | FastifyReply
  : Answer<E, Stored>
type Answer<E extends Endpoint, Stored> = E extends { list: true }
  ? Page<Stored>
  : E extends { bytes: 'out' | 'live' }
    ? unknown
    : Stored
type Derive<E extends Endpoint, Stored> = (stored: Stored, view: View) => ReplyOf<E>

/** Binds an endpoint to what answers it. `derive` turns what is stored into what is answered. */
export function serve<E extends Endpoint, Stored = ReplyOf<E>>(
  app: App,
  endpoint: E,
  handle: (ask: RouteRequest<E>) => Promise<Handled<E, Stored>>,
  ...[derive]: [Stored] extends [ReplyOf<E>]
    ? [derive?: Derive<E, Stored>]
    : [derive: Derive<E, Stored>]
): void {
  const read = reader(endpoint)
  const host = new URL(app.config.publicUrl).host
  const present = derive ?? ((stored: Stored) => stored as ReplyOf<E>)
  const checkReply = app.checkReplies ? replyChecker(endpoint) : () => {}

  addRoute(app, endpoint, async (request, reply) => {
    const view = viewFor(app, host, request)
    const asked = read(request)
    const accept: Accept = (current) => {
      checkIfMatch(request.headers['if-match'], etagOf(current))
      rejectProtectedChanges(asked.echoed, present(current as Stored, view))
    }
    // Bytes are not kept to be compared, so a retry with them is for their own protocol to know.
    const retry =
      endpoint.method === 'POST' && !endpoint.bytes && request.person
        ? readIdempotencyKey(
            request.headers['idempotency-key'],
            request.person._id,
            Boolean(endpoint.secret),
            request.method,
            request.url,
            request.body ?? null,
          )
        : undefined
    const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
      inTransaction(app.db, (tx) => runOnce(tx, retry, () => noting(tx, work)))
    const noting = async <T>(tx: Tx, work: (tx: Tx) => Promise<T>) => {
      const done = await work(tx)
      const called = {
        endpoint,
        person: request.person,
        params: asked.params,
        query: asked.query,
        body: asked.body,
        request: request.id,
        address: request.ip,
      }
      if (isAudited(called)) await recordAudit(tx, auditEntry(called, done))
      return done
    }
    const handled = await handle({
      ...asked,
      person: request.person,
      accept,
      transaction,
      view,
      request,
      reply,
    } as RouteRequest<E>)
    if (endpoint.bytes === 'out' || endpoint.bytes === 'live' || handled === reply) return reply
    if (endpoint.list)
      return answerPage(
        reply,
        asked.range,
        handled as Page<Stored>,
        (stored) => present(stored, view),
        checkReply,
      )
    return answerRecord(request, reply, handled, present(handled, view), checkReply)
  })
}

function reader(endpoint: Endpoint) {
  const checkParams = endpoint.params && createChecker(endpoint.params, 'params')
  const checkQuery = endpoint.query && createChecker(endpoint.query, 'query')
  const takeBody = endpoint.body && createBodyParser(endpoint.body, endpoint.record)
  return (request: FastifyRequest) => {
    checkQueryText(request)
    checkParams?.(request.params)
    if (endpoint.access !== 'signed-link') checkQuery?.({ ...(request.query as object) })
    const range = endpoint.list ? parseRange(request.headers['x-range']) : { first: 0, last: 0 }
    const taken = takeBody ? takeBody(request.body) : { body: request.body, echoed: {} }
    return { params: request.params, query: request.query, range, ...taken }
  }
}

function viewFor({ config, keys }: App, host: string, { person }: FastifyRequest): View {
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
        Math.floor(Date.now() / 1000),
        seconds,
      ),
  }
}

function answerRecord(
  request: FastifyRequest,
  reply: FastifyReply,
  stored: unknown,
  answer: unknown,
  checkReply: (answer: unknown) => void,
) {
  checkReply(answer)
  const etag = etagOf(stored)
  reply.header('etag', etag)
  if (request.method === 'GET' && matchesIfNoneMatch(request.headers['if-none-match'], etag))
    return reply.code(304).send()
  const self = (answer as { $links?: { self?: string } }).$links?.self
  if (request.method === 'POST' && self) reply.header('location', self)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer))
}

function answerPage<Stored>(
  reply: FastifyReply,
  range: Range,
  page: Page<Stored>,
  derive: (stored: Stored) => unknown,
  checkReply: (answer: unknown) => void,
) {
  const items = page.items.map(derive)
  items.forEach(checkReply)
  return reply
    .headers(rangeHeaders(range, items.length, page.total))
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(items))
}

function replyChecker({ method, path, reply }: { method: string; path: string; reply: TSchema }) {
  return (answer: unknown) => {
    const validator = validatorOf(reply)
    const plain = JSON.parse(JSON.stringify(answer))
    if (!validator.Check(plain))
      throw new Error(
        `${method} ${path} answers something it does not declare: ${JSON.stringify(validator.Errors(plain).slice(0, 5))}`,
      )
  }
}
