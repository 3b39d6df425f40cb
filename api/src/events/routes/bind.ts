import type { App } from '../../kernel/http/app.ts'
import { liveStreams } from '../../kernel/http/live.ts'
import { serve } from '../../kernel/http/serve.ts'
import { turns } from '../../kernel/turns.ts'
import { flagEvent } from '../commands.ts'
import * as contract from '../contract.ts'
import { getEvent, listEvents } from '../queries.ts'
import { presentEvent } from '../rules.ts'
import { READERS, tellEvents, type Hall } from './stream.ts'

export function eventRoutes(app: App) {
  const { db } = app
  const hall: Hall = { live: liveStreams(app), inTurn: turns(READERS) }
  serve(
    app,
    contract.listEvents,
    ({ person, query, range }) => listEvents(db, person, range, query),
    presentEvent,
  )
  serve<typeof contract.streamEvents>(
    app,
    contract.streamEvents,
    ({ person, view, request, reply }) =>
      tellEvents(app, hall, { person, view, reply, last: request.headers['last-event-id'] }),
  )
  serve(
    app,
    contract.getEvent,
    ({ person, params }) => getEvent(db, person, params.id),
    presentEvent,
  )
  serve(
    app,
    contract.flagEvent,
    ({ body: { _id, ...flags }, person, accept, transaction }) =>
      transaction((tx) => flagEvent(tx, { id: _id, flags, by: person, accept })),
    presentEvent,
  )
}
