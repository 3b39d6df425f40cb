// Lines as JSON texts for worker threads.
import type { RawBuilder } from 'kysely'
import type { Db } from '../../kernel/db/connect.ts'
import { currentLines, etagOfLines, linesAtRevision } from './lines.ts'

/** `size` is the number of characters of all lines. */
export type LineTexts = { revision: number; etag: string; lines: string[]; size: number }

/** All lines of a text track, in order. */
export async function loadLineTexts(db: Db, textTrack: string): Promise<LineTexts> {
  const { rows } = await (
    currentLines(textTrack, 'text') as RawBuilder<{ revision: number; line: string | null }>
  ).execute(db)
  const { revision } = rows[0]!
  return { revision, etag: etagOfLines(textTrack, revision), ...textsOf(rows) }
}

/** The lines as they were after a revision. */
export async function loadLineTextsAt(
  db: Db,
  textTrack: string,
  revision: number,
): Promise<Pick<LineTexts, 'lines' | 'size'>> {
  const { rows } = await (
    linesAtRevision(textTrack, revision, 'text') as RawBuilder<{ line: string }>
  ).execute(db)
  return textsOf(rows)
}

function textsOf(rows: readonly { line: string | null }[]): Pick<LineTexts, 'lines' | 'size'> {
  const lines = rows.flatMap(({ line }) => line ?? [])
  return { lines, size: lines.reduce((sum, { length }) => sum + length, 0) }
}
