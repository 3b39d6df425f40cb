// The signature headers of a delivery, in our own form and in that of Standard Webhooks
// (https://www.standardwebhooks.com). The signatures include the time, so that a recorded delivery
// cannot be replayed later.
import { createHmac } from 'node:crypto'

/** A secret is this prefix and the key in base64. */
export const SECRET_PREFIX = 'whsec_'

type Signed = { id: string; body: string; secret: string; now: number }

/** `now` is in seconds since 1970. */
export function signatureHeaders({ id, body, secret, now }: Signed): Record<string, string> {
  const own = createHmac('sha256', secret).update(`${now}.${body}`).digest('hex')
  const standard = createHmac('sha256', keyOf(secret)).update(`${id}.${now}.${body}`)
  return {
    'x-signature': `t=${now},v1=${own}`,
    'webhook-id': id,
    'webhook-timestamp': String(now),
    'webhook-signature': `v1,${standard.digest('base64')}`,
  }
}

/** Secrets from before Standard Webhooks have no prefix; they are base64url. */
const keyOf = (secret: string): Buffer =>
  Buffer.from(
    secret.startsWith(SECRET_PREFIX) ? secret.slice(SECRET_PREFIX.length) : secret,
    'base64',
  )
