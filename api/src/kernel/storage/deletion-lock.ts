// While a backup copies the objects of its snapshot, none of them may be deleted. The backup holds
// this lock; deletions check it and retry later.
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Db } from '../db/connect.ts'
import { LOCKS, TRY_LOCK_SESSION, isLocked } from '../db/locks.ts'

const ATTEMPTS = 10

/** Holds the lock until the client disconnects. Returns false if another backup holds it. */
export async function lockDeletions(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const { rows } = await client.query<{ locked: boolean }>(TRY_LOCK_SESSION, [
      LOCKS.objectDeletion,
    ])
    if (rows[0]!.locked) return true
    // A deletion that checks the lock holds it for a moment.
    await sleep(100)
  }
  return false
}

/**
 * One check before the first deletion is enough: keys that were removed from the tables before a
 * backup began are not in its snapshot.
 */
export const areDeletionsLocked = (db: Db): Promise<boolean> => isLocked(db, LOCKS.objectDeletion)
