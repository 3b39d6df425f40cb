import type { Readable } from 'node:stream'
import { ReadableStream } from 'node:stream/web'
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../caller.ts'
import type { Endpoint, ParamsOf } from '../endpoint.ts'
import type { App } from './app.ts'
import { identify } from './identify.ts'
import { checker } from './validate.ts'

type Handed<E extends Endpoint> = { person: E['access'] extends 'anyone' ? null : Caller; params: ParamsOf<E>; request: Request }

/** Binds an endpoint to somebody else's protocol: who it is and whether they may call at all is asked here as everywhere, the rest is theirs. */
export function handOver<E extends Endpoint>(app: App, endpoint: E, answer: (handed: Handed<E>) => Promise<Response>): void {
  app.endpoints.push(endpoint)
  const checkParams = endpoint.params && checker(endpoint.params, 'params')
  app.fastify.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    config: { endpoint },
    onRequest: (request) => identify(app, endpoint, request),
    handler: async (request, reply) => {
      checkParams?.(request.params)
      const response = await answer({ person: request.person, params: request.params, request: webRequest(app, request) } as Handed<E>)
      return reply.code(response.status).headers(Object.fromEntries(response.headers)).send(await response.text() || undefined)
    },
  })
}

function webRequest({ config }: App, { method, url, headers, raw }: FastifyRequest): Request {
  const said = Object.entries(headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const body = method === 'POST' || method === 'PATCH' ? { body: ReadableStream.from(inLargePieces(raw)), duplex: 'half' as const } : {}
  return new Request(config.publicUrl + url, { method, headers: said, ...body } as RequestInit)
}

const PIECE = 256 * 1024

/** Each piece passes many hands before it is kept; fewer and larger ones take half the time. What came before the line broke is passed on first. */
async function* inLargePieces(source: Readable): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  const take = () => {
    const piece = Buffer.concat(held, size)
    held = []
    size = 0
    return piece
  }
  try {
    for await (const chunk of source as AsyncIterable<Uint8Array>) {
      held.push(chunk)
      if ((size += chunk.length) >= PIECE) yield take()
    }
  } catch (error) {
    if (size) yield take()
    throw error
  }
  if (size) yield take()
}
