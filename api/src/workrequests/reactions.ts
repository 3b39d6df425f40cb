import type { Tx } from '../kernel/db/connect.ts'
import { settle } from './commands/move.ts'

export { forgetTouches } from './queries.ts'

/** A translation moved: its request may go on now. */
export const settleWorkRequest = (tx: Tx, { workRequest, by }: { workRequest: string; by: string }): Promise<void> => settle(tx, workRequest, by)
