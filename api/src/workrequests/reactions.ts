import type { Tx } from '../kernel/db/connect.ts'
import { sendDeliveryMails } from './commands/deliver.ts'
import { advance } from './commands/move.ts'

export { pruneInvalidations } from './queries.ts'

/** A translation moved: its request may go on now. */
export const advanceWorkRequest = (
  tx: Tx,
  { workRequest, by }: { workRequest: string; by: string },
): Promise<void> => advance(tx, workRequest, by)

/**
 * A request is complete: who it was ordered for, and has no account that sees it, is written to.
 */
export const deliver =
  (appUrl: string) =>
  (tx: Tx, { workRequest }: { workRequest: string }): Promise<void> =>
    sendDeliveryMails(tx, { workRequest, appUrl })
