import { viewerOf } from '../../access/queries/visibility.ts'
import type { Cursor } from '../../kernel/events/cursor.ts'
import type { App } from '../../kernel/http/app.ts'
import type { Budget } from '../../kernel/http/auth/request-budget.ts'
import { tooMany } from '../../kernel/http/contract/problem.ts'
import { serve } from '../../kernel/http/serve.ts'
import { followAsGuest } from '../commands.ts'
import * as contract from '../contract.ts'
import { findGuestSession } from '../queries.ts'

/** Shorter than the time after which a member has left. */
const MAX_WAIT_MS = 3_000

type Tools = {
  cursor: Cursor
  messages: Budget
  announced: <T>(change: Promise<T>) => Promise<T>
}

/** Replies that wait, instead of a stream: each one checks the share again. */
export function guestSessionRoutes(app: App, { cursor, messages, announced }: Tools) {
  serve(app, contract.findGuestSession, async ({ db, person }) => ({
    session: (await findGuestSession(db, viewerOf(person))) ?? null,
  }))
  serve(app, contract.followAsGuest, async ({ body, db, person, transaction }) => {
    const wait = messages.take(person.token ?? person._id)
    if (wait > 0) throw tooMany('You send too many messages to the session.', wait)
    const { session: id, state, after } = body
    if (after !== undefined && state !== 'left') {
      const session = await findGuestSession(db, viewerOf(person), id)
      if (session && session.revision <= after)
        await cursor.waitFor(id, after, app.stopping.signal, MAX_WAIT_MS)
    }
    const follow = transaction((tx) => followAsGuest(tx, { body, by: person }))
    return { session: (await announced(follow)) ?? null }
  })
}
