import { viewerOf } from '../../access/queries/visibility.ts'
import { createCursor } from '../../kernel/events/cursor.ts'
import type { App } from '../../kernel/http/app.ts'
import { createBudget } from '../../kernel/http/auth/request-budget.ts'
import { tooMany } from '../../kernel/http/contract/problem.ts'
import { serve } from '../../kernel/http/serve.ts'
import { createEventStreams } from '../../kernel/http/server-sent-events.ts'
import {
  endReviewSession,
  leadReviewSession,
  reportPresence,
  startReviewSession,
  takeLead,
} from '../commands.ts'
import * as contract from '../contract.ts'
import { getReviewSession, listReviewSessions, listRevisions } from '../queries.ts'
import { guestSessionRoutes } from './guests.ts'
import { streamReviewSession, type SessionStreams } from './stream.ts'

/** Other processes are found by polling, as for events. Members follow a leader more closely. */
const POLL_MS = 200
/** The web app sends at most five a second. */
const MESSAGES_PER_MINUTE = 600

export function reviewSessionRoutes(app: App) {
  const cursor = createCursor((ids) => listRevisions(app.database.system, ids), POLL_MS)
  const streams: SessionStreams = { serveEvents: createEventStreams(app), cursor }
  const messages = createBudget(MESSAGES_PER_MINUTE)
  /** Wakes the streams of this process after the commit. */
  const announced = async <T>(change: Promise<T>): Promise<T> => {
    const result = await change
    cursor.wake()
    return result
  }

  serve(app, contract.listReviewSessions, ({ db, person, range, query }) =>
    listReviewSessions(db, viewerOf(person), range, query),
  )
  serve(app, contract.startReviewSession, ({ body, person, transaction }) =>
    transaction((tx) => startReviewSession(tx, { body, by: person })),
  )
  serve(app, contract.getReviewSession, ({ params, db, person }) =>
    getReviewSession(db, viewerOf(person), params.id),
  )
  serve<typeof contract.streamReviewSession>(
    app,
    contract.streamReviewSession,
    ({ params, person, reply }) =>
      streamReviewSession(app, streams, { id: params.id, person, reply }),
  )
  serve(app, contract.leadReviewSession, ({ params, body, person, transaction }) => {
    const wait = messages.take(person._id)
    if (wait > 0) throw tooMany('You send too many messages to the session.', wait)
    return announced(
      transaction((tx) => leadReviewSession(tx, { id: params.id, body, by: person })),
    )
  })
  serve(app, contract.joinReviewSession, ({ params, body, person, transaction }) =>
    announced(transaction((tx) => reportPresence(tx, { id: params.id, body, by: person }))),
  )
  serve(app, contract.takeLead, ({ params, body, person, transaction }) =>
    announced(
      transaction((tx) => takeLead(tx, { id: params.id, member: body.member, by: person })),
    ),
  )
  serve(app, contract.endReviewSession, ({ params, person, checkPreconditions, transaction }) =>
    announced(
      transaction((tx) => endReviewSession(tx, { id: params.id, by: person, checkPreconditions })),
    ),
  )
  guestSessionRoutes(app, { cursor, messages, announced })
}
