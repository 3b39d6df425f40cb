import { sql } from 'kysely'
import type { Tx } from '../db/connect.ts'

/**
 * Gives an event its position in the order in which listeners hear of things. The lock is held to the
 * commit, so places become visible in
 * their order and nobody who has heard of one will find another before it. Called last, so that the
 * lock is held but for a moment.
 */
export async function assignSequence(tx: Tx, event: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(7309124)`.execute(tx)
  await sql`update event set sequence = nextval('event_sequence') where id = ${event} and sequence is null`.execute(
    tx,
  )
}
