import http from 'node:http'
import https from 'node:https'
import { pinnedTo, type Target } from '../../kernel/http/outbound/resolve-target.ts'
import { signatureHeaders } from '../commands/sign.ts'

/** Every attempt sends the same id, and the same body unless the event has changed. */
export type WebhookMessage = { id: string; type: string; body: string; secret: string }
export type PostResult = { code: number | null; error: string | null }

const MAX_RESPONSE_BYTES = 64 * 1024

/** Sends once, to the resolved addresses. Any status but 2xx is an error, also a redirect. */
export async function post(
  target: Target,
  message: WebhookMessage,
  signal: AbortSignal,
): Promise<PostResult> {
  try {
    const code = await send(target, message, signal)
    return {
      code,
      error: code >= 200 && code < 300 ? null : `The target responded with status ${code}`,
    }
  } catch (error) {
    return {
      code: null,
      error: signal.aborted
        ? 'The target did not respond in time'
        : `The target could not be reached (${(error as { code?: string }).code ?? 'no response'})`,
    }
  }
}

async function send(
  { url, addresses }: Target,
  message: WebhookMessage,
  signal: AbortSignal,
): Promise<number> {
  const { request: openRequest, Agent } = url.protocol === 'https:' ? https : http
  // A new agent never reuses a connection and ignores proxy settings of the environment.
  const agent = new Agent({ keepAlive: false })
  try {
    return await new Promise<number>((resolve, reject) => {
      const request = openRequest(url, {
        method: 'POST',
        headers: headersOf(message),
        lookup: pinnedTo(addresses),
        agent,
        signal,
      })
      let isPending = true
      request.on('response', (response) => {
        isPending = false
        drainResponse(response).then(() => resolve(response.statusCode!), reject)
      })
      request.on('error', reject)
      request.on(
        'close',
        () => isPending && reject(new Error('The connection closed without a response')),
      )
      request.end(message.body)
    })
  } finally {
    agent.destroy()
  }
}

function headersOf({ id, type, body, secret }: WebhookMessage) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Reelay',
    ...signatureHeaders({ id, body, secret, now: Math.floor(Date.now() / 1000) }),
    'x-reelay-event': type,
    'x-reelay-delivery': id,
  }
}

/** Reads the response to its end or to a limit, and drops it: it may contain private data. */
async function drainResponse(response: http.IncomingMessage): Promise<void> {
  let length = 0
  for await (const chunk of response) {
    length += (chunk as Buffer).length
    if (length > MAX_RESPONSE_BYTES) return
  }
}
