import type { ReadableFormatName } from '@reelay/subtitles/formats'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/** The bytes of a file that was imported into a field of all lines. */
export type ImportedFile = { format: ReadableFormatName; bytes: Uint8Array }
type LineField = 'text' | 'source'

/** The subtitles of a feature film have less than 1 MB in every format. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024

export async function findImportedFile(
  db: Db,
  textTrack: string,
  field: LineField,
): Promise<ImportedFile | undefined> {
  const { rows } = await sql<ImportedFile>`
    select format, bytes from text_track_file
    where text_track_id = ${textTrack} and field = ${field}`.execute(db)
  return rows[0]
}

/** Replaces the file of the last import. A larger file is not kept. */
export async function keepImportedFile(
  tx: Tx,
  { textTrack, field, file }: { textTrack: string; field: LineField; file: ImportedFile },
): Promise<void> {
  await (
    file.bytes.length > MAX_KEPT_BYTES
      ? sql`
        delete from text_track_file where text_track_id = ${textTrack} and field = ${field}`
      : sql`
        insert into text_track_file (studio_id, text_track_id, field, format, bytes)
        select studio_id, id, ${field}, ${file.format}, ${file.bytes}::bytea
        from text_track where id = ${textTrack}
        on conflict (studio_id, text_track_id, field)
          do update set format = excluded.format, bytes = excluded.bytes`
  ).execute(tx)
}
