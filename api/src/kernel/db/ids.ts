import type { Tx } from './connect.ts'
import { sql } from './sql.ts'

/** For a row whose values depend on its id, such as a sealed secret. */
export async function newId(tx: Tx): Promise<string> {
  const { rows } = await sql<{ id: string }>`select new_id() as id`.execute(tx)
  return rows[0]!.id
}
