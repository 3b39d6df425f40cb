// Runs statements and transactions on the connections of a pool. Nothing is left in the session of a
// connection, because with a pooler in transaction mode the next transaction has another one.
import type pg from 'pg'
import { breakConnection, isBroken, type Db, type Tx } from './connect.ts'
import { send, sendAlone, type Query, type SendOptions } from './send.ts'

export type PoolDbOptions = SendOptions & {
  /** Runs first in each transaction, such as `stateSettings`. */
  settings?: Query | undefined
  /** The studio of the caller, if they have one and no other. */
  studio?: string | undefined
  /** Whether the rows of studios are on several servers. */
  isDistributed?: boolean | undefined
  /** Ends the statement in progress. */
  disconnected?: AbortSignal
}

export const poolDb = (pool: pg.Pool, options: PoolDbOptions): Db => ({
  // Only in an explicit transaction do the other servers get the settings.
  query: (text, values) =>
    useClient(pool, options, (client) =>
      options.isDistributed && options.settings
        ? transact(client, options, (tx) => tx.query(text, values))
        : sendAlone(client, { text, values }, options),
    ),
  transaction: (work) => useClient(pool, options, (client) => transact(client, options, work)),
  studio: options.studio,
  isDistributed: options.isDistributed,
})

/** A connection that is broken, or whose transaction could not be rolled back, is not used again. */
async function useClient<T>(
  pool: pg.Pool,
  { disconnected }: PoolDbOptions,
  work: (client: pg.ClientBase) => Promise<T>,
): Promise<T> {
  disconnected?.throwIfAborted()
  const client = await pool.connect()
  const end = () => breakConnection(client, 'the client has disconnected')
  disconnected?.addEventListener('abort', end)
  try {
    return await work(client)
  } finally {
    disconnected?.removeEventListener('abort', end)
    client.release(client.getTransactionStatus() !== 'I' || isBroken(client))
  }
}

const BEGIN: Query = { text: 'begin', values: [] }
const COMMIT: Query = { text: 'commit', values: [] }
const ROLLBACK: Query = { text: 'rollback', values: [] }

async function transact<T>(
  client: pg.ClientBase,
  options: PoolDbOptions,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  let hasEnded = false
  try {
    await settled(begin(client, options))
    const result = await work(transactionOn(client, options, () => hasEnded))
    hasEnded = true
    const { command } = await send(client, COMMIT, options)
    // PostgreSQL rolls back instead if a statement has failed, even if `work` caught the error.
    if (command === 'ROLLBACK') throw new Error('Transaction was rolled back instead of committed')
    return result
  } catch (error) {
    hasEnded = true
    if (client.getTransactionStatus() !== 'I') await send(client, ROLLBACK, options)
    throw error
  }
}

/** After the transaction, the connection belongs to others. */
const transactionOn = (
  client: pg.ClientBase,
  options: PoolDbOptions,
  hasEnded: () => boolean,
): Tx => ({
  isTransaction: true,
  studio: options.studio,
  isDistributed: options.isDistributed,
  async query(text, values) {
    if (hasEnded()) throw new Error('The transaction has ended')
    return await send(client, { text, values }, options)
  },
  transaction: () => Promise.reject(new Error('A transaction cannot contain another')),
})

/** In one round trip with the settings. */
const begin = (client: pg.ClientBase, options: PoolDbOptions): Promise<unknown>[] =>
  [BEGIN, ...(options.settings ? [options.settings] : [])].map((query) =>
    send(client, query, options),
  )

/** Waits for all, also if one fails: the connection is free only then. Throws the first error. */
async function settled(sent: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(sent))
    if (outcome.status === 'rejected') throw outcome.reason
}
