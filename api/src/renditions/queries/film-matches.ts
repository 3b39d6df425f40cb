import type { MatchedCuts } from '@reelay/subtitles/conform'
import { studioOfFile } from '../../files/queries.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/** The old and the new cut. */
export type FilmFiles = { old: string; new: string }
export type StoredFilmMatch = {
  status: 'waiting' | 'ready' | 'failed'
  progress: number
  mapping: MatchedCuts | null
  reason: { code: string; message: string } | null
}

/** Over `film_match`: the machine may have been the reason. */
export const isOldFailure = sql`(film_match.status = 'failed'
  and film_match.created_at < now() - interval '1 hour')`

/** The caller must have checked that the viewer can see both files. */
export async function findFilmMatch(
  db: Db,
  files: FilmFiles,
): Promise<StoredFilmMatch | undefined> {
  const { rows } = await sql<StoredFilmMatch>`
    select status, progress, mapping, reason from film_match
    where old_file_id = ${files.old} and new_file_id = ${files.new}
      and not ${isOldFailure}`.execute(db)
  return rows[0]
}

/** As stored: compressed. */
export type StoredFingerprint = { frameRate: string; picture: Buffer; sound: Buffer | null }

export async function findFingerprint(
  db: Db,
  file: string,
): Promise<StoredFingerprint | undefined> {
  const { rows } = await sql<StoredFingerprint>`
    select frame_rate as "frameRate", picture, sound from film_fingerprint
    where studio_id = ${studioOfFile(file)} and file_id = ${file}`.execute(db)
  return rows[0]
}
