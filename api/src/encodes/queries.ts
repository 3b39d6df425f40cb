import { sql } from 'kysely'
import type { Db, Tx } from '../kernel/db/connect.ts'
import type { Probe } from '../media/types.ts'
import { originalOfAsset } from '../renditions/queries/order.ts'
import type { Source } from '../renditions/queries/source.ts'
import type { Standard } from '../renditions/rules/targets.ts'
import type { Wanted } from './rules/plan.ts'

/**
 * What must be known of a request to make something of it. `madeFrom` names the film and each
 * version of the lines.
 */
export type Job = Wanted & {
  id: string
  workRequest: string
  version: number
  madeFrom: string
  by: string
}

export async function findEncode(db: Db | Tx, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    select id, work_request_id as "workRequest", kind, use, value, version, made_from as "madeFrom", person_id as by from encode where id = ${id} and status in ('waiting', 'making')`.execute(
    db,
  )
  return rows[0]
}

/**
 * Orders that found no film, or none with the sound they want, when there was something to make.
 */
export async function findStuck(
  db: Db | Tx,
  file: string,
): Promise<{ workRequest: string; by: string }[]> {
  const { rows } = await sql<{ workRequest: string; by: string }>`
    select distinct on (e.work_request_id) e.work_request_id as "workRequest", e.person_id as by from encode e join work_request w on w.id = e.work_request_id join file f on f.asset_id = w.asset_id
    where f.id = ${file} and e.status = 'failed' and e.error ->> 'code' in ('encode.no-film', 'encode.no-dub')`.execute(
    db,
  )
  return rows
}

export type Film = Source & {
  probe: Probe
  embargoEvent: boolean
  embargoEnd: Date | null
  /** Brought for this order, as a material of it. */ own: boolean
}

/**
 * The newest film among the request's own materials; where there is none, the newest of the asset
 * that nobody brought for an order.
 */
export async function findFilm(db: Db | Tx, request: string): Promise<Film | undefined> {
  const { rows } = await sql<Film>`
    select f.id as file, f.sha256 as key, f.length, m.probe, f.embargo_event as "embargoEvent", f.embargo_end as "embargoEnd", own.own
    from work_request w join file f on f.asset_id = w.asset_id join media m on m.file_id = f.id
    cross join lateral (select exists (select from material mt where mt.work_request_id = w.id and mt.complete and f.id = any (mt.files)) as own) own
    where w.id = ${request} and f.verified_at is not null and f.removed_at is null and m.probe ->> 'kind' = 'video' and (own.own or ${originalOfAsset})
    order by own.own desc, f.received_at desc, f.id desc limit 1`.execute(db)
  return rows[0]
}

export type Sheets = {
  dialogue: { id: string; revision: number } | null
  graphics: { id: string; revision: number } | null
  standard: Standard | null
  dcpLanguage: string | null
  studio: string
  today: string
}

/** Where the request's lines stand, and what else its deliverables are told by. */
export async function readSheets(db: Db | Tx, request: string): Promise<Sheets> {
  const sheet = (part: string) =>
    sql`(select json_build_object('id', sh.id, 'revision', sh.revision) from translation tr join sheet sh on sh.id = tr.sheet_id where tr.work_request_id = w.id and tr.part = ${part})`
  const { rows } = await sql<Sheets>`
    select ${sheet('dialogue')} as dialogue, ${sheet('graphics')} as graphics, t.standard, s.slug as studio, to_char(now() at time zone 'UTC', 'YYYYMMDD') as today,
      (select spoken ->> 'dcpCode' from jsonb_array_elements(t.languages) spoken where spoken ->> 'code' = w.language limit 1) as "dcpLanguage"
    from work_request w join studio s on s.id = w.studio_id left join territory t on t.code = w.territory where w.id = ${request}`.execute(
    db,
  )
  return rows[0]!
}
