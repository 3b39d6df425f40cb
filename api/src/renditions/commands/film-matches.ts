import type { MatchedCuts } from '@reelay/subtitles/conform'
import { studioOfFile } from '../../files/queries.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { isOldFailure, type FilmFiles, type StoredFingerprint } from '../queries/film-matches.ts'

/** Compares two films in a job, unless that was asked for already. An old failure is tried again. */
export async function requestFilmMatch(tx: Tx, files: FilmFiles): Promise<void> {
  const { rows } = await sql`
    insert into film_match (studio_id, old_file_id, new_file_id)
    select studio_id, id, ${files.new} from file where id = ${files.old}
    on conflict (studio_id, old_file_id, new_file_id) do update
      set status = 'waiting', progress = 0, reason = null, created_at = now()
      where ${isOldFailure}
    returning old_file_id`.execute(tx)
  if (rows.length > 0) await enqueue(tx, 'match-films', files)
}

export async function saveFingerprint(
  db: Db,
  file: string,
  { frameRate, picture, sound }: StoredFingerprint,
): Promise<void> {
  await sql`
    insert into film_fingerprint (studio_id, file_id, frame_rate, picture, sound)
    select studio_id, id, ${frameRate}, ${picture}, ${sound} from file where id = ${file}
    on conflict do nothing`.execute(db)
}

/** Whether the file has a fingerprint. Files with the same bytes share one. */
export async function copyFingerprint(db: Db, file: string): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`
    with copied as (
      insert into film_fingerprint (studio_id, file_id, frame_rate, picture, sound)
      select f.studio_id, f.id, p.frame_rate, p.picture, p.sound
      from file f
        join file identical on identical.studio_id = f.studio_id and identical.sha256 = f.sha256
        join film_fingerprint p on p.studio_id = identical.studio_id and p.file_id = identical.id
      where f.id = ${file} limit 1
      on conflict do nothing returning file_id
    )
    select exists (select from copied)
      or exists (select from film_fingerprint
        where studio_id = ${studioOfFile(file)} and file_id = ${file}) as exists`.execute(db)
  return rows[0]!.exists
}

export async function saveMatchProgress(db: Db, files: FilmFiles, progress: number): Promise<void> {
  await sql`
    update film_match set progress = ${progress}
    where old_file_id = ${files.old} and new_file_id = ${files.new}
      and status = 'waiting'`.execute(db)
}

export async function finishFilmMatch(
  tx: Tx,
  files: FilmFiles,
  outcome: { mapping: MatchedCuts } | { reason: { code: string; message: string } },
): Promise<void> {
  const { mapping, reason } = { mapping: null, reason: null, ...outcome }
  await sql`
    update film_match set status = ${mapping ? 'ready' : 'failed'}, progress = 1,
      mapping = ${mapping && JSON.stringify(mapping)}, reason = ${reason && JSON.stringify(reason)}
    where old_file_id = ${files.old} and new_file_id = ${files.new}`.execute(tx)
}
