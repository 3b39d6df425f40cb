import type { Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import type { JobKind } from './kinds.ts'

/**
 * Takes a Tx, never a Db: a rolled-back change must leave no job behind. There is no NOTIFY, because
 * it takes a global lock at commit.
 */
export async function enqueue(
  tx: Tx,
  kind: JobKind,
  payload: Record<string, unknown>,
  { inSeconds = 0, priority = 0 } = {},
): Promise<void> {
  await sql`
    insert into job (kind, payload, priority, run_at)
    values (${kind}, ${JSON.stringify(payload)}, ${priority},
      now() + make_interval(secs => ${inSeconds}))`.execute(tx)
}
