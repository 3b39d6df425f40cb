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
import { stateOnce, type StatedCaller } from './stated-caller.ts'
import type { DB } from './tables.ts'

export type CallerConnections = { as: (identity: StatedCaller) => Db; close: () => Promise<void> }

/** All callers share the driver, because nearly every request has another caller. */
export function callerConnections(pool: pg.Pool): CallerConnections {
  const dialect = new LazyBeginDialect({ pool })
  const driver = dialect.createDriver()
  const ready = driver.init()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  return {
    as(identity) {
      const provider = createProvider(driver, ready, identity)
      const executor = new DefaultQueryExecutor(compiler, adapter, provider)
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    close: () => ready.then(() => driver.destroy()),
  }
}

const state = stateOnce<DatabaseConnection>((connection, text, values) =>
  connection.executeQuery(CompiledQuery.raw(text, values)),
)

function createProvider(
  driver: Driver,
  ready: Promise<void>,
  identity: StatedCaller,
): ConnectionProvider {
  return {
    async provideConnection(consumer) {
      await ready
      const connection = await driver.acquireConnection()
      try {
        await state(connection, identity)
        return await consumer(connection)
      } finally {
        await driver.releaseConnection(connection)
      }
    },
  }
}
