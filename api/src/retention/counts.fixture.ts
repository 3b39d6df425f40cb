import { sql } from 'kysely'
import type { Db } from '../kernel/db/connect.ts'

/** The stored counts, and the same after all rows were counted again. */
export async function countsOf(db: Db) {
  const read = async () => [
    (
      await sql`select kind, studio_id, person_id, type, status, territory, vendor_id, offered,
          sum(total) as total
        from row_count group by 1, 2, 3, 4, 5, 6, 7, 8 having sum(total) <> 0
        order by 1, 2, 3, 4, 5, 6, 7, 8`.execute(db)
    ).rows,
    (
      await sql`select kind, studio_id, bucket, sum(total) as total
        from bucket_count group by 1, 2, 3 having sum(total) <> 0 order by 1, 2, 3`.execute(db)
    ).rows,
  ]
  const stored = await read()
  await sql`select rebuild_row_counts(), rebuild_bucket_counts()`.execute(db)
  return { stored, recounted: await read() }
}
