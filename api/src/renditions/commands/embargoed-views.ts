import type { FastifyRequest } from 'fastify'
import { viewerOf } from '../../access/queries/visibility.ts'
import { recordAudit } from '../../kernel/audit/record.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { LOCKS, lockForTransaction } from '../../kernel/db/locks.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Endpoint } from '../../kernel/http/contract/endpoint.ts'
import type { PlaybackRequest } from '../queries/playable.ts'

export type FilmView = PlaybackRequest & {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  request: Pick<FastifyRequest, 'id' | 'ip'>
}

/**
 * Adds an audit entry when somebody opens or plays a film that is under embargo: one per person,
 * file, session and hour. It is committed before the film is sent.
 */
export async function recordEmbargoedView(db: Db, view: FilmView): Promise<void> {
  if (!(await findUnrecorded(db, view))) return
  await inTransaction(db, async (tx) => {
    // A player requests the playlist and the storyboard at the same time.
    await lockForTransaction(tx, LOCKS.embargoedView, `${view.person._id} ${view.id}`)
    const film = await findUnrecorded(tx, view)
    if (!film) return
    const { person, endpoint, request, record, id } = view
    await recordAudit(tx, {
      by: { _id: person._id, name: person.name, token: person.token },
      action: actOf(endpoint),
      about: { kind: 'files', id: film.file, name: film.name },
      studios: [film.studio],
      input: { [record.noun]: id },
      request: request.id,
      address: request.ip,
    })
  })
}

type FilmCall = { db: Db; params: { id: string }; person: Caller; request: FilmView['request'] }

/** A handler that reads a record with `read` and records that its film was opened. */
export const recordViews =
  <Call extends FilmCall, T>(
    film: Pick<FilmView, 'record' | 'endpoint'>,
    read: (call: Call) => Promise<T>,
  ) =>
  async (call: Call): Promise<T> => {
    const reply = await read(call)
    const { db, params, person, request } = call
    await recordEmbargoedView(db, { ...film, id: params.id, person, request })
    return reply
  }

const actOf = ({ method, path }: FilmView['endpoint']) => `${method} ${path}`

type EmbargoedFilm = { file: string; name: string; studio: string }

async function findUnrecorded(
  db: Db | Tx,
  { record, id, person, endpoint }: FilmView,
): Promise<EmbargoedFilm | undefined> {
  const { rows } = await sql<EmbargoedFilm>`
    select f.id as file, f.name, f.studio_id as studio
    from ${record.from}
    where ${record.sees(viewerOf(person), id)}
      and embargoed(f.embargo_end, f.embargo_event, a.terminal)
      and not exists (
        select from audit seen
        where seen.about_id = f.id and seen.by_id = ${person._id}
          and seen.token is not distinct from ${person.token ?? null}
          and seen.action = ${actOf(endpoint)}
          and seen.at >= date_trunc('hour', now())
      )`.execute(db)
  return rows[0]
}
