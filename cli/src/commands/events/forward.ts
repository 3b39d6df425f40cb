// Sends what a webhook would send, to an address of this machine. Headers, body and signature are
// those of docs/webhooks.md; a test holds them against the sample there.
import { createHmac, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { events } from '@reelay/api/contract'
import { urlFrom } from '../../server-url.ts'
import { Stop } from '../../output/exit-codes.ts'

export type Aim = { forward?: string; secretFile?: string }
/** `status` is null where nobody answered. */
export type Delivered = { id: string; type: string; status: number | null; error: string | null }
export type Deliver = (told: {
  id: string
  type: string
  created: number
  event: events.Event | null
}) => Promise<Delivered>

const SECONDS_TO_ANSWER = 10

export async function forwardTo({ forward, secretFile }: Aim): Promise<Deliver> {
  const address = forward && urlFrom(forward)
  if (!address)
    throw new Stop('misused', 'Say where to send it: --forward http://localhost:3000/hook')
  const secret = await secretOf(secretFile)
  return async (told) => {
    const { id, type } = told
    try {
      const { status } = await fetch(address, {
        method: 'POST',
        body: JSON.stringify(told),
        headers: headersOf(told, secret),
        redirect: 'manual',
        signal: AbortSignal.timeout(SECONDS_TO_ANSWER * 1000),
      })
      return {
        id,
        type,
        status,
        error: status >= 200 && status < 300 ? null : `It answered ${status}`,
      }
    } catch (error) {
      return {
        id,
        type,
        status: null,
        error:
          error instanceof Error && error.name === 'TimeoutError'
            ? 'It did not answer in time'
            : 'It could not be reached',
      }
    }
  }
}

function headersOf(told: Parameters<Deliver>[0], secret: string): Record<string, string> {
  const now = Math.floor(Date.now() / 1000)
  const signature = createHmac('sha256', secret)
    .update(`${now}.${JSON.stringify(told)}`)
    .digest('hex')
  return {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Reelay',
    'x-signature': `t=${now},v1=${signature}`,
    'x-reelay-event': told.type,
    'x-reelay-delivery': told.id,
  }
}

/**
 * Of a file or the environment; an argument would stand in the history of the shell. One that is
 * made up here is no secret worth hiding.
 */
async function secretOf(path: string | undefined): Promise<string> {
  if (path)
    return (
      await readFile(path, 'utf8').catch((error: Error) => {
        throw new Stop('misused', `${path} cannot be read: ${error.message}`)
      })
    ).trim()
  if (process.env.REELAY_WEBHOOK_SECRET) return process.env.REELAY_WEBHOOK_SECRET
  const made = randomBytes(32).toString('base64url')
  console.error(`Signed with a secret made for this run: ${made}`)
  return made
}
