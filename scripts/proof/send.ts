// Requests whose response is only read, never judged: the caller decides what is a failure.
import { request, type Agent } from 'node:http'
import { buffer } from 'node:stream/consumers'

export type ProofConnection = { port: number; agent: Agent; authorization: string }
export type ProofResponse = {
  /** 0 without a response. */
  status: number
  retryAfter: string | undefined
  location?: string | undefined
  /** Why there is no response. */
  error?: string
  bytes: Buffer
}
type Content = {
  body?: object
  bytes?: Buffer
  key?: string
  headers?: Record<string, string>
}

/** Without a byte in either direction. Longer than any limit of the service and of its proxies. */
const TIMEOUT_MS = 60_000

export function send(
  { port, agent, authorization }: ProofConnection,
  method: 'GET' | 'POST' | 'PUT' | 'PATCH',
  path: string,
  { body, bytes, key, headers: more }: Content = {},
): Promise<ProofResponse> {
  const content = body ? Buffer.from(JSON.stringify(body)) : bytes
  const headers = {
    authorization,
    ...(content && {
      'content-type': body ? 'application/json' : 'application/octet-stream',
      'content-length': content.length,
    }),
    ...(key && { 'idempotency-key': key }),
    ...more,
  }
  return new Promise((resolve) => {
    const fail = ({ message }: Error) =>
      resolve({ status: 0, retryAfter: undefined, error: message, bytes: Buffer.alloc(0) })
    const outgoing = request(
      { host: '127.0.0.1', port, agent, method, path: `/api${path}`, headers },
      (response) => {
        buffer(response).then(
          (bytes) =>
            resolve({
              status: response.statusCode!,
              retryAfter: response.headers['retry-after'],
              location: response.headers.location,
              bytes,
            }),
          fail,
        )
      },
    )
    outgoing.setTimeout(TIMEOUT_MS, () => outgoing.destroy(new Error('timeout')))
    outgoing.on('error', fail).end(content)
  })
}

export const parse = ({ bytes }: ProofResponse) =>
  JSON.parse(bytes.toString()) as Record<string, unknown>
