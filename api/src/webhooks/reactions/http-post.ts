import { createHmac } from 'node:crypto'
import http from 'node:http'
import https from 'node:https'
import type { LookupFunction } from 'node:net'
import type { WebhookTarget } from '../commands/resolve-target.ts'

/**
 * What is sent: the same body under the same id each time it is tried, unless what it tells of has
 * changed.
 */
export type WebhookMessage = { id: string; type: string; body: string; secret: string }
export type PostResult = { code: number | null; error: string | null }

const MAX_RESPONSE_BYTES = 64 * 1024

/**
 * Sends once, to where the address led when it was looked at. An answer other than 2xx is an error;
 * so is a redirection, which is followed nowhere.
 */
export async function post(
  target: WebhookTarget,
  letter: WebhookMessage,
  signal: AbortSignal,
): Promise<PostResult> {
  try {
    const code = await send(target, letter, signal)
    return { code, error: code >= 200 && code < 300 ? null : `It answered ${code}` }
  } catch (error) {
    return {
      code: null,
      error: signal.aborted
        ? 'It did not answer in time'
        : `It could not be reached (${(error as { code?: string }).code ?? 'no answer'})`,
    }
  }
}

async function send(
  { url, addresses }: WebhookTarget,
  letter: WebhookMessage,
  signal: AbortSignal,
): Promise<number> {
  const { request, Agent } = url.protocol === 'https:' ? https : http
  // An agent of its own: no connection that was made to somewhere else, and no proxy of the
  // environment.
  const agent = new Agent({ keepAlive: false })
  try {
    return await new Promise<number>((resolve, reject) => {
      const asked = request(url, {
        method: 'POST',
        headers: headersOf(letter),
        lookup: pinnedTo(addresses),
        agent,
        signal,
      })
      let silent = true
      asked.on('response', (answer) => {
        silent = false
        drainResponse(answer).then(() => resolve(answer.statusCode!), reject)
      })
      asked.on('error', reject)
      asked.on('close', () => silent && reject(new Error('The connection ended without an answer')))
      asked.end(letter.body)
    })
  } finally {
    agent.destroy()
  }
}

/** Nobody is asked a second time where the name leads. */
const pinnedTo =
  (addresses: WebhookTarget['addresses']): LookupFunction =>
  (_name, { all }, found) =>
    all ? found(null, addresses) : found(null, addresses[0]!.address, addresses[0]!.family)

function headersOf({ id, type, body, secret }: WebhookMessage) {
  return {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'user-agent': 'Reelay',
    'x-signature': signatureOf(secret, body, Math.floor(Date.now() / 1000)),
    'x-reelay-event': type,
    'x-reelay-delivery': id,
  }
}

/** The time is signed too, so that who recorded a delivery cannot play it again later. */
const signatureOf = (secret: string, body: string, now: number) =>
  `t=${now},v1=${createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')}`

/**
 * To its end, or as far as anybody needs to answer: what it says is not kept, so that nobody can
 * read through us what only we can reach.
 */
async function drainResponse(answer: http.IncomingMessage): Promise<void> {
  let length = 0
  for await (const piece of answer) {
    length += (piece as Buffer).length
    if (length > MAX_RESPONSE_BYTES) return
  }
}
