// Sends one request and reads the whole reply. It judges nothing: that is for the caller.
import { request, type Agent, type IncomingHttpHeaders } from 'node:http'

export type Connection = { port: number; agent?: Agent | false; authorization?: string }
export type Reply = {
  /** 0 without a response. */
  status: number
  headers: IncomingHttpHeaders
  bytes: Buffer
  milliseconds: number
  /** Why there is no response. */
  error?: string
}
export type Sending = {
  method?: string
  headers?: Record<string, string | string[]>
  /** Sent as JSON, unless it is bytes. */
  body?: object
  /** The idempotency key. */
  key?: string
  /** Closes the connection after so many bytes of the body. */
  cutAfter?: number
}

/** Without a byte in either direction. Longer than any limit of the service and of its proxies. */
const TIMEOUT_MS = 60_000
const CUT_MS = 20

export function send(
  { port, agent = false, authorization }: Connection,
  path: string,
  { method = 'GET', headers, body, key, cutAfter }: Sending = {},
): Promise<Reply> {
  const bytes =
    body === undefined || Buffer.isBuffer(body) ? body : Buffer.from(JSON.stringify(body))
  const sent = {
    ...(authorization && { authorization }),
    ...(bytes && {
      'content-type': bytes === body ? 'application/octet-stream' : 'application/json',
      'content-length': String(bytes.length),
    }),
    ...(key && { 'idempotency-key': key }),
    ...headers,
  }
  const started = performance.now()
  return new Promise((resolve) => {
    const finish = (reply: Partial<Reply>) =>
      resolve({
        status: 0,
        headers: {},
        bytes: Buffer.alloc(0),
        ...reply,
        milliseconds: performance.now() - started,
      })
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path, headers: sent })
    outgoing.on('response', (response) => {
      const chunks: Buffer[] = []
      const end = () =>
        finish({
          status: response.statusCode!,
          headers: response.headers,
          bytes: Buffer.concat(chunks),
        })
      // A stream of events never ends.
      if (response.headers['content-type']?.startsWith('text/event-stream')) {
        end()
        return outgoing.destroy()
      }
      response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', end)
      return response.on('error', ({ message }) => finish({ error: message }))
    })
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', ({ message }) => finish({ error: message }))
    if (cutAfter === undefined) outgoing.end(bytes)
    else
      outgoing.write(bytes!.subarray(0, cutAfter), () =>
        setTimeout(() => outgoing.destroy(), CUT_MS),
      )
  })
}

export const rangeHeader = (range: string | undefined): Sending => ({
  headers: range ? { 'x-range': range } : {},
})
export const parse = <T = Record<string, unknown>>({ bytes }: Reply): T =>
  JSON.parse(bytes.toString()) as T
