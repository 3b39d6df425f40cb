import { sql } from 'kysely'
import type { Step } from '../../files/contract.ts'
import type { Db } from '../../kernel/db/connect.ts'

/** The bytes that are worked on. */
export type Source = { file: string; key: string; length: number }

/** Nothing where the file was removed meanwhile: then there is nothing to do. */
export async function findSource(db: Db, file: string): Promise<Source | undefined> {
  const { rows } =
    await sql<Source>`select id as file, sha256 as key, length from file where id = ${file} and sha256 is not null and removed_at is null`.execute(
      db,
    )
  return rows[0]
}

/** Another file with the same bytes, of which this was done already. */
export async function findTwin(
  db: Db,
  { file, key }: Source,
  step: Step,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select twin.id from file twin join media_step s on s.file_id = twin.id and s.step = ${step} and s.status = 'ready' where twin.sha256 = ${key} and twin.id <> ${file} limit 1`.execute(
    db,
  )
  return rows[0]?.id
}

export async function isPlayable(db: Db, file: string): Promise<boolean> {
  const { rows } =
    await sql`select from rendition where file_id = ${file} and kind in ('hls', 'image') and person_id is null and whole limit 1`.execute(
      db,
    )
  return rows.length > 0
}

export type Viewing = { id: string; name: string; email: string; at: number }

/** A film that is to be marked for somebody, and what it is to be marked with. */
export async function findViewing(
  db: Db,
  { file, person }: { file: string; person: string },
): Promise<Viewing | undefined> {
  const { rows } = await sql<Viewing>`
    select r.id, p.name, p.email, seconds(r.made_at) as at from rendition r join person p on p.id = r.person_id
    where r.file_id = ${file} and r.person_id = ${person} and r.kind = 'hls' and not r.whole`.execute(
    db,
  )
  return rows[0]
}
