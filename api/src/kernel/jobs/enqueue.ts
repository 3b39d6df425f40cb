import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Takes a Tx, never a Db: work for a change that was rolled back must not exist. No NOTIFY: it
 * takes a global lock at commit.
 */
export async function enqueue(
  tx: Tx,
  kind: string,
  payload: Record<string, unknown>,
  { inSeconds = 0, priority = 0 } = {},
): Promise<void> {
  await tx
    .insertInto('job')
    .values({
      kind,
      payload: JSON.stringify(payload),
      priority,
      run_at: sql<Date>`now() + make_interval(secs => ${inSeconds})`,
    })
    .execute()
}
