// Lines as JSON texts for worker threads.
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import {
  currentLines,
  etagOfLines,
  lineJson,
  lineText,
  linesAtRevision,
  numberedIds,
} from './lines.ts'

/** `size` is the number of characters of all lines. */
export type LineTexts = { revision: number; etag: string; lines: string[]; size: number }

/** All lines of a text track, in order. */
export async function loadLineTexts(db: Db, textTrack: string): Promise<LineTexts> {
  const { rows } = await currentLines<string>(textTrack, lineText).execute(db)
  const { revision } = rows[0]!
  return { revision, etag: etagOfLines(textTrack, revision), ...textsOf(rows) }
}

/** The lines as they were after a revision. */
export async function loadLineTextsAt(
  db: Db,
  textTrack: string,
  revision: number,
): Promise<Pick<LineTexts, 'lines' | 'size'>> {
  const { rows } = await linesAtRevision(textTrack, revision).execute(db)
  return textsOf(rows)
}

/** Some lines with their indexes. */
export type NumberedTexts = { ids: string[]; lines: string[]; size: number }

/** The existing lines among `ids`, in order, as JSON texts of `NumberedLine`. */
export async function findLineTexts(
  db: Db,
  textTrack: string,
  ids: readonly string[],
): Promise<NumberedTexts> {
  if (ids.length === 0) return { ids: [], lines: [], size: 0 }
  const { rows } = await sql<{ id: string; line: string }>`
    select l.id, json_build_object('line', ${lineJson(sql`l`)}, 'index', r.index)::text as line
    from ${numberedIds(textTrack, ids)} r
    join text_track_line l on l.studio_id = r.studio_id and l.id = r.id
    where r.id = any (${ids})
    order by r.index`.execute(db)
  return { ids: rows.map(({ id }) => id), ...textsOf(rows) }
}

function textsOf(rows: readonly { line: string | null }[]): Pick<LineTexts, 'lines' | 'size'> {
  const lines = rows.flatMap(({ line }) => line ?? [])
  return { lines, size: lines.reduce((sum, { length }) => sum + length, 0) }
}
