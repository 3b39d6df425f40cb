// Statements that lock rows name their studio, because the rows of a studio can be on another server
// than those of others (docs/run/citus.md).
import type { Db, Tx } from './connect.ts'
import { sql } from './sql.ts'

type RowLock = 'update' | 'no key update'

/** Locks a row until the transaction ends, if the caller sees it. */
export async function lockRow(
  tx: Tx,
  table: string,
  id: string,
  strength: RowLock = 'update',
): Promise<void> {
  await sql`
    select from ${sql.ref(table)} where studio_id = ${await studioOfRow(tx, table, id)} and id = ${id}
    for ${sql.raw(strength)}`.execute(tx)
}

/** Null if the caller sees no such row. Not asked if they have only one studio. */
export const studioOfRow = async (db: Db, table: string, id: string): Promise<string | null> =>
  db.studio ?? (await findStudio(db, table, id))

async function findStudio(db: Db, table: string, id: string): Promise<string | null> {
  const { rows } = await sql<{ studio: string }>`
    select studio_id as studio from ${sql.ref(table)} where id = ${id}`.execute(db)
  return rows[0]?.studio ?? null
}
