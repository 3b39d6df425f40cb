// Runs statements and transactions on the connections of a pool. Nothing is left in the session of a
// connection, because with a pooler in transaction mode the next transaction has another one.
import pg from 'pg'
import { breakConnection, isBroken, type Db, type Result, type Tx, type Value } from './connect.ts'
import { send, type SendOptions } from './send.ts'

export type PoolDbOptions = SendOptions & {
  /** Settings of every transaction, such as the caller. With them, each statement gets one. */
  settings?: Record<string, string> | undefined
  /** The studio of the caller, if they have one and no other. */
  studio?: string | undefined
  /** Ends the statement in progress. */
  disconnected?: AbortSignal
}

export const poolDb = (pool: pg.Pool, options: PoolDbOptions): Db => ({
  query: (text, values) =>
    useClient(pool, options, (client) =>
      options.settings
        ? queryAlone(client, options, text, values)
        : send(client, text, values, options),
    ),
  transaction: (work) => useClient(pool, options, (client) => transact(client, options, work)),
  studio: options.studio,
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

/** One round trip. If a statement fails, PostgreSQL skips those after it, and `commit` rolls back. */
async function queryAlone<Row>(
  client: pg.ClientBase,
  options: PoolDbOptions,
  text: string,
  values: Value[],
): Promise<Result<Row>> {
  const opening = begin(client, options)
  const result = send<Row>(client, text, values, options)
  await settled([...opening, result, send(client, 'commit', [], options)])
  return await result
}

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
    const { command } = await send(client, 'commit', [], options)
    // PostgreSQL rolls back instead if a statement has failed, even if `work` caught the error.
    if (command === 'ROLLBACK') throw new Error('Transaction was rolled back instead of committed')
    return result
  } catch (error) {
    hasEnded = true
    if (client.getTransactionStatus() !== 'I') await send(client, 'rollback', [], options)
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
  async query(text, values) {
    if (hasEnded()) throw new Error('The transaction has ended')
    return await send(client, text, values, options)
  },
  transaction: () => Promise.reject(new Error('A transaction cannot contain another')),
})

/**
 * Sends `begin` and the settings, which end with the transaction. As `set local`, which a coordinator
 * of Citus repeats on its workers, and in one message, which costs less than a prepared `set_config`.
 */
function begin(client: pg.ClientBase, options: PoolDbOptions): Promise<unknown>[] {
  const begun = send(client, 'begin', [], options)
  const { settings } = options
  if (!settings) return [begun]
  const statements = Object.entries(settings).map(
    ([name, value]) => `set local ${name} = ${pg.escapeLiteral(value)}`,
  )
  const tracedAs = 'set local'
  return [
    begun,
    send(client, statements.join('; '), [], { ...options, names: undefined, tracedAs }),
  ]
}

/** Waits for all, also if one fails: the connection is free only then. Throws the first error. */
async function settled(sent: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(sent))
    if (outcome.status === 'rejected') throw outcome.reason
}
