import type { MatchedCuts } from '@reelay/subtitles/conform'
import type { Db } from '../../kernel/db/connect.ts'
import { conflict } from '../../kernel/http/contract/problem.ts'
import { findFilmMatch, type FilmFiles } from '../../renditions/queries/film-matches.ts'

/** Films that must be compared first. */
export type PendingMatch = { uncompared: FilmFiles; progress: number; isRequested: boolean }

/** The caller must have checked that the viewer can see both files. */
export async function findFilmMapping(
  db: Db,
  files: FilmFiles,
): Promise<{ films: MatchedCuts } | PendingMatch> {
  const match = await findFilmMatch(db, files)
  if (match?.mapping) return { films: match.mapping }
  if (match?.status === 'failed')
    throw conflict(
      'film.not-comparable',
      match.reason?.message ?? 'The two films could not be compared.',
    )
  return { uncompared: files, progress: match?.progress ?? 0, isRequested: match !== undefined }
}
