// Connections of their own for reports, searches and exports: however long these take, sign-in and
// saving find theirs free. A statement ends when its client disconnects.
import type { Socket } from 'node:net'
import { Kysely } from 'kysely'
import type pg from 'pg'
import { openPool, type Db, type PoolOptions } from './connect.ts'
import { LazyBeginDialect } from './lazy-begin.ts'
import { STATE_CALLER, valuesOfCaller, type StatedCaller } from './stated-caller.ts'
import type { DB } from './tables.ts'

export type HeavyConnections = {
  /** For one caller, or for all rows. */
  as: (identity: StatedCaller | undefined, disconnected: AbortSignal) => Db
  pools: { name: string; pool: pg.Pool }[]
  close: () => Promise<void>
}

/** Twice the usual limit: a report of a large studio may take its time, as nobody waits behind it. */
const STATEMENT_MS = 10_000
const RESPONSE_MS = STATEMENT_MS + 3_000
/** How often PostgreSQL checks whether somebody still waits for the result. */
const CHECK_CLIENT = 'set client_connection_check_interval = 500'

/** At most `size` connections of each role. They are opened when they are needed. */
export function openHeavyConnections(url: string, options: PoolOptions): HeavyConnections {
  const open = (role: string) =>
    openPool(url, {
      responseMs: RESPONSE_MS,
      ...options,
      role,
      name: `${role}_heavy`,
      statementMs: STATEMENT_MS,
      setup: CHECK_CLIENT,
    })
  const [system, service] = [open('reelay_system'), open('reelay_service')]
  return {
    as(identity, disconnected) {
      const pool = identity ? service : system
      const connect = () => takeConnection(pool, identity, disconnected)
      const dialect = new LazyBeginDialect({
        pool: { connect, end: async () => {}, options: pool.options },
      })
      return new Kysely<DB>({ dialect })
    },
    pools: [
      { name: 'reelay_system_heavy', pool: system },
      { name: 'reelay_service_heavy', pool: service },
    ],
    close: async () => void (await Promise.all([system.end(), service.end()])),
  }
}

async function takeConnection(
  pool: pg.Pool,
  identity: StatedCaller | undefined,
  disconnected: AbortSignal,
): Promise<pg.PoolClient> {
  disconnected.throwIfAborted()
  const client = await pool.connect()
  const release = client.release.bind(client)
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
  const breakConnection = () =>
    stream.destroy(new Error('Connection terminated: the client has disconnected'))
  disconnected.addEventListener('abort', breakConnection)
  client.release = (error) => {
    disconnected.removeEventListener('abort', breakConnection)
    release(error ?? disconnected.aborted)
  }
  try {
    if (identity) await state(client, identity)
    return client
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** What each connection has stated last. */
const stated = new WeakMap<pg.PoolClient, string>()

async function state(client: pg.PoolClient, identity: StatedCaller) {
  const values = valuesOfCaller(identity)
  const key = values.join(' ')
  if (stated.get(client) === key) return
  stated.delete(client)
  await client.query(STATE_CALLER, values)
  stated.set(client, key)
}
