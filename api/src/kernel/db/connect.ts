import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import type { DB } from './tables.ts'

/**
 * A pool of connections. Queries take it first; commands take a `Tx`, so that the wrong handle is
 * not in scope.
 */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

// Counts and seconds stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const LIMITS = {
  statement_timeout: 5_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
}

export function connect(
  url: string,
  options: { size: number; onError?: (error: Error) => void },
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.size,
    application_name: 'reelay',
    connectionTimeoutMillis: 3_000,
    ...LIMITS,
  })
  pool.on('error', options.onError ?? (() => {}))
  pool.on('connect', (client) => {
    client.on('error', options.onError ?? (() => {}))
    prepareOnce(client)
  })
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

const MOST_PREPARED = 1_000

/**
 * Gives each statement text a name, so that PostgreSQL parses and plans it once per connection.
 * Planning is most of the cost of a short read with many joins.
 */
const names = new Map<string, string>()
function prepareOnce(client: pg.PoolClient) {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  client.query = ((text: unknown, values?: unknown, ...rest: unknown[]) =>
    typeof text === 'string' && Array.isArray(values) && rest.length === 0 && nameOf(text)
      ? query({ name: nameOf(text), text, values })
      : query(text, values, ...rest)) as typeof client.query
}

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known || names.size >= MOST_PREPARED) return known
  names.set(text, `s${names.size}`)
  return names.get(text)
}
