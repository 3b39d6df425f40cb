import type pg from 'pg'
import { currentTraceparent } from '../telemetry/tracing.ts'
import type { Db, Tx } from './connect.ts'
import { sql } from './sql.ts'

const MAX_ATTEMPTS = 3
/** Serialization failure and deadlock. Nothing was saved, so the transaction can be repeated. */
const RETRYABLE = new Set(['40001', '40P01'])

export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(db, async (tx) => {
        await stateTrace(tx)
        return work(tx)
      })
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isRepeatable(error)) throw error
    }
  }
}

async function transact<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (db.outer) return await work(db.outer)
  if ('isTransaction' in db) throw new Error('A transaction cannot contain another')
  return await db.useConnection(async (client) => {
    await client.query('begin', [])
    let hasEnded = false
    try {
      const result = await work(onClient(client, () => hasEnded))
      hasEnded = true
      await commit(client)
      return result
    } catch (error) {
      hasEnded = true
      if (client.getTransactionStatus() !== 'I') await client.query('rollback', [])
      throw error
    }
  })
}

/** After the transaction, the connection belongs to others. */
const onClient = (client: pg.ClientBase, hasEnded: () => boolean): Tx => ({
  isTransaction: true,
  async useConnection(work) {
    if (hasEnded()) throw new Error('The transaction has ended')
    return await work(client)
  },
})

/** PostgreSQL rolls back instead if a statement has failed, even if `work` caught the error. */
async function commit(client: pg.ClientBase) {
  const { command } = await client.query('commit', [])
  if (command === 'ROLLBACK') throw new Error('Transaction was rolled back instead of committed')
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
  await transact(db, async (tx) => {
    results.push(await work(tx))
    throw ROLLBACK
  }).catch((error: unknown) => {
    if (error !== ROLLBACK) throw error
  })
  return results[0]!
}
