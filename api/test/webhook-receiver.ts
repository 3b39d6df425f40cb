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

export type ReceivedWebhook = {
  path: string
  headers: IncomingHttpHeaders
  body: string
  payload: {
    id: string
    type: string
    created: number
    event: { _id: string; type: string } | null
  }
}
/** A status to answer with, or what to do with the answer instead. */
export type ReceiverReply = number | ((answer: ServerResponse) => void)
export type WebhookReceiver = {
  url: string
  requests: ReceivedWebhook[]
  /** What the next ones are answered; 204 when nothing else is said. */
  reply: (choose: (received: ReceivedWebhook) => ReceiverReply) => void
  /** Settles when so many have come. */
  waitForRequests: (many: number) => Promise<ReceivedWebhook[]>
}

export async function startReceiver(
  t: TestContext,
  { host = '127.0.0.1', port = 0 } = {},
): Promise<WebhookReceiver> {
  const got: ReceivedWebhook[] = []
  const waiting = new Set<() => void>()
  let choose: (received: ReceivedWebhook) => ReceiverReply = () => 204
  const take = async (asked: IncomingMessage, answer: ServerResponse) => {
    const body = await text(asked)
    const received: ReceivedWebhook = {
      path: asked.url!,
      headers: asked.headers,
      body,
      payload: JSON.parse(body) as ReceivedWebhook['payload'],
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
    requests: got,
    reply: (choice) => {
      choose = choice
    },
    waitForRequests: (many) =>
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
