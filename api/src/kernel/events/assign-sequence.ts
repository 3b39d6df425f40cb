import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'

/**
 * Gives an event its sequence number. The lock is held until the commit, so sequence numbers become
 * visible in order and a listener never finds an earlier one later. Call this last in a transaction
 * to hold the lock only briefly.
 */
export async function assignSequence(tx: Tx, event: string): Promise<void> {
  await lockForTransaction(tx, LOCKS.eventSequence)
  await sql`
    update event set sequence = nextval('event_sequence')
    where id = ${event} and sequence is null`.execute(tx)
}
