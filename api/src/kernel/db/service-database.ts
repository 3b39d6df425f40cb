// The connections of the running service. They use two roles that own nothing: `reelay_system` sees
// all rows, `reelay_service` only the rows of the caller that its connection has stated
// (docs/decisions/0057).
import {
  CompiledQuery,
  DefaultQueryExecutor,
  Kysely,
  PostgresDialect,
  type ConnectionProvider,
  type DatabaseConnection,
  type Driver,
} from 'kysely'
import { openPool, type Db, type PoolOptions } from './connect.ts'
import type { DB } from './tables.ts'

/**
 * Who asks. Row-level security shows the rows of these studios and of this person. In the vendor
 * studios it shows nothing that belongs to a group other than these.
 */
export type StatedCaller = {
  person: string | null
  studios: readonly string[]
  groups?: readonly string[]
  vendorStudios?: readonly string[]
}

export type ServiceDatabase = {
  /** For work that is not of one caller: sign-in, jobs, admins, the first start. */
  system: Db
  /** For one caller. Rows of other studios do not exist here. */
  as: (identity: StatedCaller) => Db
  close: () => Promise<void>
}

export function connectService(url: string, options: PoolOptions): ServiceDatabase {
  const system = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: openPool(url, { ...options, role: 'reelay_system' }) }),
  })
  const dialect = new PostgresDialect({
    pool: openPool(url, { ...options, role: 'reelay_service' }),
  })
  const driver = dialect.createDriver()
  const ready = driver.init()
  const compiler = dialect.createQueryCompiler()
  const adapter = dialect.createAdapter()
  const stated: StatedCallers = new WeakMap()
  return {
    system,
    as(identity) {
      const provider = createProvider(driver, ready, stated, identity)
      const executor = new DefaultQueryExecutor(compiler, adapter, provider)
      return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
    },
    async close() {
      await Promise.all([system.destroy(), ready.then(() => driver.destroy())])
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
  { person, studios, groups = [], vendorStudios = [] }: StatedCaller,
): Promise<void> {
  const values = [person ?? '', ...[studios, groups, vendorStudios].map(arrayText)]
  const key = values.join(' ')
  if (stated.get(connection) === key) return
  stated.delete(connection)
  await connection.executeQuery(CompiledQuery.raw(STATE, values))
  stated.set(connection, key)
}

const arrayText = (ids: readonly string[]) => `{${ids.join(',')}}`

const STATE = `
  select set_config('reelay.person', $1, false), set_config('reelay.studios', $2, false),
    set_config('reelay.groups', $3, false), set_config('reelay.vendor_studios', $4, false)`
