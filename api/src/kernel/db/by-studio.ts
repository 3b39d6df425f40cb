import type { Db } from './connect.ts'
import { studioOfRow } from './lock-row.ts'
import { sql } from './sql.ts'

/**
 * Where the rows of studios are on several servers, calls `read` with the ids of each studio, because
 * its statements must name the studio. Elsewhere, once for all.
 */
export async function readByStudio<T>(
  db: Db,
  table: string,
  ids: readonly string[],
  read: (studio: string | undefined, ids: readonly string[]) => Promise<T[]>,
): Promise<T[]> {
  if (ids.length === 0) return []
  if (db.studio !== undefined || !db.isDistributed) return read(db.studio, ids)
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

/** The same for one row. */
export const studioToName = async (
  db: Db,
  table: string,
  id: string,
): Promise<string | undefined> =>
  db.studio !== undefined || !db.isDistributed
    ? db.studio
    : ((await studioOfRow(db, table, id)) ?? undefined)
