import type { Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'
import { sql } from '../db/sql.ts'

/**
 * Take this lock before events get their sequence numbers. It is held until the commit, so sequence
 * numbers become visible in order and a listener never finds an earlier one later. Do it last in a
 * transaction to hold the lock only briefly.
 */
export const lockSequence = (tx: Tx): Promise<void> => lockForTransaction(tx, LOCKS.eventSequence)

export const nextSequence = sql`nextval('event_sequence')`
