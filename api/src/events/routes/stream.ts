import type { FastifyReply } from 'fastify'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { App, KnownCaller } from '../../kernel/http/app.ts'
import { databaseFor } from '../../kernel/http/database-for.ts'
import {
  bytesOf,
  type ServeEvents,
  type SseConnection,
} from '../../kernel/http/server-sent-events.ts'
import { malformed } from '../../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../../kernel/http/contract/reply-context.ts'
import { findSequence } from '../queries.ts'
import type { Listener, ReadForListener } from './shared-reads.ts'

/** How often a quiet stream checks that its caller still has access. */
const RECHECK_ACCESS_MS = 15_000

/** Shared by all streams. */
export type StreamContext = { serveEvents: ServeEvents; readFor: ReadForListener }
type StreamInput = {
  person: Caller
  view: ReplyContext
  reply: FastifyReply
  lastEventId: string | string[] | undefined
  recent: string | undefined
}

/** Streams new events, or all events since Last-Event-ID, or also those of the last milliseconds. */
export async function streamEvents(
  app: App,
  { serveEvents, readFor }: StreamContext,
  { person, view, reply, lastEventId, recent }: StreamInput,
): Promise<void> {
  if (lastEventId !== undefined && !/^[0-9a-f]{24}$/.test(String(lastEventId)))
    throw malformed('header.invalid', 'Last-Event-ID must be the id of an event of this stream.')
  const last =
    lastEventId === undefined
      ? undefined
      : await findSequence(
          databaseFor(app, { person, studioClient: null }),
          person,
          String(lastEventId),
        )
  const identity: KnownCaller = { caller: person, address: reply.request.ip }
  const from = last ?? (await findStart(app, recent, reply))
  await serveEvents(reply, person._id, async (connection) => {
    // An unknown id has no sequence, so the client must assume that it missed events.
    if (lastEventId !== undefined && last === undefined)
      await connection.send(bytesOf({ event: 'reset', data: {} }))
    await sendEvents(app, readFor, connection, { identity, view, sequence: from })
  })
}

/** `recent` counts from when the request arrived. */
const findStart = (
  { eventCursor }: App,
  recent: string | undefined,
  { elapsedTime }: FastifyReply,
): Promise<number> =>
  recent === undefined ? eventCursor.highest() : eventCursor.before(Number(recent) + elapsedTime)

/** Reads the token, the permissions and the visibility again for every batch. */
async function sendEvents(
  { eventCursor }: App,
  readFor: ReadForListener,
  { signal, send }: SseConnection,
  start: Listener,
) {
  let { identity, sequence } = await readFor(start, undefined)
  while (!signal.aborted) {
    const highest = await eventCursor.waitFor(sequence, signal, RECHECK_ACCESS_MS)
    if (signal.aborted) return
    const read = await readFor({ identity, view: start.view, sequence }, highest)
    if (read.messages.length) await send(read.messages)
    ;({ identity, sequence } = read)
  }
}
