import type { Db, Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Probe } from '@reelay/media/types'
import { isOriginalOfAsset } from '../renditions/queries/delivery-context.ts'
import type { SourceFile } from '../renditions/queries/source.ts'
import type { TelevisionStandard } from '@reelay/media/delivery-targets'
import type { DeliveryRule } from '../studios/contract.ts'
import type { PlannedEncode } from './rules/plan.ts'

/** One file to produce for a work request. `sourceDigest` identifies the film and the line revisions. */
export type EncodeJob = PlannedEncode & {
  id: string
  workRequest: string
  version: number
  sourceDigest: string
  by: string
}

export async function findEncode(db: Db | Tx, id: string): Promise<EncodeJob | undefined> {
  const { rows } = await sql<EncodeJob>`
    select id, work_request_id as "workRequest", kind, use, value, version,
      source_digest as "sourceDigest", person_id as by
    from encode where id = ${id} and status in ('waiting', 'making')`.execute(db)
  return rows[0]
}

/** The work requests of the file's asset whose encodes failed because no usable film existed. */
export async function findEncodesWaitingForFilm(
  db: Db | Tx,
  file: string,
): Promise<{ workRequest: string; by: string }[]> {
  const { rows } = await sql<{ workRequest: string; by: string }>`
    select distinct on (e.work_request_id) e.work_request_id as "workRequest", e.person_id as by
    from encode e join work_request w on w.studio_id = e.studio_id and w.id = e.work_request_id
      join file f on f.studio_id = w.studio_id and f.asset_id = w.asset_id
    where f.id = ${file} and e.status = 'failed'
      and e.error ->> 'code' in ('encode.no-film', 'encode.no-dub')`.execute(db)
  return rows
}

export type SourceFilm = SourceFile & {
  probe: Probe
  embargoEvent: boolean
  embargoEnd: Date | null
  /** Uploaded as a material of this work request. */
  own: boolean
}

/** The newest film among the request's materials, otherwise the newest original of the asset. */
export async function findFilm(db: Db | Tx, request: string): Promise<SourceFilm | undefined> {
  const { rows } = await sql<SourceFilm>`
    select f.id as file, f.sha256 as key, f.length, m.probe,
      f.embargo_event as "embargoEvent", f.embargo_end as "embargoEnd", own.own
    from work_request w join file f on f.studio_id = w.studio_id and f.asset_id = w.asset_id
      join media m on m.studio_id = f.studio_id and m.file_id = f.id
    cross join lateral (
      select exists (
        select from material mt
        where w.studio_id = mt.studio_id and mt.work_request_id = w.id and mt.complete
          and f.id = any (mt.files)
      ) as own
    ) own
    where w.id = ${request} and f.verified_at is not null and f.removed_at is null
      and m.probe ->> 'kind' = 'video' and (own.own or ${isOriginalOfAsset(sql`f.studio_id`)})
    order by own.own desc, f.received_at desc, f.id desc limit 1`.execute(db)
  return rows[0]
}

export type EncodeContext = {
  dialogue: { id: string; revision: number } | null
  graphics: { id: string; revision: number } | null
  standard: TelevisionStandard | null
  dcpLanguage: string | null
  /** Rules of the studio. */
  deliveries: DeliveryRule[]
  studio: string
  today: string
}

/** The revisions of the request's text tracks, and what the file names are built from. */
export async function readEncodeContext(db: Db | Tx, request: string): Promise<EncodeContext> {
  const textTrack = (part: string) => sql`(
    select json_build_object('id', track.id, 'revision', track.revision)
    from translation tr
      join text_track track on track.studio_id = tr.studio_id and track.id = tr.text_track_id
    where tr.studio_id = w.studio_id and tr.work_request_id = w.id and tr.part = ${part}
  )`
  const { rows } = await sql<EncodeContext>`
    select ${textTrack('dialogue')} as dialogue, ${textTrack('graphics')} as graphics,
      t.standard, s.slug as studio, to_char(now() at time zone 'UTC', 'YYYYMMDD') as today,
      (
        select spoken ->> 'dcpCode' from jsonb_array_elements(t.languages) spoken
        where spoken ->> 'code' = w.language limit 1
      ) as "dcpLanguage",
      coalesce(s.settings -> 'deliveries', '[]') as deliveries
    from work_request w join studio s on s.id = w.studio_id
      left join territory t on t.code = w.territory
    where w.id = ${request}`.execute(db)
  return rows[0]!
}
