import { seesVendor, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/**
 * The texts of the open comments that the viewer can see, by line. The caller checks first that the
 * viewer can see the text track.
 */
export async function loadOpenComments(
  db: Db,
  viewer: Viewer,
  textTrack: string,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ line: string; text: string }>`
    select c.line_id as line,
      string_agg(coalesce(nullif(c.text, ''), c.suggestion), E'\n' order by c.created_at, c.id)
        as text
    from translation tr
      join line_comment c on c.studio_id = tr.studio_id and c.translation_id = tr.id
    where tr.text_track_id = ${textTrack}
      and c.status = 'open' and c.reply_to_id is null and c.removed_at is null
      and ${seesVendor(viewer, sql`c.studio_id`, sql`c.vendor_id`)}
    group by c.line_id`.execute(db)
  return new Map(rows.map(({ line, text }) => [line, text]))
}
