import type { FastifyReply } from 'fastify'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { App } from '../../kernel/http/app.ts'
import type { SseConnection, ServeEvents } from '../../kernel/http/server-sent-events.ts'
import { malformed } from '../../kernel/http/contract/problem.ts'
import type { limitConcurrency } from '../../kernel/http/concurrency-limit.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import { listEventsBetween, findSequence } from '../queries.ts'
import { presentEvent } from '../rules.ts'

const BATCH = 50
/**
 * Of all who listen: when something happens they all want to read at once, and requests have to get
 * through too.
 */
export const CONCURRENT_READS = 2
/** However quiet it is: so often whoever listens is asked again whether they may. */
const RECHECK_ACCESS_MS = 15_000

/** What all who listen share. */
export type StreamContext = { live: ServeEvents; inTurn: ReturnType<typeof limitConcurrency> }
type StreamInput = {
  person: Caller
  view: View
  reply: FastifyReply
  last: string | string[] | undefined
}

/** What happens from now on, or since the event that was heard last. */
export async function streamEvents(
  app: App,
  { live, inTurn }: StreamContext,
  { person, view, reply, last }: StreamInput,
): Promise<void> {
  if (last !== undefined && !/^[0-9a-f]{24}$/.test(String(last)))
    throw malformed('header.invalid', 'Last-Event-ID must be an id that this stream gave.')
  const heard = last === undefined ? undefined : await findSequence(app.db, person, String(last))
  const from = heard ?? (await app.eventCursor.highest())
  await live(reply, person._id, async (listener) => {
    // Unknown, foreign or taken away: where it was cannot be said, so nobody shall believe that
    // nothing was missed.
    if (last !== undefined && heard === undefined) await listener.send({ event: 'reset', data: {} })
    await sendEvents(app, inTurn, listener, { from, person, view })
  })
}

/** Sight, permissions and the token itself are read anew for every batch. */
async function sendEvents(
  { db, authenticator, eventCursor }: App,
  inTurn: StreamContext['inTurn'],
  { signal, send }: SseConnection,
  { from, person, view }: { from: number; person: Caller; view: View },
) {
  let at = from
  while (!signal.aborted) {
    const high = await eventCursor.waitFor(
      at,
      AbortSignal.any([signal, AbortSignal.timeout(RECHECK_ACCESS_MS)]),
    )
    if (signal.aborted) return
    const { caller, found } = await inTurn(async () => {
      const known = await authenticator.byLink({ person: person._id, token: person.token })
      return {
        caller: known,
        found:
          high === undefined
            ? []
            : await listEventsBetween(db, known, { after: at, upTo: high, most: BATCH }),
      }
    })
    if (high === undefined) continue
    for (const { event } of found)
      await send({ id: event._id, data: presentEvent(event, { ...view, person: caller }) })
    at = found.length < BATCH ? high : found.at(-1)!.sequence
  }
}
