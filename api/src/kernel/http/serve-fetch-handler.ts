import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../db/connect.ts'
import { addRoute } from './add-route.ts'
import type { App, StudioClient } from './app.ts'
import type { Caller } from './contract/caller.ts'
import { NO_QUERY, type Endpoint, type ParamsOf } from './contract/endpoint.ts'
import { databaseForRequest } from './database-for.ts'
import { createChecker, rejectUnknownParameters } from './validate.ts'

/** `request` has no body. Read from `raw` to avoid extra copies. */
type FetchRequest<E extends Endpoint> = {
  person: E['access'] extends 'anyone' | 'bearer' ? null : Caller
  params: ParamsOf<E>
  /** Set for `bearer` endpoints. */
  studioClient: StudioClient
  /** States the caller. */
  db: Db
  request: Request
  raw: IncomingMessage
}

/**
 * Binds an endpoint to a library that speaks its own protocol, such as tus. Authentication,
 * params and the names of query parameters are checked here as for every endpoint.
 */
export function serveFetchHandler<E extends Endpoint>(
  app: App,
  endpoint: E,
  handle: (request: FetchRequest<E>) => Promise<Response>,
): void {
  const checkParams = endpoint.params && createChecker(endpoint.params, 'params')
  addRoute(app, endpoint, async (request, reply) => {
    checkParams?.(request.params)
    rejectUnknownParameters(endpoint.query ?? NO_QUERY, request.query as object)
    const response = await handle({
      person: request.person,
      params: request.params,
      studioClient: request.studioClient,
      db: databaseForRequest(app, request, reply),
      request: toFetchRequest(app, request),
      raw: request.raw,
    } as FetchRequest<E>)
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send((await response.text()) || undefined)
  })
}

function toFetchRequest({ config }: App, { method, url, headers }: FastifyRequest): Request {
  const single = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new Request(config.publicUrl + url, { method, headers: single })
}
