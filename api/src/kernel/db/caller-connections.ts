// Connections that only see the rows of a caller. Each states its caller before anything else runs on
// it.
import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type DatabaseConnection,
} from 'kysely'
import type pg from 'pg'
import type { Db } from './connect.ts'
import { stateOnce, type StatedCaller } from './stated-caller.ts'
import type { DB } from './tables.ts'

export type CallerConnections = { as: (identity: StatedCaller) => Db; close: () => Promise<void> }

/** All callers share the driver, because nearly every request has another caller. */
export function callerConnections(pool: pg.Pool): CallerConnections {
  const dialect = new PostgresDialect({ pool })
  const driver = dialect.createDriver()
  const ready = driver.init()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()

  async function takeConnection<T>(
    identity: StatedCaller,
    consumer: (connection: DatabaseConnection) => Promise<T>,
  ): Promise<T> {
    await ready
    const connection = await driver.acquireConnection()
    try {
      await state(connection, identity)
      return await consumer(connection)
    } finally {
      await driver.releaseConnection(connection)
    }
  }

  return {
    as(identity) {
      const executor = new DefaultQueryExecutor(compiler, adapter, {
        provideConnection: (consumer) => takeConnection(identity, consumer),
      })
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    close: () => ready.then(() => driver.destroy()),
  }
}

const state = stateOnce<DatabaseConnection>((connection, text, values) =>
  connection.executeQuery(CompiledQuery.raw(text, values)),
)
