// A real HTTP server that receives webhooks and replies as a test tells it to.
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

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
/** A status, or a function that writes the response. */
export type ReceiverReply = number | ((response: ServerResponse) => void)
export type WebhookReceiver = {
  url: string
  requests: ReceivedWebhook[]
  /** Chooses the reply to the next requests. The default is 204. */
  reply: (choose: (received: ReceivedWebhook) => ReceiverReply) => void
  /** Resolves when so many requests have arrived. */
  waitForRequests: (many: number) => Promise<ReceivedWebhook[]>
}

export async function startReceiver(
  t: { after: (close: () => void) => void },
  { host = '127.0.0.1', port = 0 } = {},
): Promise<WebhookReceiver> {
  const got: ReceivedWebhook[] = []
  const waiting = new Set<() => void>()
  let choose: (received: ReceivedWebhook) => ReceiverReply = () => 204
  const receive = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const received: ReceivedWebhook = {
      path: request.url!,
      headers: request.headers,
      body,
      payload: JSON.parse(body) as ReceivedWebhook['payload'],
    }
    got.push(received)
    const reply = choose(received)
    if (typeof reply === 'number') response.writeHead(reply).end()
    else reply(response)
    for (const check of waiting) check()
  }
  const server = createServer(
    (request, response) => void receive(request, response).catch(() => response.destroy()),
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
        const check = () => {
          if (got.length >= many) {
            waiting.delete(check)
            resolve(got)
          }
        }
        waiting.add(check)
        check()
      }),
  }
}
