import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'

/** Sessions are short, so the table stays small. */
export async function pruneShareSessions(tx: Tx): Promise<void> {
  await sql`delete from share_session where expires_at < now()`.execute(tx)
}
