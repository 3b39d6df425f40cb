import type { FastifyReply } from 'fastify'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Cursor } from '../../kernel/events/cursor.ts'
import type { App, KnownCaller } from '../../kernel/http/app.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { databaseFor } from '../../kernel/http/database-for.ts'
import {
  bytesOf,
  type ServeEvents,
  type SseConnection,
} from '../../kernel/http/server-sent-events.ts'
import type { ReviewSession } from '../contract.ts'
import { getReviewSession } from '../queries.ts'

/** How often a quiet session looks for members who have gone, and checks the reader's access. */
const RECHECK_MS = 3_000

export type SessionStreams = { serveEvents: ServeEvents; cursor: Cursor }
type StreamInput = { id: string; person: Caller; reply: FastifyReply }

export async function streamReviewSession(
  app: App,
  { serveEvents, cursor }: SessionStreams,
  { id, person, reply }: StreamInput,
): Promise<void> {
  const first: KnownCaller = { caller: person, address: reply.request.ip }
  // A session that the caller does not see is a 404, not an empty stream.
  await read(app, id, first)
  await serveEvents(reply, person._id, (connection) =>
    sendChanges(app, cursor, connection, { id, reader: first }),
  )
}

/** Checks the token and the visibility of what is shown again for every message. */
async function sendChanges(
  app: App,
  cursor: Cursor,
  { signal, send }: SseConnection,
  { id, reader: first }: { id: string; reader: KnownCaller },
): Promise<void> {
  let reader = first
  let sent = ''
  while (!signal.aborted) {
    const update = await refresh(app, id, reader)
    if (!update) return send(bytesOf({ event: 'ended', data: {} }))
    reader = update.reader
    const { session } = update
    const content = JSON.stringify({ ...session, now: 0 })
    if (content !== sent) await send(bytesOf({ id: String(session.revision), data: session }))
    sent = content
    await cursor.waitFor(id, session.revision, signal, RECHECK_MS)
  }
}

/** Undefined if the session is over, or the caller may not see it any more. */
async function refresh(app: App, id: string, caller: KnownCaller) {
  const [reader] = await app.authenticator.refresh([caller])
  if (!reader || reader instanceof Problem) return undefined
  try {
    return { reader, session: await read(app, id, reader) }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

const read = (app: App, id: string, { caller }: KnownCaller): Promise<ReviewSession> =>
  getReviewSession(databaseFor(app, { person: caller, studioClient: null }), viewerOf(caller), id)
