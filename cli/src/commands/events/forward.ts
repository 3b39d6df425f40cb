// Sends a webhook delivery to a local URL. Headers, body and signature are those of
// docs/webhooks.md; a test compares them with the sample there.
import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { events } from '@reelay/api/contract'
import { CliError } from '../../output/exit-codes.ts'
import { parseUrl } from '../../server-url.ts'

export type ForwardOptions = { forwardTo?: string; secretFile?: string }
/** `status` is null if there was no response. */
export type ForwardResult = {
  id: string
  type: string
  status: number | null
  error: string | null
}
type DeliveryBody = { id: string; type: string; created: number; event: events.Event | null }
export type ForwardEvent = (delivery: DeliveryBody) => Promise<ForwardResult>

const RESPONSE_TIMEOUT_MS = 10_000
/** Of Standard Webhooks: a secret is this prefix and the key in base64. */
const SECRET_PREFIX = 'whsec_'

export async function createForwarder({
  forwardTo,
  secretFile,
}: ForwardOptions): Promise<ForwardEvent> {
  const url = forwardTo && parseUrl(forwardTo)
  if (!url)
    throw new CliError('usage', 'Name the receiver: --forward-to http://localhost:3000/hook')
  const secret = await getSecret(secretFile)
  return async (delivery) => {
    const { id, type } = delivery
    try {
      const { status } = await fetch(url, {
        method: 'POST',
        body: JSON.stringify(delivery),
        headers: signedHeaders(delivery, secret),
        redirect: 'manual',
        signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      })
      const isSuccess = status >= 200 && status < 300
      return { id, type, status, error: isSuccess ? null : `It responded with ${status}` }
    } catch (error) {
      const isTimeout = error instanceof Error && error.name === 'TimeoutError'
      return {
        id,
        type,
        status: null,
        error: isTimeout ? 'It did not respond in time' : 'It could not be reached',
      }
    }
  }
}

function signedHeaders(delivery: DeliveryBody, secret: string): Record<string, string> {
  const [now, body] = [Math.floor(Date.now() / 1000), JSON.stringify(delivery)]
  const signature = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
  const key = Buffer.from(secret.replace(SECRET_PREFIX, ''), 'base64')
  const standard = createHmac('sha256', key).update(`${delivery.id}.${now}.${body}`)
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Reelay',
    'x-signature': `t=${now},v1=${signature}`,
    'webhook-id': delivery.id,
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,${standard.digest('base64')}`,
    'x-reelay-event': delivery.type,
    'x-reelay-delivery': delivery.id,
  }
}

/** From a file or the environment, never from an argument. A generated one need not be hidden. */
async function getSecret(path: string | undefined): Promise<string> {
  if (path) {
    const content = await readFile(path, 'utf8').catch((error: Error) => {
      throw new CliError('usage', `Cannot read ${path}: ${error.message}`)
    })
    return content.trim()
  }
  if (process.env.REELAY_WEBHOOK_SECRET) return process.env.REELAY_WEBHOOK_SECRET
  const secret = `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`
  console.error(`Signing secret for this run: ${secret}`)
  return secret
}
