import type { Tx } from '../kernel/db/connect.ts'
import { deliverByMail } from './commands/deliver.ts'
import { settle } from './commands/move.ts'

export { forgetTouches } from './queries.ts'

/** A translation moved: its request may go on now. */
export const settleWorkRequest = (
  tx: Tx,
  { workRequest, by }: { workRequest: string; by: string },
): Promise<void> => settle(tx, workRequest, by)

/**
 * A request is complete: who it was ordered for, and has no account that sees it, is written to.
 */
export const deliver =
  (appUrl: string) =>
  (tx: Tx, { workRequest }: { workRequest: string }): Promise<void> =>
    deliverByMail(tx, { workRequest, appUrl })
