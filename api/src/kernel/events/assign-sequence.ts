import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'

/**
 * Gives events their sequence numbers, in this order. The lock is held until the commit, so sequence
 * numbers become visible in order and a listener never finds an earlier one later. Call this last in
 * a transaction to hold the lock only briefly.
 */
export async function assignSequence(tx: Tx, events: readonly string[]): Promise<void> {
  await lockForTransaction(tx, LOCKS.eventSequence)
  await sql`
    update event set sequence = numbered.sequence
    from (
      select given.id, nextval('event_sequence') as sequence
      from unnest(${events}::text[]) given (id)) numbered
    where event.id = numbered.id and event.sequence is null`.execute(tx)
}
