import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { RenditionName } from '../rules/steps.ts'

export type NewRenditionPart = {
  number: number
  key: string
  length: number
  mime: string
  duration: number | null
}
export type NewRendition = RenditionName & { facts: object; parts: NewRenditionPart[] }

/** Replaces an earlier rendition of the same kind and variant. */
export async function insertRendition(
  tx: Tx,
  file: string,
  { kind, variant, facts, parts }: NewRendition,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into rendition (file_id, kind, variant, metadata)
    values (${file}, ${kind}, ${variant}, ${JSON.stringify(facts)})
    on conflict (file_id, kind, variant, person_id) do update
      set metadata = excluded.metadata, complete = true, created_at = now()
    returning id`.execute(tx)
  await sql`delete from rendition_part where rendition_id = ${rows[0]!.id}`.execute(tx)
  await sql`
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select ${rows[0]!.id}, part.*
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
      insert into rendition (file_id, kind, variant, metadata)
      select ${to}, kind, variant, metadata from rendition
      where file_id = ${from} and kind = ${kind} and variant = ${variant} and person_id is null
      on conflict (file_id, kind, variant, person_id) do nothing
      returning id
    )
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select copied.id, p.number, p.key, p.length, p.mime, p.duration
    from copied, rendition r join rendition_part p on p.rendition_id = r.id
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
  { kind, variant, facts }: RenditionName & { facts: object },
  lease: JobLease,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into rendition (file_id, kind, variant, metadata, complete)
    select ${file}, ${kind}, ${variant}, ${JSON.stringify(facts)}::jsonb, false
    where ${holds(lease)}
    on conflict (file_id, kind, variant, person_id) do update set kind = excluded.kind
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
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select ${rendition}, part.*
    from json_to_recordset(${JSON.stringify(parts)})
      part (number int, key text, length bigint, mime text, duration float8)
    where ${holds(lease)}
    on conflict (rendition_id, number) do update
      set key = excluded.key, length = excluded.length, duration = excluded.duration`.execute(db)
}

/** `segments` is their number: an earlier attempt may have left more. */
export type CompleteHls = { facts: object; segments: number }

export async function completeRendition(
  tx: Tx,
  id: string,
  { facts, segments }: CompleteHls,
): Promise<void> {
  await sql`
    update rendition set complete = true, metadata = ${JSON.stringify(facts)}
    where id = ${id}`.execute(tx)
  await sql`
    delete from rendition_part where rendition_id = ${id} and number > ${segments}`.execute(tx)
}

/** A separate job deletes the objects. `condition` is over `rendition r`. */
export async function removeRenditions(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ key: string }>`
    with old as (select r.id from rendition r where ${condition}),
    parts as (
      delete from rendition_part where rendition_id in (select id from old) returning key
    ),
    removed as (delete from rendition where id in (select id from old))
    select distinct key from parts`.execute(tx)
  if (rows.length) await enqueue(tx, 'delete-objects', { keys: rows.map(({ key }) => key) })
}
