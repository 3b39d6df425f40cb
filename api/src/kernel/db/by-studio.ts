import type { Db } from './connect.ts'
import { sql } from './sql.ts'

/**
 * Calls `read` with the ids of each studio, so that its statements can name the studio. A caller with
 * one studio needs no further statement.
 */
export async function readByStudio<T>(
  db: Db,
  table: string,
  ids: readonly string[],
  read: (studio: string, ids: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  if (ids.length === 0) return []
  if (db.studio !== undefined) return read(db.studio, ids)
  const { rows } = await sql<{ studio: string; id: string }>`
    select studio_id as studio, id from ${sql.ref(table)} where id = any (${ids}::text[])`.execute(
    db,
  )
  const results: T[] = []
  for (const [studio, own] of Map.groupBy(rows, (row) => row.studio))
    results.push(
      ...(await read(
        studio,
        own.map(({ id }) => id),
      )),
    )
  return results
}
