// While a backup copies what its snapshot named, nothing of that may be dropped. Who drops asks
// first; who is told so comes back later.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../db/connect.ts'
import { BackupError } from '../../operations/backup/repository.ts'

/** Any number will do, as long as both sides ask for the same. */
const LOCK = 7_309_122
const TRIES = 10

/** For as long as the client is connected: when the backup dies, so does its hold. */
export async function lockDeletions(client: pg.Client): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { rows } = await client.query<{ held: boolean }>(
      'select pg_try_advisory_lock($1) as held',
      [LOCK],
    )
    if (rows[0]!.held) return
    // It may be one who drops, and they hold it for a moment only.
    await sleep(100)
  }
  throw new BackupError('Another backup of this installation is under way')
}

/**
 * Keys that were dropped from the rows before a backup began are not in its snapshot, so it is
 * enough to ask once, before the first is removed.
 */
export async function areDeletionsLocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    free: boolean
  }>`select pg_try_advisory_xact_lock_shared(${LOCK}) as free`.execute(db)
  return !rows[0]!.free
}
