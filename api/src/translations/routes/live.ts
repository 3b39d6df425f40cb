// Streams changed lines and present people to open editors.
import type { FastifyReply } from 'fastify'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { createCursor, type Cursor } from '../../kernel/events/cursor.ts'
import type { App, KnownCaller } from '../../kernel/http/app.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import { Problem, malformed } from '../../kernel/http/contract/problem.ts'
import { databaseFor } from '../../kernel/http/database-for.ts'
import { serve } from '../../kernel/http/serve.ts'
import {
  bytesOf,
  createEventStreams,
  type SseConnection,
} from '../../kernel/http/server-sent-events.ts'
import { findChangesSince } from '../../lines/commands/changes.ts'
import { presentEdit } from '../../lines/routes.ts'
import { endPresence, updatePresence } from '../commands/presence.ts'
import * as contract from '../contract.ts'
import { getLiveTranslation, listChanges, type LiveTranslation } from '../queries/live.ts'

/** Changes of other processes are found by polling, with one statement for all open editors. */
const POLL_MS = 200
/** How often a quiet stream checks that its caller still has access, and who has left. */
const RECHECK_MS = 15_000

export function liveRoutes(app: App) {
  const cursor = createCursor((ids) => listChanges(app.database.system, ids), POLL_MS)
  const serveEvents = createEventStreams(app)
  // Lines are changed by many routes.
  app.fastify.addHook('onResponse', async ({ method, routeOptions }) => {
    if (method !== 'GET' && routeOptions.url?.startsWith('/api/translations/')) cursor.wake()
  })

  serve(app, contract.bePresent, ({ person, params, body, db }) =>
    updatePresence(db, {
      id: params.id,
      line: body.line,
      selection: body.selection ?? null,
      by: person,
    }),
  )
  serve(app, contract.leave, async ({ person, params, db }) => {
    await getLive(db, person, params.id)
    await endPresence(db, { id: params.id, by: person })
    return { left: true } as const
  })
  serve<typeof contract.streamTranslation>(
    app,
    contract.streamTranslation,
    async ({ params: { id }, person, request, reply, db }) => {
      const live = await getLive(db, person, id)
      const since = sinceOf(request.headers['last-event-id']) ?? live.revision
      await serveEvents(reply, person._id, (connection) =>
        sendUpdates(app, cursor, connection, { id, since, reply, person }),
      )
    },
  )
}

const getLive = (db: Db, person: Caller, id: string): Promise<LiveTranslation> =>
  getLiveTranslation(db, viewerOf(person), { id, person: person._id })

function sinceOf(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined
  if (!/^\d{1,9}$/.test(String(header)))
    throw malformed('header.invalid', 'Last-Event-ID must be a revision of the translation.')
  return Number(header)
}

type StreamInput = { id: string; since: number; reply: FastifyReply; person: Caller }

/** Checks the token and the visibility again for every message. */
async function sendUpdates(
  app: App,
  cursor: Cursor,
  { signal, send }: SseConnection,
  { id, since: first, reply, person }: StreamInput,
): Promise<void> {
  let reader: KnownCaller = { caller: person, address: reply.request.ip }
  let [since, people] = [first, '']
  while (!signal.aborted) {
    const current = await refresh(app, id, reader)
    if (!current) return send(bytesOf({ event: 'ended', data: {} }))
    reader = current.reader
    const { live, db } = current
    if (live.revision > since || JSON.stringify(live.people) !== people) {
      await send(await updateBytes(app, db, { live, since, person: reader.caller }))
      since = Math.max(since, live.revision)
      people = JSON.stringify(live.people)
    }
    await cursor.waitFor(id, live.changes, signal, RECHECK_MS)
  }
}

/** Undefined if the caller may not see the translation any more. */
async function refresh(app: App, id: string, caller: KnownCaller) {
  const [reader] = await app.authenticator.refresh([caller])
  if (!reader || reader instanceof Problem) return undefined
  const db = databaseFor(app, { person: reader.caller, studioClient: null })
  try {
    return { reader, db, live: await getLive(db, reader.caller, id) }
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

type UpdateInput = { live: LiveTranslation; since: number; person: Caller }

/** The lines come as JSON. */
async function updateBytes(
  { compute }: App,
  db: Db,
  { live: { textTrack, revision, people }, since, person }: UpdateInput,
): Promise<Buffer> {
  const changes =
    revision > since
      ? (await presentEdit(compute, person, await findChangesSince(db, textTrack, since))).bytes
      : [Buffer.from('null')]
  return Buffer.concat([
    Buffer.from(
      `id: ${revision}\ndata: {"people":${JSON.stringify(people)},"since":${since},"changes":`,
    ),
    ...changes,
    Buffer.from('}\n\n'),
  ])
}
