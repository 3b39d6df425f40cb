import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { getUnit, lockUnit } from '../queries/units.ts'

export async function removeUnit(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await lockUnit(tx, id)
  checkPreconditions(await getUnit(tx, viewerOf(by), id))
  await sql`delete from memory_unit where id = ${id}`.execute(tx)
  return { _id: id, removed: true as const }
}
