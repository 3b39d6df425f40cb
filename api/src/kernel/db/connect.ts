import type { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import pg from 'pg'
import { poolWaitSeconds } from '../telemetry/metrics.ts'
import { connectionOptions } from './primary.ts'

/** What pg sends as a parameter. Objects are for JSON: write `JSON.stringify(value)`. */
export type Value = string | number | bigint | boolean | Date | Uint8Array | null | readonly Value[]
export type Result<Row> = { command: string; rows: Row[]; rowCount: number | null }

/** Where statements run. Queries take a Db; commands take a Tx, so no other handle is in scope. */
export type Db = {
  query: <Row>(text: string, values: Value[]) => Promise<Result<Row>>
  /** Commits when `work` has succeeded. Call `inTransaction`, which also repeats it. */
  transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>
  /** The studio of the caller, if they have one and no other. */
  readonly studio?: string | undefined
  /** Whether the rows of studios are on several servers (docs/run/citus.md). */
  readonly isDistributed?: boolean | undefined
}
/** An open transaction. */
export type Tx = Db & { readonly isTransaction: true }

// Counts and seconds are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A pooler in transaction mode drops these; then the account needs them (docs/run/postgresql.md).
 * Starting parallel workers takes more CPU than a page of a list, and what lists read is mostly in
 * memory. Statements are planned once for all values: otherwise PostgreSQL plans the first five
 * executions on each connection, which takes longer than running them (docs/decisions/0039).
 */
export const SESSION_SETTINGS = {
  statement_timeout: '5s',
  lock_timeout: '2s',
  idle_in_transaction_session_timeout: '10s',
  max_parallel_workers_per_gather: '0',
  random_page_cost: '1.1',
  plan_cache_mode: 'force_generic_plan',
}
/** A statement that is not prepared is planned for its values, and a coordinator of Citus needs them. */
const UNPREPARED_SETTINGS = { ...SESSION_SETTINGS, plan_cache_mode: 'auto' }

export const clientOptions = (
  url: string,
  settings: Record<string, string> = SESSION_SETTINGS,
): pg.ClientConfig => ({
  ...connectionOptions(url),
  application_name: 'reelay',
  connectionTimeoutMillis: 3_000,
  options: Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' '),
})

export type PoolOptions = {
  size: number
  onError?: (error: Error) => void
  /** How long the service waits for a response. Only tests change it. */
  responseMs?: number
  /** How long a statement may take, if not as long as usual. */
  statementMs?: number
  /** Whether statements are prepared once per connection, as usual. Not every engine can do that. */
  prepares?: boolean
  /** Whether the rows of studios are on several servers. */
  isDistributed?: boolean
  /** PostgreSQL runs on this machine, under an account whose processes we may change. */
  isEmbedded?: boolean
}

export type PurposeOptions = {
  /** In the metrics. */
  name: string
  /** How long to wait for a connection, if not as long as usual. */
  waitMs?: number
  /** Runs after everything else of an embedded PostgreSQL, and after the service. */
  isLowPriority?: boolean
}

export function openPool(url: string, options: PoolOptions & PurposeOptions): pg.Pool {
  const { size, name, statementMs, waitMs, prepares = true, onError = () => {} } = options
  const pool = new pg.Pool({
    ...clientOptions(url, {
      ...(prepares ? SESSION_SETTINGS : UNPREPARED_SETTINGS),
      ...(statementMs && { statement_timeout: String(statementMs) }),
    }),
    ...(waitMs && { connectionTimeoutMillis: waitMs }),
    max: size,
    // The statements of a transaction are sent without waiting for each other.
    pipeline: true,
  })
  measureWaits(pool, name)
  pool.on('error', onError)
  pool.on('connect', (client) => {
    client.on('error', onError)
    if (options.isEmbedded && options.isLowPriority) lowerPriority(client)
  })
  return pool
}

const LOW_PRIORITY = 10

function lowerPriority(client: pg.PoolClient) {
  const { processID } = internalsOf(client)
  try {
    setPriority(processID, Math.max(getPriority(processID), LOW_PRIORITY))
  } catch {
    // Not on this system. The statements are only slower to give way.
  }
}

function measureWaits(pool: pg.Pool, name: string) {
  const connectClient = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof pool.connect>[0]) => {
    if (callback) return connectClient(callback)
    const stopTimer = poolWaitSeconds.startTimer({ pool: name })
    return connectClient().finally(stopTimer)
  }) as typeof pool.connect
}

/** Statements in progress fail. */
export function breakConnection(client: pg.ClientBase, reason: string) {
  internalsOf(client).connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}

export const isBroken = (client: pg.ClientBase): boolean =>
  internalsOf(client).connection.stream.destroyed

/** Whether this connection has prepared the statement of this name. */
export const isPrepared = (client: pg.ClientBase, name: string): boolean =>
  name in internalsOf(client).connection.parsedStatements

/** What the types of pg do not show. */
const internalsOf = (client: pg.ClientBase) =>
  client as unknown as {
    processID: number
    connection: { stream: Socket; parsedStatements: Record<string, string> }
  }
