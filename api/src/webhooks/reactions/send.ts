// Sends what stands in the lines of the webhooks: many targets at once, one delivery of each at a
// time.
import { getEvent } from '../../events/queries.ts'
import { presentEvent } from '../../events/rules.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { startLoop, type JobLog, type ClaimJob, type Worker } from '../../kernel/jobs/loop.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import { resolveTarget, type TargetResolver } from '../commands/resolve-target.ts'
import {
  finishDelivery,
  leaseNextDelivery,
  type DeliveryOutcome,
  type LeasedDelivery,
} from '../queries/queue.ts'
import { retryDelaySeconds } from '../rules/retry.ts'
import { post, type PostResult } from './http-post.ts'

/**
 * `capSeconds`: how long a try may take, from asking for the name to the last byte of the answer.
 */
export type SenderConfig = {
  resolver: TargetResolver
  publicUrl: string
  appUrl: string
  timeoutSeconds: number
}

export const TIMEOUT_SECONDS = 10
const CONCURRENCY = 100
/** Targets that fail never hold more than half of the hands, so that the others always find one. */
const CONCURRENCY_FOR_FAILING = CONCURRENCY / 2

export const startSender = (db: Db, sending: SenderConfig, log: JobLog): Worker =>
  startLoop(takeDeliveries(db, sending), CONCURRENCY, log)

export function takeDeliveries(db: Db, sending: SenderConfig): ClaimJob {
  let failing = 0
  return async () => {
    const turn = await leaseNextDelivery(db, {
      leaseSeconds: sending.timeoutSeconds * 2 + 5,
      soundOnly: failing >= CONCURRENCY_FOR_FAILING,
    })
    if (!turn) return undefined
    const weight = turn.failures > 0 ? 1 : 0
    failing += weight
    return async () => {
      try {
        await finishDelivery(db, turn, await deliver(db, turn, sending))
      } finally {
        failing -= weight
      }
    }
  }
}

async function deliver(
  db: Db,
  turn: LeasedDelivery,
  sending: SenderConfig,
): Promise<DeliveryOutcome> {
  const {
    delivery: { id, type },
    secret,
  } = turn
  const body = await bodyOf(db, turn, sending)
  if (body === undefined) return { status: 'withheld' }
  const { code, error } = await postOnce(turn.url, { id, type, body, secret }, sending)
  return error === null
    ? { status: 'delivered', code: code! }
    : { status: 'waiting', code, error, wait: retryDelaySeconds(turn.failures + 1, Math.random()) }
}

/**
 * The event as it is seen now through the eyes the webhook was lent; nothing, if it is not seen any
 * more.
 */
async function bodyOf(
  db: Db,
  { delivery: { id, type, event, created }, from }: LeasedDelivery,
  sending: SenderConfig,
): Promise<string | undefined> {
  if (!event) return JSON.stringify({ id, type, created, event: null })
  try {
    return JSON.stringify({
      id,
      type,
      created,
      event: presentEvent(await getEvent(db, from, event), viewOf(from, sending)),
    })
  } catch (error) {
    if (error instanceof Problem && error.status === 404) return undefined
    throw error
  }
}

/**
 * Addresses are given without a signature: they are for people, and a machine that wants the bytes
 * has a token of its own.
 */
const viewOf = (person: LeasedDelivery['from'], { publicUrl, appUrl }: SenderConfig): View => ({
  host: new URL(publicUrl).host,
  appUrl,
  person,
  keyId: '',
  sign: (path) => `${publicUrl}/api${path}`,
})

async function postOnce(
  url: string,
  letter: Parameters<typeof post>[1],
  { resolver: scout, timeoutSeconds: capSeconds }: SenderConfig,
): Promise<PostResult> {
  const signal = AbortSignal.timeout(capSeconds * 1000)
  try {
    return await post(await resolveTarget(scout, url, signal), letter, signal)
  } catch (error) {
    if (error instanceof Problem) return { code: null, error: error.message }
    throw error
  }
}
