import { pruneChain } from '../kernel/audit/prune.ts'
import { recordAudit } from '../kernel/audit/record.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { enqueue } from '../kernel/jobs/enqueue.ts'
import type { RetentionKind } from '../studios/contract.ts'
import { deleteOldDownloads } from './commands/downloads.ts'
import { deleteOldEvents, deleteOldNotifications } from './commands/events.ts'
import { listPolicies, type RetentionPolicy } from './queries.ts'

/** Rows per job, so that it ends in time. An event has several notifications and readers. */
const BATCH: Record<RetentionKind, number> = {
  events: 300,
  notifications: 1_000,
  downloads: 2_000,
  audit: 500,
}

/** Deletes one batch of rows that a studio does not keep. Another job handles what is left. */
export async function applyRetention(tx: Tx): Promise<void> {
  for (const policy of await listPolicies(tx)) {
    const done = await deleteBatch(tx, policy)
    if (!done) continue
    await recordDeletion(tx, policy, done)
    return enqueue(tx, 'apply-retention', {})
  }
}

type Deletion = { deleted: number }

/** Undefined if there was nothing to delete. */
async function deleteBatch(
  tx: Tx,
  { studio, kind, before }: RetentionPolicy,
): Promise<Deletion | undefined> {
  const done = await DELETE[kind](tx, { studio, before, limit: BATCH[kind] })
  return done?.deleted ? done : undefined
}

type Delete = (
  tx: Tx,
  batch: { studio: string; before: string; limit: number },
) => Promise<Deletion | undefined>
const DELETE: Record<RetentionKind, Delete> = {
  events: deleteOldEvents,
  notifications: async (tx, batch) => ({ deleted: await deleteOldNotifications(tx, batch) }),
  downloads: async (tx, batch) => ({ deleted: await deleteOldDownloads(tx, batch) }),
  audit: (tx, { studio, ...batch }) => pruneChain(tx, { chain: studio, ...batch }),
}

/** The verification of the audit log compares checkpoints with these entries. */
const recordDeletion = (
  tx: Tx,
  { studio, name, kind, before }: RetentionPolicy,
  done: Deletion,
): Promise<void> =>
  recordAudit(tx, {
    by: null,
    action: `retention ${kind}`,
    about: { kind: 'studios', id: studio, name },
    studios: [studio],
    input: { before, ...done },
    request: null,
    address: null,
  })
