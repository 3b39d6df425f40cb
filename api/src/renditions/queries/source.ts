import type { Step } from '../../files/contract.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/** The stored bytes of a file. */
export type SourceFile = { file: string; key: string; length: number }

/** Undefined when the file has been removed, so jobs for it have nothing to do. */
export async function findSource(db: Db, file: string): Promise<SourceFile | undefined> {
  const { rows } = await sql<SourceFile>`
    select id as file, sha256 as key, length
    from file where id = ${file} and sha256 is not null and removed_at is null`.execute(db)
  return rows[0]
}

/** Another file with the same bytes for which this step is done. */
export async function findIdenticalFile(
  db: Db,
  { file, key }: SourceFile,
  step: Step,
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select identical.id
    from file identical join media_step s
      on s.studio_id = identical.studio_id and s.file_id = identical.id and s.step = ${step}
        and s.status = 'ready'
    where identical.sha256 = ${key} and identical.id <> ${file} limit 1`.execute(db)
  return rows[0]?.id
}

/** A film plays from its first segment on. */
export async function isPlayable(db: Db, file: string): Promise<boolean> {
  const { rows } = await sql`
    select from rendition
    where file_id = ${file} and kind in ('hls', 'image') and person_id is null
    limit 1`.execute(db)
  return rows.length > 0
}

/** A rendition that waits for its watermark, and the text to burn in. */
export type WatermarkRequest = { id: string; name: string; email: string; time: number }

export async function findWatermarkRequest(
  db: Db,
  { file, person }: { file: string; person: string },
): Promise<WatermarkRequest | undefined> {
  const { rows } = await sql<WatermarkRequest>`
    select r.id, p.name, p.email, seconds(r.created_at) as time
    from rendition r join person p on p.id = r.person_id
    where r.file_id = ${file} and r.person_id = ${person} and r.kind = 'hls'
      and not r.complete`.execute(db)
  return rows[0]
}
