// Connections that only see the rows of a caller. Each states its caller before anything else runs on
// it.
import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely'
import type pg from 'pg'
import type { Db } from './connect.ts'
import { LazyBeginDialect, type LazyConnection } from './lazy-begin.ts'
import { createMerger, kindOfMerge, type Merger } from './merge-statements.ts'
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
  const merge = createMergers((identity, query) =>
    createProvider({ driver, ready, identity, merge }).provideConnection((connection) =>
      connection.executeQuery(query),
    ),
  )
  return {
    as(identity) {
      const provider = createProvider({ driver, ready, identity, merge })
      const executor = new DefaultQueryExecutor(compiler, adapter, provider)
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    close: () => ready.then(() => driver.destroy()),
  }
}

const state = stateOnce<DatabaseConnection>((connection, text, values) =>
  connection.executeQuery(CompiledQuery.raw(text, values)),
)

type MergeOf = <R>(identity: StatedCaller, query: CompiledQuery) => Promise<QueryResult<R>>

/** Merges only what the same caller sends, so that row-level security applies to all of it. */
function createMergers(
  send: (identity: StatedCaller, query: CompiledQuery) => Promise<QueryResult<unknown>>,
): MergeOf {
  const mergersOf = new Map<string, Map<string, Merger>>()
  return (identity, query) => {
    const mergers = mergersOf.get(query.sql) ?? new Map<string, Merger>()
    mergersOf.set(query.sql, mergers)
    const key = keyOfCaller(identity)
    const merger =
      mergers.get(key) ??
      createMerger(
        kindOfMerge(query)!,
        (merged) => send(identity, merged),
        () => mergers.delete(key),
      )
    mergers.set(key, merger)
    return merger(query)
  }
}

function createProvider({
  driver,
  ready,
  identity,
  merge,
}: {
  driver: Driver
  ready: Promise<void>
  identity: StatedCaller
  merge: MergeOf
}): ConnectionProvider {
  return {
    async provideConnection(consumer) {
      await ready
      const connection = (await driver.acquireConnection()) as LazyConnection
      connection.serve({
        state: (inner) => state(inner, identity),
        merge: (query) => merge(identity, query),
      })
      try {
        return await consumer(connection)
      } finally {
        await connection.release()
      }
    },
  }
}
