// A bad line to a real service: it stands in front of it and does, to the requests it is told to,
// what lines and services do on bad days.
import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export type ProxyFault =
  /** Busy, or full: it answers so, and does nothing. */
  | 'busy'
  | 'full'
  /**
   * The line breaks before the service hears, after it has done what was asked, or in the middle of
   * its answer.
   */
  | 'unheard'
  | 'unanswered'
  | 'cut'
  /** It never answers. */
  | 'silent'
  /** A bit of what is sent arrives as another. */
  | 'flipped'
  /** It says of what it keeps another ETag than is true. */
  | 'mistagged'
/** `open` is how many requests are under way. */
export type FaultyProxy = {
  address: string
  openRequests: () => number
  injectFault: (choose: (asked: IncomingMessage) => ProxyFault | undefined) => void
}

export async function startFaultyProxy(t: TestContext, service: string): Promise<FaultyProxy> {
  let choose: (asked: IncomingMessage) => ProxyFault | undefined = () => undefined
  let open = 0
  const server = createServer((asked, answer) => {
    open += 1
    answer.on('close', () => {
      open -= 1
    })
    void pass(asked, answer, service, choose(asked)).catch(() => answer.destroy())
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

async function pass(
  asked: IncomingMessage,
  answer: ServerResponse,
  service: string,
  fault?: ProxyFault,
): Promise<unknown> {
  const body = await buffer(asked)
  if (fault === 'silent') return undefined
  if (fault === 'unheard') return answer.destroy()
  if (fault === 'busy') return answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
  if (fault === 'full')
    return answer.writeHead(403).end('<Error><Code>QuotaExceeded</Code></Error>')
  if (fault === 'flipped' && body.length) body[body.length >> 1]! ^= 1
  const forwarded = request(`${service}${asked.url}`, {
    method: asked.method,
    headers: asked.headers,
  }).end(body)
  const [given] = (await once(forwarded, 'response')) as [IncomingMessage]
  answer.on('close', () => given.destroy())
  if (fault === 'unanswered') return answer.destroy()
  const { etag, ...headers } = given.headers
  answer.writeHead(
    given.statusCode!,
    fault === 'mistagged' && etag ? { ...headers, etag: mistag(etag) } : given.headers,
  )
  if (fault !== 'cut' && fault !== 'mistagged') return given.pipe(answer)
  const said = await buffer(given)
  if (fault === 'mistagged')
    return answer.end(said.length < 10_000 ? mistag(said.toString()) : said)
  answer.write(said.subarray(0, said.length >> 1))
  return answer.destroy()
}

const mistag = (text: string) =>
  text.replace(/[0-9a-f]{32}/, (tag) => tag.split('').toReversed().join(''))
