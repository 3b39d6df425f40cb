// Advisory locks of PostgreSQL. All of them share one space of numbers, so each is named here once.
import type { Db, Tx } from './connect.ts'
import { sql, type Sql } from './sql.ts'

export const LOCKS = {
  migration: 7_309_121,
  objectDeletion: 7_309_122,
  firstAdmin: 7_309_123,
  eventSequence: 7_309_124,
  auditSeal: 7_309_125,
  auditPruning: 7_309_126,
  encryptionKey: 7_309_127,
  jobSchedule: 7_309_128,
  /** The locks from here on are taken for one key each, such as a slug. */
  slug: 7_309_129,
  territoryCode: 7_309_130,
  memoryImport: 7_309_131,
  embargoedView: 7_309_132,
} as const
export type LockNumber = (typeof LOCKS)[keyof typeof LOCKS]

/** Waits for the lock and holds it until the transaction ends. */
export async function lockForTransaction(tx: Tx, lock: LockNumber, key?: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockId(lock, key)})`.execute(tx)
}

/** Returns false at once if another transaction holds the lock. */
export async function tryLockForTransaction(
  tx: Tx,
  lock: LockNumber,
  key?: string,
): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(${lockId(lock, key)}) as locked`.execute(tx)
  return rows[0]!.locked
}

/** Whether somebody holds the lock exclusively. */
export async function isLocked(db: Db, lock: LockNumber): Promise<boolean> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lockId(lock)}) as free`.execute(db)
  return !rows[0]!.free
}

/** For a session of its own, such as a backup: the lock is released when the client disconnects. */
export const LOCK_SESSION = 'select pg_advisory_lock($1)'
export const TRY_LOCK_SESSION = 'select pg_try_advisory_lock($1) as locked'
/** For a transaction on a client of its own. */
export const LOCK_TRANSACTION = 'select pg_advisory_xact_lock($1)'

const lockId = (lock: LockNumber, key?: string): Sql =>
  key === undefined ? sql`${lock}::bigint` : sql`hashtextextended(${key}, ${lock}::bigint)`
