// Connections that only see the rows of a caller. Each states its caller before anything else runs on
// it.
import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import type pg from 'pg'
import type { Db } from './connect.ts'
import { LazyBeginDialect } from './lazy-begin.ts'
import { STATE_CALLER, valuesOfCaller, type StatedCaller } from './stated-caller.ts'
import type { DB } from './tables.ts'

export type CallerConnections = { as: (identity: StatedCaller) => Db; close: () => Promise<void> }

/** All callers share the driver, because nearly every request has another caller. */
export function callerConnections(pool: pg.Pool): CallerConnections {
  const dialect = new LazyBeginDialect({ pool })
  const driver = dialect.createDriver()
  const ready = driver.init()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const stated: StatedCallers = new WeakMap()
  return {
    as(identity) {
      const provider = createProvider(driver, ready, stated, identity)
      const executor = new DefaultQueryExecutor(compiler, adapter, provider)
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    close: () => ready.then(() => driver.destroy()),
  }
}

/** What each connection has stated last. */
type StatedCallers = WeakMap<DatabaseConnection, string>

function createProvider(
  driver: Driver,
  ready: Promise<void>,
  stated: StatedCallers,
  identity: StatedCaller,
): ConnectionProvider {
  return {
    async provideConnection(consumer) {
      await ready
      const connection = await driver.acquireConnection()
      try {
        await stateIdentity(connection, stated, identity)
        return await consumer(connection)
      } finally {
        await driver.releaseConnection(connection)
      }
    },
  }
}

/**
 * Outside of a transaction, so that a rollback cannot bring back the identity before. If the
 * statement fails, nothing runs, and the next use states the identity again.
 */
async function stateIdentity(
  connection: DatabaseConnection,
  stated: StatedCallers,
  identity: StatedCaller,
): Promise<void> {
  const values = valuesOfCaller(identity)
  const key = values.join(' ')
  if (stated.get(connection) === key) return
  stated.delete(connection)
  await connection.executeQuery(CompiledQuery.raw(STATE_CALLER, values))
  stated.set(connection, key)
}
