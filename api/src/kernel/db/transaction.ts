import { setTimeout as sleep } from 'node:timers/promises'
import { currentTraceparent } from '../telemetry/tracing.ts'
import type { Db, Tx } from './connect.ts'
import { sql } from './sql.ts'

const MAX_ATTEMPTS = 3
const MAX_PAUSE_MS = 50
/** Serialization failure and deadlock. Nothing was saved, so the transaction can be repeated. */
const RETRYABLE = new Set(['40001', '40P01'])

export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction(async (tx) => {
        await stateTrace(tx)
        return work(tx)
      })
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRepeatable(error)) throw error
      // Two that locked each other out would meet again.
      await sleep(Math.random() * MAX_PAUSE_MS)
    }
  }
}

/** Whether the transaction is repeated after this error. */
export const isRepeatable = (error: unknown): boolean =>
  RETRYABLE.has((error as { code?: string }).code ?? '')

/** For the jobs of the transaction: the default of their column `traceparent`. */
async function stateTrace(tx: Tx) {
  const traceparent = currentTraceparent()
  if (traceparent)
    await sql`select set_config('reelay.traceparent', ${traceparent}, true)`.execute(tx)
}

const ROLLBACK = new Error('rolled back on purpose')

/** Runs `work`, then rolls back. */
export async function dryRun<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const results: T[] = []
  await db
    .transaction(async (tx) => {
      results.push(await work(tx))
      throw ROLLBACK
    })
    .catch((error: unknown) => {
      if (error !== ROLLBACK) throw error
    })
  return results[0]!
}
