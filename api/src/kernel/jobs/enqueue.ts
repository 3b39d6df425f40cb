import type { Tx } from '../db/connect.ts'
import { addRow } from '../db/pending-rows.ts'
import type { JobKind } from './kinds.ts'

/**
 * Takes a Tx, never a Db: a rolled-back change must leave no job behind. There is no NOTIFY, because
 * it takes a global lock at commit.
 */
export const enqueue = (
  tx: Tx,
  kind: JobKind,
  payload: Record<string, unknown>,
  { inSeconds = 0, priority = 0 } = {},
): Promise<void> => addRow(tx, 'job', { kind, payload, priority, in_seconds: inSeconds })
