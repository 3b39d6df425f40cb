import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import type { Name } from '../rules/steps.ts'

export type NewPart = {
  number: number
  key: string
  length: number
  mime: string
  duration: number | null
}
export type NewRendition = Name & { facts: object; parts: NewPart[] }

/** Made again, it takes the place of what was there. */
export async function insertRendition(
  tx: Tx,
  file: string,
  { kind, variant, facts, parts }: NewRendition,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into rendition (file_id, kind, variant, facts) values (${file}, ${kind}, ${variant}, ${JSON.stringify(facts)})
    on conflict (file_id, kind, variant, person_id) do update set facts = excluded.facts, whole = true, made_at = now() returning id`.execute(
    tx,
  )
  await sql`delete from rendition_part where rendition_id = ${rows[0]!.id}`.execute(tx)
  await sql`
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select ${rows[0]!.id}, part.* from json_to_recordset(${JSON.stringify(parts)}) part (number int, key text, length bigint, mime text, duration float8)`.execute(
    tx,
  )
}

/** Bytes are kept by what they are, so the same rendition under another file costs rows alone. */
export async function copyRendition(
  tx: Tx,
  { from, to, kind, variant }: Name & { from: string; to: string },
): Promise<void> {
  await sql`
    with copied as (
      insert into rendition (file_id, kind, variant, facts)
      select ${to}, kind, variant, facts from rendition where file_id = ${from} and kind = ${kind} and variant = ${variant} and person_id is null
      on conflict (file_id, kind, variant, person_id) do nothing returning id)
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select copied.id, p.number, p.key, p.length, p.mime, p.duration from copied, rendition r join rendition_part p on p.rendition_id = r.id
    where r.file_id = ${from} and r.kind = ${kind} and r.variant = ${variant} and r.person_id is null`.execute(
    tx,
  )
}

type Hold = { job: number; fence: number }

/** A part of a rendition that still grows, unless somebody else has the job by now. */
export async function addPart(
  db: Db,
  rendition: string,
  { number, key, length, mime, duration }: NewPart,
  { job, fence }: Hold,
): Promise<void> {
  await sql`
    insert into rendition_part (rendition_id, number, key, length, mime, duration)
    select ${rendition}, ${number}::int, ${key}, ${length}::bigint, ${mime}, ${duration}::float8 where exists (select from job where id = ${job} and attempts = ${fence})
    on conflict (rendition_id, number) do update set key = excluded.key, length = excluded.length, duration = excluded.duration`.execute(
    db,
  )
}
