// A proxy in front of a real service that injects network and server faults into chosen requests.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'

export type ProxyFault =
  /** Rejects the request as busy or full, without forwarding it. */
  | 'busy'
  | 'full'
  /** Replies 500 without forwarding. */
  | 'broken'
  /** Forwards after two seconds. */
  | 'slow'
  /** Breaks the connection before forwarding, after forwarding, or in the middle of the response. */
  | 'unheard'
  | 'unanswered'
  | 'cut'
  /** Never responds. */
  | 'silent'
  /** Flips one bit of the request body. */
  | 'flipped'
  /** Changes the ETag in the response. */
  | 'mistagged'
type ChooseFault = (request: IncomingMessage) => ProxyFault | undefined
export type FaultyProxy = {
  address: string
  /** The number of requests in progress. */
  openRequests: () => number
  injectFault: (choose: ChooseFault) => void
}

export async function startFaultyProxy(
  t: { after: (close: () => void) => void },
  service: string,
): Promise<FaultyProxy> {
  let choose: ChooseFault = () => undefined
  let open = 0
  const server = createServer((incoming, response) => {
    open += 1
    response.on('close', () => {
      open -= 1
    })
    void forward(incoming, response, service, choose(incoming)).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    openRequests: () => open,
    injectFault: (choice) => {
      choose = choice
    },
  }
}

async function forward(
  incoming: IncomingMessage,
  response: ServerResponse,
  service: string,
  fault?: ProxyFault,
): Promise<unknown> {
  const body = await buffer(incoming)
  if (fault === 'silent') return undefined
  if (fault === 'unheard') return response.destroy()
  if (fault === 'busy') return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  if (fault === 'broken')
    return response.writeHead(500).end('<Error><Code>InternalError</Code></Error>')
  if (fault === 'slow') await sleep(2_000)
  if (fault === 'full')
    return response.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>')
  if (fault === 'flipped' && body.length) body[body.length >> 1]! ^= 1
  const forwarded = request(`${service}${incoming.url}`, {
    method: incoming.method,
    headers: incoming.headers,
  }).end(body)
  const [received] = (await once(forwarded, 'response')) as [IncomingMessage]
  response.on('close', () => received.destroy())
  if (fault === 'unanswered') return response.destroy()
  return relay(received, response, fault)
}

async function relay(received: IncomingMessage, response: ServerResponse, fault?: ProxyFault) {
  const { etag, ...headers } = received.headers
  response.writeHead(
    received.statusCode!,
    fault === 'mistagged' && etag ? { ...headers, etag: mistag(etag) } : received.headers,
  )
  if (fault !== 'cut' && fault !== 'mistagged') return received.pipe(response)
  const body = await buffer(received)
  if (fault === 'mistagged')
    return response.end(body.length < 10_000 ? mistag(body.toString()) : body)
  response.write(body.subarray(0, body.length >> 1))
  return response.destroy()
}

const mistag = (text: string) =>
  text.replace(/[0-9a-f]{32}/, (tag) => tag.split('').toReversed().join(''))
