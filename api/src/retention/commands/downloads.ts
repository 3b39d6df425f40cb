import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

type Batch = { studio: string; before: string; limit: number }

/** Deletes the oldest downloads of a studio. Returns how many. */
export async function deleteOldDownloads(
  tx: Tx,
  { studio, before, limit }: Batch,
): Promise<number> {
  const { rowCount } = await sql`
    delete from download where id in (
      select id from download
      where studio_id = ${studio} and created_at < ${before}::timestamptz
      order by created_at, id limit ${limit})`.execute(tx)
  return rowCount ?? 0
}
