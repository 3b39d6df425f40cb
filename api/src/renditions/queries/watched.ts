// What is watched, found by the id of the record that shows it, in the sight of who asks at this
// moment, by the clock of the database.
// One statement each, and never a path: a link that was given out opens nothing that was closed
// since.
import { sql, type RawBuilder } from 'kysely'
import { viewerOf, type Viewer } from '../../access/queries/sight.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Db } from '../../kernel/db/connect.ts'
import type { Storyboard } from '../../media/types.ts'
import { notFound } from '../../kernel/problem.ts'
import type { Facts, Segment, Variant } from '../rules/playlist.ts'
import type { StoredShowing } from '../rules/showing.ts'
import { MARKED, type Name } from '../rules/steps.ts'
import { marks, showing } from './showing.ts'

type Sql = RawBuilder<unknown>
/**
 * A kind of record that shows a file: where it is found, over `file f` and `asset a`, and who sees
 * it.
 */
export type Screen = { noun: string; from: Sql; sees: (viewer: Viewer, id: string) => Sql }
/** Who wants to watch which record. */
export type Sitting = { screen: Screen; id: string; person: Caller }

export type Part = { key: string; length: number; mime: string }
export type Watched = {
  file: string
  showing: StoredShowing
  variants: Variant[]
  /** From the smallest to the largest. */
  stills: Part[]
  marked: { facts: Facts & Fault; begun: boolean } | null
}
/** Why a rendition for one viewer could not be made. */
export type Fault = { reason?: { code: string; message: string } }

/** How long a film that was marked for a viewer is shown to them again. */
export const fresh = sql`r.made_at > now() - interval '1 day'`

export async function getWatched(db: Db, { screen, id, person }: Sitting): Promise<Watched> {
  const { rows } = await sql<Watched>`
    select f.id as file, ${showing} as showing,
      coalesce((select json_agg(json_build_object('variant', r.variant, 'facts', r.facts)) from rendition r where r.file_id = f.id and r.kind = 'hls' and r.person_id is null and r.whole), '[]') as variants,
      coalesce((select json_agg(json_build_object('key', p.key, 'length', p.length, 'mime', p.mime) order by p.number)
        from rendition r join rendition_part p on p.rendition_id = r.id where r.file_id = f.id and r.kind = 'image' and r.person_id is null), '[]') as stills,
      (select json_build_object('facts', r.facts, 'begun', exists (select from rendition_part p where p.rendition_id = r.id and p.number > 0))
        from rendition r where r.file_id = f.id and r.kind = 'hls' and r.variant = ${MARKED} and r.person_id = ${person._id} and ${fresh}) as marked
    from ${screen.from} where ${screen.sees(viewerOf(person), id)}`.execute(db)
  if (!rows[0]) throw notFound(screen.noun)
  return rows[0]
}

export async function findPart(
  db: Db,
  sitting: Sitting,
  { number, ...name }: Name & { number: number },
): Promise<Part | undefined> {
  const { rows } = await sql<Part>`
    select p.key, p.length, p.mime from ${rendition(sitting, name)} join rendition_part p on p.rendition_id = r.id and p.number = ${number}
    where ${shown(sitting)}`.execute(db)
  return rows[0]
}

export type Reel = {
  facts: Facts & Partial<Storyboard>
  whole: boolean
  duration: number
  segments: Segment[]
}

export async function findReel(db: Db, sitting: Sitting, name: Name): Promise<Reel | undefined> {
  const { rows } = await sql<Reel>`
    select r.facts, r.whole, coalesce((select (m.probe ->> 'duration')::float8 from media m where m.file_id = f.id), 0) as duration,
      coalesce((select json_agg(json_build_object('number', p.number, 'duration', p.duration) order by p.number) from rendition_part p where p.rendition_id = r.id and p.number > 0), '[]') as segments
    from ${rendition(sitting, name)} where ${shown(sitting)}`.execute(db)
  return rows[0]
}

/**
 * A film marked for somebody is theirs alone; where films are marked, nothing of one is shown that
 * is not.
 */
function rendition({ screen, person }: Sitting, { kind, variant }: Name): Sql {
  const isMarked = variant === MARKED
  return sql`${screen.from} join rendition r on r.file_id = f.id and r.kind = ${kind} and r.variant = ${variant} and r.person_id is not distinct from ${isMarked ? person._id : null}
    and (${isMarked || !['hls', 'poster'].includes(kind)} or not ${marks} or (select m.probe ->> 'kind' from media m where m.file_id = f.id) <> 'video')`
}

const shown = ({ screen, id, person }: Sitting): Sql => screen.sees(viewerOf(person), id)
