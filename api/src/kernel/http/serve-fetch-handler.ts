import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import type { Caller } from './contract/caller.ts'
import type { Endpoint, ParamsOf } from './contract/endpoint.ts'
import type { App } from './app.ts'
import { addRoute } from './add-route.ts'
import { createChecker } from './validate.ts'

/**
 * `request` has no body: whoever wants the bytes reads them from `raw`, without the six hands they
 * would pass through otherwise.
 */
type Handed<E extends Endpoint> = {
  person: E['access'] extends 'anyone' ? null : Caller
  params: ParamsOf<E>
  request: Request
  raw: IncomingMessage
}

/**
 * Binds an endpoint to somebody else's protocol: who it is and whether they may call at all is
 * asked here as everywhere, the rest is theirs.
 */
export function serveFetchHandler<E extends Endpoint>(
  app: App,
  endpoint: E,
  answer: (handed: Handed<E>) => Promise<Response>,
): void {
  const checkParams = endpoint.params && createChecker(endpoint.params, 'params')
  addRoute(app, endpoint, async (request, reply) => {
    checkParams?.(request.params)
    const response = await answer({
      person: request.person,
      params: request.params,
      request: webRequest(app, request),
      raw: request.raw,
    } as Handed<E>)
    return reply
      .code(response.status)
      .headers(Object.fromEntries(response.headers))
      .send((await response.text()) || undefined)
  })
}

function webRequest({ config }: App, { method, url, headers }: FastifyRequest): Request {
  const said = Object.entries(headers).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return new Request(config.publicUrl + url, { method, headers: said })
}
