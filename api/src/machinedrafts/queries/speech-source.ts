import { seesPreview, type Viewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/** A film with sound, and how long it is. */
export type SpeechSource = { file: string; seconds: number }

/** The newest preview of the asset that the viewer can see and that has sound. */
export async function findSpeechSource(
  db: Db,
  viewer: Viewer,
  asset: string,
): Promise<SpeechSource | undefined> {
  const { rows } = await sql<SpeechSource>`
    select f.id as file, ceil((m.probe ->> 'duration')::float8)::int as seconds
    from asset a join preview p on p.studio_id = a.studio_id and p.asset_id = a.id
      join file f on f.studio_id = p.studio_id and f.id = p.file_id
      join media m on m.studio_id = f.studio_id and m.file_id = f.id
    where a.id = ${asset} and f.removed_at is null and f.sha256 is not null
      and jsonb_array_length(m.probe -> 'audio') > 0 and m.probe ->> 'duration' is not null
      and ${seesPreview(viewer)}
    order by p.created_at desc, p.id desc limit 1`.execute(db)
  return rows[0]
}
