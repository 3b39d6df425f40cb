// Sends the queued deliveries: many targets at once, one delivery per target at a time.
import { getEvent } from '../../events/queries.ts'
import { presentEvent } from '../../events/rules/present.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { openSecret } from '../../kernel/db/encryption/seal-secret.ts'
import {
  DISPATCHED_POLL_MS,
  startLoop,
  type JobLog,
  type ClaimJob,
  type Worker,
} from '../../kernel/jobs/loop.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import {
  RefusedUrlError,
  resolveTarget,
  type TargetResolver,
} from '../../kernel/http/outbound/resolve-target.ts'
import {
  finishDelivery,
  WEBHOOK_SECRET,
  leaseNextDelivery,
  type DeliveryOutcome,
  type LeasedDelivery,
} from '../queries/queue.ts'
import { messageOf } from '../rules/message.ts'
import { retryDelaySeconds } from '../rules/retry.ts'
import { webhookSeconds } from '../../kernel/telemetry/metrics.ts'
import { post, type PostResult } from './http-post.ts'

/** `timeoutSeconds`: limit of an attempt, from the DNS query to the last byte of the response. */
export type SenderConfig = {
  resolver: TargetResolver
  publicUrl: string
  appUrl: string
  timeoutSeconds: number
  masterKeys: MasterKeys
}

export const TIMEOUT_SECONDS = 10
const CONCURRENCY = 100
/** Failing targets use at most half of the concurrency, so that healthy ones are never blocked. */
const CONCURRENCY_FOR_FAILING = CONCURRENCY / 2

/** A dispatcher wakes the sender. */
export const startSender = (db: Db, config: SenderConfig, log: JobLog): Worker =>
  startLoop(takeDeliveries(db, config), CONCURRENCY, log, DISPATCHED_POLL_MS)

export function takeDeliveries(db: Db, config: SenderConfig): ClaimJob {
  let failing = 0
  return async () => {
    const leased = await leaseNextDelivery(db, {
      leaseSeconds: config.timeoutSeconds * 2 + 5,
      healthyOnly: failing >= CONCURRENCY_FOR_FAILING,
    })
    if (!leased) return undefined
    const load = leased.failures > 0 ? 1 : 0
    failing += load
    return async () => {
      try {
        const stopTimer = webhookSeconds.startTimer()
        const outcome = await deliver(db, leased, config)
        stopTimer({ outcome: outcome.status === 'waiting' ? 'failed' : outcome.status })
        await finishDelivery(db, leased, outcome)
      } finally {
        failing -= load
      }
    }
  }
}

async function deliver(
  db: Db,
  leased: LeasedDelivery,
  config: SenderConfig,
): Promise<DeliveryOutcome> {
  const { id, type } = leased.delivery
  const secret = openSecret(config.masterKeys, WEBHOOK_SECRET, leased.webhook, leased.secret)
  const body = await bodyOf(db, leased, config)
  if (body === undefined) return { status: 'withheld' }
  const { code, error } = await postOnce(leased.url, { id, type, body, secret }, config)
  return error === null
    ? { status: 'delivered', code: code! }
    : {
        status: 'waiting',
        code,
        error,
        wait: retryDelaySeconds(leased.failures + 1, Math.random()),
      }
}

/** The event as the owner of the webhook sees it now; undefined if they no longer see it. */
async function bodyOf(
  db: Db,
  { delivery: { id, type, event: eventId, created }, from, format }: LeasedDelivery,
  config: SenderConfig,
): Promise<string | undefined> {
  try {
    const event = eventId
      ? presentEvent(await getEvent(db, from, eventId), viewOf(from, config))
      : null
    return JSON.stringify(
      format === 'reelay' ? { id, type, created, event } : messageOf(format, event, config.appUrl),
    )
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/** URLs are not signed. A program that needs the bytes uses its own token. */
const viewOf = (
  person: LeasedDelivery['from'],
  { publicUrl, appUrl }: SenderConfig,
): ReplyContext => ({
  host: new URL(publicUrl).host,
  appUrl,
  person,
  keyId: '',
  sign: (path) => `${publicUrl}/api${path}`,
})

async function postOnce(
  url: string,
  message: Parameters<typeof post>[1],
  { resolver: scout, timeoutSeconds: capSeconds }: SenderConfig,
): Promise<PostResult> {
  const signal = AbortSignal.timeout(capSeconds * 1000)
  try {
    return await post(await resolveTarget(scout, url, signal), message, signal)
  } catch (error) {
    if (error instanceof RefusedUrlError)
      return { code: null, error: `The URL of the webhook ${error.message}.` }
    throw error
  }
}
