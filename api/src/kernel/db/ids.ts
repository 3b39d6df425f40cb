import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from './connect.ts'

/**
 * The same as `new_id` in SQL, for a record that is described before it is inserted. The time is in
 * seconds, by the clock of the database.
 */
export const idAt = (time: number): string =>
  time.toString(16).padStart(8, '0') + randomUUID().slice(0, 8) + randomUUID().slice(-8)

/** For a row whose values depend on its id, such as a sealed secret. */
export async function newId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(tx)
  return rows[0]!.id
}
