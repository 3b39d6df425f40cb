import type { Db } from '../src/kernel/db/connect.ts'
import { sql } from '../src/kernel/db/sql.ts'
import { inTransaction } from '../src/kernel/db/transaction.ts'

/** Changes rows as an attacker who owns the database, for whom no trigger fires. */
export const asOwner = (db: Db, ...changes: ReturnType<typeof sql>[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const change of changes) await change.execute(tx)
  })
