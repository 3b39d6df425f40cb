// Sends what stands in the lines of the webhooks: many targets at once, one delivery of each at a
// time.
import { getEvent } from '../../events/queries.ts'
import { presentEvent } from '../../events/rules.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { startLoop, type Log, type Take, type Worker } from '../../kernel/jobs/loop.ts'
import { Problem } from '../../kernel/problem.ts'
import type { View } from '../../kernel/view.ts'
import { aim, type Scout } from '../commands/aim.ts'
import { endTurn, takeTurn, type Outcome, type Turn } from '../queries/line.ts'
import { secondsToWait } from '../rules/patience.ts'
import { post, type Answer } from './post.ts'

/**
 * `capSeconds`: how long a try may take, from asking for the name to the last byte of the answer.
 */
export type Sending = { scout: Scout; publicUrl: string; appUrl: string; capSeconds: number }

export const CAP_SECONDS = 10
const HANDS = 100
/** Targets that fail never hold more than half of the hands, so that the others always find one. */
const HANDS_FOR_FAILING = HANDS / 2

export const startSender = (db: Db, sending: Sending, log: Log): Worker =>
  startLoop(turnsOf(db, sending), HANDS, log)

export function turnsOf(db: Db, sending: Sending): Take {
  let failing = 0
  return async () => {
    const turn = await takeTurn(db, {
      leaseSeconds: sending.capSeconds * 2 + 5,
      soundOnly: failing >= HANDS_FOR_FAILING,
    })
    if (!turn) return undefined
    const weight = turn.failures > 0 ? 1 : 0
    failing += weight
    return async () => {
      try {
        await endTurn(db, turn, await deliver(db, turn, sending))
      } finally {
        failing -= weight
      }
    }
  }
}

async function deliver(db: Db, turn: Turn, sending: Sending): Promise<Outcome> {
  const {
    delivery: { id, type },
    secret,
  } = turn
  const body = await bodyOf(db, turn, sending)
  if (body === undefined) return { status: 'withheld' }
  const { code, error } = await tryOnce(turn.url, { id, type, body, secret }, sending)
  return error === null
    ? { status: 'delivered', code: code! }
    : { status: 'waiting', code, error, wait: secondsToWait(turn.failures + 1, Math.random()) }
}

/**
 * The event as it is seen now through the eyes the webhook was lent; nothing, if it is not seen any
 * more.
 */
async function bodyOf(
  db: Db,
  { delivery: { id, type, event, created }, from }: Turn,
  sending: Sending,
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
const viewOf = (person: Turn['from'], { publicUrl, appUrl }: Sending): View => ({
  host: new URL(publicUrl).host,
  appUrl,
  person,
  keyId: '',
  sign: (path) => `${publicUrl}/api${path}`,
})

async function tryOnce(
  url: string,
  letter: Parameters<typeof post>[1],
  { scout, capSeconds }: Sending,
): Promise<Answer> {
  const signal = AbortSignal.timeout(capSeconds * 1000)
  try {
    return await post(await aim(scout, url, signal), letter, signal)
  } catch (error) {
    if (error instanceof Problem) return { code: null, error: error.message }
    throw error
  }
}
