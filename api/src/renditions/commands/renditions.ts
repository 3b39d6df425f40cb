import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
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

type JobLease = { job: number; fence: number }

/** Adds a part to an incomplete rendition, unless another worker has taken the job over. */
export async function addPart(
  db: Db,
  rendition: string,
  { number, key, length, mime, duration }: NewRenditionPart,
  { job, fence }: JobLease,
): Promise<void> {
  await sql`
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select ${rendition}, ${number}::int, ${key}, ${length}::bigint, ${mime}, ${duration}::float8
    where exists (select from job where id = ${job} and attempts = ${fence})
    on conflict (rendition_id, number) do update
      set key = excluded.key, length = excluded.length, duration = excluded.duration`.execute(db)
}
