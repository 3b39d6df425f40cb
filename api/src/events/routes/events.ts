import type { App } from '../../kernel/http/app.ts'
import { createEventStreams } from '../../kernel/http/server-sent-events.ts'
import { serve } from '../../kernel/http/serve.ts'
import { flagEvent } from '../commands.ts'
import * as contract from '../contract.ts'
import { getEvent, listEvents } from '../queries.ts'
import { presentEvent } from '../rules/present.ts'
import { createSharedReads } from './shared-reads.ts'
import { streamEvents, type StreamContext } from './stream.ts'

export function eventRoutes(app: App) {
  const streams: StreamContext = {
    serveEvents: createEventStreams(app),
    readFor: createSharedReads(app),
  }
  serve(
    app,
    contract.listEvents,
    ({ person, query, range, db }) => listEvents(db, person, range, query),
    presentEvent,
  )
  serve<typeof contract.streamEvents>(
    app,
    contract.streamEvents,
    ({ person, view, query, request, reply }) =>
      streamEvents(app, streams, {
        person,
        view,
        reply,
        recent: query.recent,
        lastEventId: request.headers['last-event-id'],
      }),
  )
  serve(
    app,
    contract.getEvent,
    ({ person, params, db }) => getEvent(db, person, params.id),
    presentEvent,
  )
  serve(
    app,
    contract.flagEvent,
    ({ body: { _id, ...flags }, person, checkPreconditions, transaction }) =>
      transaction((tx) => flagEvent(tx, { id: _id, flags, by: person, checkPreconditions })),
    presentEvent,
  )
}
