import type { Socket } from 'node:net'
import { getPriority, setPriority } from 'node:os'
import pg from 'pg'
import { connectionOptions } from './primary.ts'
import { poolWaitSeconds } from '../telemetry/metrics.ts'
import { withQuerySpan } from '../telemetry/tracing.ts'

export type Result<Row> = { rows: Row[]; rowCount: number | null }

/** Where statements run. Queries take a Db; commands take a Tx, so no other handle is in scope. */
export type Db = {
  /** Lends a connection to `work`. */
  useConnection: <T>(work: (client: pg.ClientBase) => Promise<T>) => Promise<T>
  /** Set by the demo, which is one transaction: those of its calls become parts of this one. */
  readonly outer?: Tx
}
/** The connection of a transaction. */
export type Tx = Db & { readonly isTransaction: true }
export type OwnedDb = Db & { close: () => Promise<void> }

// Counts and seconds are far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const TIMEOUTS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

/**
 * PostgreSQL ends every statement before. If it does not respond, it is out of reach, and its
 * connection would block a request until TCP gives up after minutes.
 */
export const RESPONSE_MS = 8_000

export const clientOptions = (url: string): pg.ClientConfig => ({
  ...connectionOptions(url),
  application_name: 'reelay',
  connectionTimeoutMillis: 3_000,
  ...TIMEOUTS,
})

export type PoolOptions = {
  size: number
  onError?: (error: Error) => void
  /** How long the service waits for a response. Only tests change it. */
  responseMs?: number
  /** How long a statement may take, if not as long as usual. */
  statementMs?: number
  /** PostgreSQL runs on this machine, under an account whose processes we may change. */
  isEmbedded?: boolean
}

/** As the account of the URL, which owns the tables. The service uses `connectService`. */
export const connect = (url: string, options: PoolOptions): OwnedDb =>
  poolDb(openPool(url, options))

export const poolDb = (pool: pg.Pool): OwnedDb => ({
  useConnection: (work) => usePool(pool, work),
  close: () => pool.end(),
})

/** A connection that is broken, or whose transaction could not be rolled back, is not used again. */
export async function usePool<T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    return await work(client)
  } finally {
    client.release(client.getTransactionStatus() !== 'I' || isBroken(client))
  }
}

export type RoleOptions = {
  role?: string
  /** In the metrics. By default the role. */
  name?: string
  /** How long to wait for a connection, if not as long as usual. */
  waitMs?: number
  /** Runs on each new connection. */
  setup?: string
  /** Runs after everything else of an embedded PostgreSQL, and after the service. */
  isLowPriority?: boolean
  /** Plans each statement for its values, instead of once per connection. */
  plansEach?: boolean
}

/** With a `role`, no connection is used before it has that role. */
export function openPool(url: string, options: PoolOptions & RoleOptions): pg.Pool {
  const { role, statementMs, waitMs, setup } = options
  const pool = new pg.Pool({
    ...clientOptions(url),
    ...(statementMs && { statement_timeout: statementMs }),
    ...(waitMs && { connectionTimeoutMillis: waitMs }),
    max: options.size,
    ...(role && { onConnect: takeRole(role, setup) }),
  })
  measureWaits(pool, options.name ?? role ?? 'owner')
  pool.on('error', options.onError ?? (() => {}))
  pool.on('connect', (client) => {
    client.on('error', options.onError ?? (() => {}))
    // The owner of the tables runs migrations and backups, which have no limit.
    limitWaits(client, role ? (options.responseMs ?? RESPONSE_MS) : undefined)
    nameStatements(client, options.plansEach ? () => undefined : nameOf)
    if (options.isEmbedded && options.isLowPriority) lowerPriority(client)
  })
  return pool
}

/**
 * Limits how long a statement waits for its result: after that the connection is broken, because
 * nothing that comes later belongs to the next statement.
 *
 * Statements are sent with a callback. If pg creates the promise or the timer, it assigns a function to
 * a property, and V8 keeps such functions, and the results they lead to, until the next full garbage
 * collection: 10 kB for each work request that is read.
 */
export function limitWaits(client: pg.ClientBase, milliseconds = Infinity) {
  const query = client.query.bind(client) as unknown as (...args: unknown[]) => unknown
  const send = (args: unknown[]) =>
    new Promise((resolve, reject) => {
      const timer =
        milliseconds < Infinity
          ? setTimeout(() => breakConnection(client, 'PostgreSQL does not respond'), milliseconds)
          : undefined
      query(...args, (error: Error | null, result: unknown) => {
        clearTimeout(timer)
        if (error) reject(error)
        else resolve(result)
      })
    }).catch((error: Error) => {
      // Otherwise the stack leads to the socket instead of the caller.
      Error.captureStackTrace(error)
      throw error
    })
  client.query = ((...args: unknown[]) =>
    typeof args.at(-1) === 'function' || isSubmittable(args[0])
      ? query(...args)
      : send(args)) as typeof client.query
}

/** Such as a cursor, which is its own result. */
const isSubmittable = (config: unknown): boolean =>
  typeof (config as { submit?: unknown }).submit === 'function'

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
  const connect = pool.connect.bind(pool)
  pool.connect = ((callback?: Parameters<typeof pool.connect>[0]) => {
    if (callback) return connect(callback)
    const stopTimer = poolWaitSeconds.startTimer({ pool: name })
    return connect().finally(stopTimer)
  }) as typeof pool.connect
}

/** The pool waits for the result, although its type does not say so. */
const takeRole =
  (role: string, setup = '') =>
  (client: pg.ClientBase): unknown =>
    client.query(`${asRole(role)}; ${setup}`)

/**
 * Starting parallel workers takes more CPU than a page of a list, and what lists read is mostly in
 * memory. Statements of callers are planned once for all values: otherwise PostgreSQL plans the first
 * five executions on each connection, which takes longer than running them (docs/decisions/0039).
 */
export const asRole = (role: string): string =>
  `set role ${role}; set max_parallel_workers_per_gather = 0; set random_page_cost = 1.1${
    role === 'reelay_service' ? '; set plan_cache_mode = force_generic_plan' : ''
  }`

/** Statements in progress fail. */
export function breakConnection(client: pg.ClientBase, reason: string) {
  internalsOf(client).connection.stream.destroy(new Error(`Connection terminated: ${reason}`))
}

const isBroken = (client: pg.ClientBase): boolean => internalsOf(client).connection.stream.destroyed

/** What the types of pg do not show. */
const internalsOf = (client: pg.ClientBase) =>
  client as unknown as { processID: number; connection: { stream: Socket } }

const MAX_PREPARED = 1_000
const names = new Map<string, string>()

type NameOf = (text: string) => string | undefined

/**
 * A statement with a name is parsed and planned once per connection. Planning is most of the cost of
 * a short read with many joins.
 */
function nameStatements(client: pg.PoolClient, nameFor: NameOf) {
  const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) => {
    if (typeof text !== 'string' || !Array.isArray(values) || rest.length > 0)
      return query(text, values, ...rest)
    const name = nameFor(text)
    return withQuerySpan(text, () => query({ ...(name && { name }), text, values }))
  }) as typeof client.query
}

function nameOf(text: string): string | undefined {
  const existing = names.get(text)
  if (existing || names.size >= MAX_PREPARED) return existing
  names.set(text, `s${names.size}`)
  return names.get(text)
}
