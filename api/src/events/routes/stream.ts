import type { FastifyReply } from 'fastify'
import type { Caller } from '../../kernel/caller.ts'
import type { App } from '../../kernel/http/app.ts'
import type { Listener, Live } from '../../kernel/http/live.ts'
import { malformed } from '../../kernel/problem.ts'
import type { turns } from '../../kernel/turns.ts'
import type { View } from '../../kernel/view.ts'
import { eventsBetween, findPlace } from '../queries.ts'
import { presentEvent } from '../rules.ts'

const BATCH = 50
/**
 * Of all who listen: when something happens they all want to read at once, and requests have to get
 * through too.
 */
export const READERS = 2
/** However quiet it is: so often whoever listens is asked again whether they may. */
const ASK_AGAIN_MS = 15_000

/** What all who listen share. */
export type Hall = { live: Live; inTurn: ReturnType<typeof turns> }
type Asked = {
  person: Caller
  view: View
  reply: FastifyReply
  last: string | string[] | undefined
}

/** What happens from now on, or since the event that was heard last. */
export async function tellEvents(
  app: App,
  { live, inTurn }: Hall,
  { person, view, reply, last }: Asked,
): Promise<void> {
  if (last !== undefined && !/^[0-9a-f]{24}$/.test(String(last)))
    throw malformed('header.invalid', 'Last-Event-ID must be an id that this stream gave.')
  const heard = last === undefined ? undefined : await findPlace(app.db, person, String(last))
  const from = heard ?? (await app.tide.highest())
  await live(reply, person._id, async (listener) => {
    // Unknown, foreign or taken away: where it was cannot be said, so nobody shall believe that
    // nothing was missed.
    if (last !== undefined && heard === undefined) await listener.send({ event: 'reset', data: {} })
    await goOn(app, inTurn, listener, { from, person, view })
  })
}

/** Sight, rights and the token itself are read anew for every batch. */
async function goOn(
  { db, doors, tide }: App,
  inTurn: Hall['inTurn'],
  { signal, send }: Listener,
  { from, person, view }: { from: number; person: Caller; view: View },
) {
  let at = from
  while (!signal.aborted) {
    const high = await tide.above(at, AbortSignal.any([signal, AbortSignal.timeout(ASK_AGAIN_MS)]))
    if (signal.aborted) return
    const { caller, found } = await inTurn(async () => {
      const known = await doors.byLink({ person: person._id, token: person.token })
      return {
        caller: known,
        found:
          high === undefined
            ? []
            : await eventsBetween(db, known, { after: at, upTo: high, most: BATCH }),
      }
    })
    if (high === undefined) continue
    for (const { event } of found)
      await send({ id: event._id, data: presentEvent(event, { ...view, person: caller }) })
    at = found.length < BATCH ? high : found.at(-1)!.place
  }
}
