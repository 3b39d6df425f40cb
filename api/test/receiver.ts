// A real HTTP server as those write who receive webhooks, on good days and on bad ones.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { TestContext } from 'node:test'

export type Received = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  told: { id: string; type: string; created: number; event: { _id: string; type: string } | null }
}
/** A status to answer with, or what to do with the answer instead. */
export type Reply = number | ((answer: ServerResponse) => void)
export type Receiver = {
  url: string
  got: Received[]
  /** What the next ones are answered; 204 when nothing else is said. */
  reply: (choose: (received: Received) => Reply) => void
  /** Settles when so many have come. */
  until: (many: number) => Promise<Received[]>
}

export async function receiver(
  t: TestContext,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<Receiver> {
  const got: Received[] = []
  const waiting = new Set<() => void>()
  let choose: (received: Received) => Reply = () => 204
  const take = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await text(asked)
    const received: Received = {
      path: asked.url!,
      headers: asked.headers,
      body,
      told: JSON.parse(body) as Received['told'],
    }
    got.push(received)
    const reply = choose(received)
    if (typeof reply === 'number') answer.writeHead(reply).end()
    else reply(answer)
    for (const look of waiting) look()
  }
  const server = createServer(
    (asked, answer) => void take(asked, answer).catch(() => answer.destroy()),
  )
  server.listen(port, host)
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/hook`,
    got,
    reply: (choice) => {
      choose = choice
    },
    until: (many) =>
      new Promise((resolve) => {
        const look = () => {
          if (got.length >= many) {
            waiting.delete(look)
            resolve(got)
          }
        }
        waiting.add(look)
        look()
      }),
  }
}
