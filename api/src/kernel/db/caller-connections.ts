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
import { LazyBeginDialect, type LazyConnection } from './lazy-begin.ts'
import { createMerger, type Merger } from './merge-statements.ts'
import { keyOfCaller, stateOnce, type StatedCaller } from './stated-caller.ts'
import type { DB } from './tables.ts'

export type CallerConnections = { as: (identity: StatedCaller) => Db; close: () => Promise<void> }

/** All callers share the driver, because nearly every request has another caller. */
export function callerConnections(pool: pg.Pool): CallerConnections {
  const dialect = new LazyBeginDialect({ pool })
  const driver = dialect.createDriver()
  const ready = driver.init()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const mergers = new Map<string, Merger>()
  /** Merges only what the same caller sends, so that row-level security applies to all of it. */
  const mergerOf = (identity: StatedCaller): Merger => {
    const key = keyOfCaller(identity)
    const known = mergers.get(key)
    if (known) return known
    const { provideConnection } = createProvider({ driver, ready, identity, mergerOf })
    const merger = createMerger(
      (query) => provideConnection((connection) => connection.executeQuery(query)),
      () => mergers.delete(key),
    )
    mergers.set(key, merger)
    return merger
  }
  return {
    as(identity) {
      const provider = createProvider({ driver, ready, identity, mergerOf })
      const executor = new DefaultQueryExecutor(compiler, adapter, provider)
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    close: () => ready.then(() => driver.destroy()),
  }
}

const state = stateOnce<DatabaseConnection>((connection, text, values) =>
  connection.executeQuery(CompiledQuery.raw(text, values)),
)

function createProvider({
  driver,
  ready,
  identity,
  mergerOf,
}: {
  driver: Driver
  ready: Promise<void>
  identity: StatedCaller
  mergerOf: (identity: StatedCaller) => Merger
}): ConnectionProvider {
  return {
    async provideConnection(consumer) {
      await ready
      const connection = (await driver.acquireConnection()) as LazyConnection
      const release = async () => {
        if (connection.isReleased) return
        connection.isReleased = true
        await driver.releaseConnection(connection)
      }
      // Not assigned to the property directly: docs/decisions/0135.
      const sendWithOthers: Merger = async (query) => {
        await release()
        return mergerOf(identity)(query)
      }
      connection.sendWithOthers = sendWithOthers
      try {
        await state(connection.inner, identity)
        return await consumer(connection)
      } finally {
        await release()
      }
    },
  }
}
