import type { FastifyReply } from 'fastify'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { App } from '../../kernel/http/app.ts'
import { databaseFor } from '../../kernel/http/database-for.ts'
import type { SseConnection, ServeEvents } from '../../kernel/http/server-sent-events.ts'
import { malformed } from '../../kernel/http/contract/problem.ts'
import type { limitConcurrency } from '../../kernel/http/concurrency-limit.ts'
import type { View } from '../../kernel/http/contract/view.ts'
import { listEventsBetween, findSequence } from '../queries.ts'
import { presentEvent } from '../rules.ts'

const BATCH_SIZE = 50
/** An event wakes all streams at once. This limit leaves database connections for requests. */
export const CONCURRENT_READS = 2
/** How often a quiet stream checks that its caller still has access. */
const RECHECK_ACCESS_MS = 15_000

/** Shared by all streams. */
export type StreamContext = {
  serveEvents: ServeEvents
  limitReads: ReturnType<typeof limitConcurrency>
}
type StreamInput = {
  person: Caller
  view: View
  reply: FastifyReply
  lastEventId: string | string[] | undefined
}

/** Streams new events, or all events since Last-Event-ID. */
export async function streamEvents(
  app: App,
  { serveEvents, limitReads }: StreamContext,
  { person, view, reply, lastEventId }: StreamInput,
): Promise<void> {
  if (lastEventId !== undefined && !/^[0-9a-f]{24}$/.test(String(lastEventId)))
    throw malformed('header.invalid', 'Last-Event-ID must be the id of an event of this stream.')
  const last =
    lastEventId === undefined
      ? undefined
      : await findSequence(readerDb(app, person), person, String(lastEventId))
  const address = reply.request.ip
  const from = last ?? (await app.eventCursor.highest())
  await serveEvents(reply, person._id, async (connection) => {
    // An unknown id has no sequence, so the client must assume that it missed events.
    if (lastEventId !== undefined && last === undefined)
      await connection.send({ event: 'reset', data: {} })
    await sendEvents(app, limitReads, connection, { from, person, view, address })
  })
}

/** The caller as read now: their studios may have changed since the stream began. */
const readerDb = (app: App, person: Caller) => databaseFor(app, { person, studioClient: null })

/** Reads the token, the permissions and the visibility again for every batch. */
async function sendEvents(
  app: App,
  limitReads: StreamContext['limitReads'],
  { signal, send }: SseConnection,
  { from, person, view, address }: { from: number; person: Caller; view: View; address: string },
) {
  const { authenticator, eventCursor } = app
  let sequence = from
  while (!signal.aborted) {
    const timeout = AbortSignal.timeout(RECHECK_ACCESS_MS)
    const highest = await eventCursor.waitFor(sequence, AbortSignal.any([signal, timeout]))
    if (signal.aborted) return
    const { caller, events } = await limitReads(async () => {
      const current = await authenticator.refresh(person, address)
      if (highest === undefined) return { caller: current, events: [] }
      const range = { after: sequence, upTo: highest, limit: BATCH_SIZE }
      return {
        caller: current,
        events: await listEventsBetween(readerDb(app, current), current, range),
      }
    })
    if (highest === undefined) continue
    for (const { event } of events)
      await send({ id: event._id, data: presentEvent(event, { ...view, person: caller }) })
    sequence = events.length < BATCH_SIZE ? highest : events.at(-1)!.sequence
  }
}
