// Gives each test a database with the fixtures. To create and drop one takes 150 ms of CPU time, and
// new connections load the catalog and plan every statement again. So the tests of a process use one
// database after the other, with the same connections, and restore the rows in between.
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { Kysely, type ConnectionProvider } from 'kysely'
import pg from 'pg'
import type { Db } from '../src/kernel/db/connect.ts'
import { LazyBeginDialect } from '../src/kernel/db/lazy-begin.ts'
import type { DB } from '../src/kernel/db/tables.ts'
import { FIXTURES_TEMPLATE, copyDatabase, databaseOn, onCluster } from './cluster.ts'
import { restoreRows } from './saved-rows.ts'
import { openConnections, type TestConnections } from './test-app.ts'

type FixtureDatabase = {
  url: string
  name: string
  connections: TestConnections
  /** Restores the rows. */
  restorer: pg.Client
}

const all = new Set<FixtureDatabase>()
const idle: FixtureDatabase[] = []
after(() => Promise.all([...all].map(drop)))

/** `connections.close` returns the database. */
export async function takeDatabase(): Promise<{ url: string; connections: TestConnections }> {
  const database = (await takeIdle()) ?? (await create())
  return { url: database.url, connections: lend(database) }
}

async function takeIdle(): Promise<FixtureDatabase | undefined> {
  const database = idle.pop()
  if (!database) return undefined
  if (await restoreRows(database.restorer).catch(() => false)) return database
  await drop(database)
  return takeIdle()
}

async function create(): Promise<FixtureDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await copyDatabase(findCluster(), name, FIXTURES_TEMPLATE)
  const url = databaseOn(findCluster(), name)
  const restorer = new pg.Client({ connectionString: url })
  // A test may end all connections.
  restorer.on('error', () => {})
  await restorer.connect()
  const database = { url, name, connections: openConnections(url), restorer }
  all.add(database)
  return database
}

async function drop(database: FixtureDatabase) {
  all.delete(database)
  await Promise.all([database.connections.close(), database.restorer.end().catch(() => {})])
  await onCluster(findCluster(), `drop database ${database.name} with (force)`)
}

function findCluster(): string {
  const cluster = process.env.TEST_CLUSTER
  if (!cluster) throw new Error('TEST_CLUSTER is not set: run the tests with npm test')
  return cluster
}

/** Connections for one test. After `close` they run nothing more, also if the app still tries. */
function lend(lent: FixtureDatabase): TestConnections {
  const running = new Set<Promise<unknown>>()
  let isClosed = false
  const limit = (db: Db): Db => {
    const executor = db.getExecutor()
    const provider: ConnectionProvider = {
      async provideConnection(consumer) {
        if (isClosed) throw new Error('The test of this connection has ended')
        const work = executor.provideConnection(consumer)
        running.add(work)
        return work.finally(() => running.delete(work))
      },
    }
    return new Kysely<DB>({
      config: { dialect: DIALECT },
      dialect: DIALECT,
      driver: DIALECT.createDriver(),
      executor: executor.withConnectionProvider(provider),
    })
  }
  const { db, database } = lent.connections
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await Promise.allSettled(running)
    idle.push(lent)
  }
  return {
    db: limit(db),
    database: {
      system: limit(database.system),
      as: (identity) => limit(database.as(identity)),
      async read(...args) {
        if (isClosed) throw new Error('The test of this connection has ended')
        const work = database.read<never>(...args)
        running.add(work)
        return work.finally(() => running.delete(work))
      },
      heavy: (...args) => limit(database.heavy(...args)),
      saves: (...args) => limit(database.saves(...args)),
      uploads: (...args) => limit(database.uploads(...args)),
      pools: database.pools,
      close,
    },
    close,
  }
}

/** For statements such as `begin`. The connections come from the provider. */
const DIALECT = new LazyBeginDialect({
  pool: () => Promise.reject(new Error('The provider has the connections')),
})
