import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { RenditionName } from '../rules/steps.ts'

export type NewRenditionPart = {
  number: number
  key: string
  length: number
  mime: string
  duration: number | null
}
export type NewRendition = RenditionName & { metadata: object; parts: NewRenditionPart[] }

/** Replaces an earlier rendition of the same kind and variant. */
export async function insertRendition(
  tx: Tx,
  file: string,
  { kind, variant, metadata, parts }: NewRendition,
): Promise<void> {
  const { rows } = await sql<{ id: string; studio: string }>`
    insert into rendition (studio_id, file_id, kind, variant, metadata)
    select studio_id, id, ${kind}, ${variant}, ${JSON.stringify(metadata)}::jsonb
    from file where id = ${file}
    on conflict (studio_id, file_id, kind, variant, person_id) do update
      set metadata = excluded.metadata, complete = true, created_at = now()
    returning id, studio_id as studio`.execute(tx)
  const { id, studio } = rows[0]!
  await sql`
    delete from rendition_part where studio_id = ${studio} and rendition_id = ${id}`.execute(tx)
  await sql`
    insert into rendition_part (
      studio_id, rendition_id, number, key, length, mime, duration)
    select ${studio}, ${id}, part.*
    from json_to_recordset(${JSON.stringify(parts)})
      part (number int, key text, length bigint, mime text, duration float8)`.execute(tx)
}

/** Objects are stored by content, so copying a rendition to another file only adds rows. */
export async function copyRendition(
  tx: Tx,
  { from, to, kind, variant }: RenditionName & { from: string; to: string },
): Promise<void> {
  await sql`
    with copied as (
      insert into rendition (studio_id, file_id, kind, variant, metadata)
      select f.studio_id, f.id, r.kind, r.variant, r.metadata
      from file f, rendition r
      where f.id = ${to} and r.file_id = ${from} and r.kind = ${kind} and r.variant = ${variant}
        and r.person_id is null
      on conflict (studio_id, file_id, kind, variant, person_id) do nothing
      returning studio_id, id
    )
    insert into rendition_part (
      studio_id, rendition_id, number, key, length, mime, duration)
    select copied.studio_id, copied.id, p.number, p.key, p.length, p.mime, p.duration
    from copied, rendition r 
      join rendition_part p on p.studio_id = r.studio_id and p.rendition_id = r.id
    where r.file_id = ${from} and r.kind = ${kind} and r.variant = ${variant}
      and r.person_id is null`.execute(tx)
}

export type JobLease = { job: number; fence: number }

/** Another worker may have taken the job over. */
const holds = ({ job, fence }: JobLease) =>
  sql`exists (select from job where id = ${job} and attempts = ${fence})`

/**
 * Begins a rendition whose parts are added while it is encoded. The next attempt of a job replaces
 * the parts of the last one, which play meanwhile.
 */
export async function beginRendition(
  tx: Tx,
  file: string,
  { kind, variant, metadata }: RenditionName & { metadata: object },
  lease: JobLease,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into rendition (studio_id, file_id, kind, variant, metadata, complete)
    select studio_id, id, ${kind}, ${variant}, ${JSON.stringify(metadata)}::jsonb, false
    from file where id = ${file} and ${holds(lease)}
    on conflict (studio_id, file_id, kind, variant, person_id) do update set kind = excluded.kind
    returning id`.execute(tx)
  if (!rows[0]) throw new Error(`Job ${lease.job} was claimed by another worker`)
  return rows[0].id
}

export async function addParts(
  db: Db,
  rendition: string,
  parts: NewRenditionPart[],
  lease: JobLease,
): Promise<void> {
  await sql`
    insert into rendition_part (
      studio_id, rendition_id, number, key, length, mime, duration)
    select r.studio_id, r.id, part.*
    from rendition r, json_to_recordset(${JSON.stringify(parts)})
      part (number int, key text, length bigint, mime text, duration float8)
    where r.id = ${rendition} and ${holds(lease)}
    on conflict (studio_id, rendition_id, number) do update
      set key = excluded.key, length = excluded.length, duration = excluded.duration`.execute(db)
}

/** `segments` is their number: an earlier attempt may have left more. */
export type CompleteHls = { metadata: object; segments: number }

export async function completeRendition(
  tx: Tx,
  id: string,
  { metadata, segments }: CompleteHls,
): Promise<void> {
  await sql`
    with completed as (
      update rendition set complete = true, metadata = ${JSON.stringify(metadata)}
      where id = ${id} returning studio_id, id
    )
    delete from rendition_part p using completed
    where p.studio_id = completed.studio_id and p.rendition_id = completed.id
      and p.number > ${segments}`.execute(tx)
}

/** A separate job deletes the objects. `condition` is over `rendition r`. */
export async function removeRenditions(tx: Tx, condition: Sql): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with old as (select r.studio_id, r.id from rendition r where ${condition}),
    parts as (
      delete from rendition_part where (studio_id, rendition_id) in (select * from old)
      returning key
    ),
    removed as (delete from rendition where (studio_id, id) in (select * from old))
    select distinct key from parts`.execute(tx)
  if (rows.length) await enqueue(tx, 'delete-objects', { keys: rows.map(({ key }) => key) })
}
