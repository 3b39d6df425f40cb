// The connections of the running service. They use two roles that own nothing: `reelay_system` sees
// all rows, `reelay_service` only the rows of the caller that its connection has stated
// (docs/decisions/0057).
import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import { openPool, type Db, type PoolOptions } from './connect.ts'
import { LazyBeginDialect } from './lazy-begin.ts'
import { openReadConnections, type ReadConnections } from './read-connections.ts'
import {
  HEAVY,
  SAVES,
  UPLOADS,
  openSeparateConnections,
  type SeparateConnections,
} from './separate-connections.ts'
import { STATE_CALLER, valuesOfCaller, type StatedCaller } from './stated-caller.ts'
import type { DB } from './tables.ts'

export type ServiceDatabase = {
  /** For work that is not of one caller: sign-in, jobs, admins, the first start. */
  system: Db
  /** For one caller. Rows of other studios do not exist here. */
  as: (identity: StatedCaller) => Db
  /** For one caller and one statement, on connections for frequent reads. */
  read: ReadConnections['read']
  /** For one caller, or for all rows, on connections for reports, searches and exports. */
  heavy: SeparateConnections['as']
  /** The same for changes. */
  saves: SeparateConnections['as']
  /** The same for uploads. */
  uploads: SeparateConnections['as']
  pools: () => PoolState[]
  close: () => Promise<void>
}

export type PoolState = { pool: string; idle: number; busy: number; waiting: number }

/** How many connections of each role heavy requests may use, and how many uploads. */
export const separateShare = (poolSize: number) => Math.max(1, Math.floor(poolSize / 2))

export function connectService(url: string, options: PoolOptions): ServiceDatabase {
  const open = (name: string) => ({ name, pool: openPool(url, { ...options, role: name }) })
  const pools = [open('reelay_system'), open('reelay_service')] as const
  const system = new Kysely<DB>({ dialect: new LazyBeginDialect({ pool: pools[0].pool }) })
  const dialect = new LazyBeginDialect({ pool: pools[1].pool })
  const driver = dialect.createDriver()
  const ready = driver.init()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const stated: StatedCallers = new WeakMap()
  const reads = openReadConnections(url, options)
  const few = { ...options, size: separateShare(options.size) }
  const heavy = openSeparateConnections(url, HEAVY, few)
  const uploads = openSeparateConnections(url, UPLOADS, few)
  const saves = openSeparateConnections(url, SAVES, options)
  return {
    system,
    as(identity) {
      const provider = createProvider(driver, ready, stated, identity)
      const executor = new DefaultQueryExecutor(compiler, adapter, provider)
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    read: reads.read,
    heavy: heavy.as,
    saves: saves.as,
    uploads: uploads.as,
    pools: () =>
      [...pools, ...heavy.pools, ...saves.pools, ...uploads.pools].map(({ name, pool }) => ({
        pool: name,
        idle: pool.idleCount,
        busy: pool.totalCount - pool.idleCount,
        waiting: pool.waitingCount,
      })),
    async close() {
      await Promise.all([
        reads.close(),
        heavy.close(),
        saves.close(),
        uploads.close(),
        system.destroy(),
        ready.then(() => driver.destroy()),
      ])
    },
  }
}

/** What each connection has stated last. */
type StatedCallers = WeakMap<DatabaseConnection, string>

/** A connection states the identity before anything else runs on it. */
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
