// Gives each test a database with the fixtures and the service on it. To create and drop a database
// takes 150 ms of CPU time, new connections load the catalog and plan every statement again, and to
// build the service takes 70 ms. So the tests of a process use one database with its connections and
// its service, one test after the other, and restore the rows in between. Tests at the same time, and
// tests with settings of their own, get others.
import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import pg from 'pg'
import type { Db } from '../src/kernel/db/connect.ts'
import { FIXTURES_TEMPLATE, asService, copyDatabase, databaseOn, dropDatabase } from './cluster.ts'
import { restoreRows } from './saved-rows.ts'
import { createTestApp, openConnections, type TestApp, type TestConnections } from './test-app.ts'

type FixtureDatabase = {
  url: string
  name: string
  /** Those of the tests work only between `open` and `close`. */
  connections: TestConnections
  lent: TestConnections & { open: () => void }
  /** Restores the rows. */
  restorer: pg.Client
  /** The service without settings, after the first test that needed it. */
  app?: TestApp
}

const all = new Set<FixtureDatabase>()
const idle: FixtureDatabase[] = []
after(() => Promise.all([...all].map(drop)))

/** `close` returns the database. `settings` are environment variables. */
export async function takeApp(settings: Record<string, string>): Promise<TestApp> {
  const database = (await takeIdle()) ?? (await create())
  database.lent.open()
  if (Object.keys(settings).length > 0) return createTestApp(database.url, settings, database.lent)
  if (database.app) await database.app.reset()
  const app = (database.app ??= await createTestApp(database.url, {}, database.lent))
  return { ...app, close: () => giveBack(database, app) }
}

async function giveBack(database: FixtureDatabase, { app, close }: TestApp) {
  // Ends responses that have no end, such as event streams.
  app.stopping.abort()
  if (!app.fastify.server.listening) return database.lent.close()
  // It cannot listen twice.
  delete database.app
  await close()
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
  const connections = openConnections(url, asService(url))
  const database: FixtureDatabase = {
    url,
    name,
    connections,
    lent: lend(connections, () => all.has(database) && idle.push(database)),
    restorer,
  }
  all.add(database)
  return database
}

async function drop(database: FixtureDatabase) {
  all.delete(database)
  await database.app?.close()
  await Promise.all([database.connections.close(), database.restorer.end().catch(() => {})])
  await dropDatabase(findCluster(), database.name)
}

function findCluster(): string {
  const cluster = process.env.TEST_CLUSTER
  if (!cluster) throw new Error('TEST_CLUSTER is not set: run the tests with npm test')
  return cluster
}

/** After `close` they run nothing more, also if the app still tries. */
function lend({ db, database }: TestConnections, onClose: () => void): FixtureDatabase['lent'] {
  const running = new Set<Promise<unknown>>()
  let isClosed = true
  const whileOpen = async <T>(use: () => Promise<T>): Promise<T> => {
    if (isClosed) throw new Error('The test of this connection has ended')
    const promise = use()
    running.add(promise)
    return await promise.finally(() => running.delete(promise))
  }
  const limit = (unlimited: Db): Db => ({
    studio: unlimited.studio,
    isDistributed: unlimited.isDistributed,
    query: (text, values) => whileOpen(() => unlimited.query(text, values)),
    transaction: (work) => whileOpen(() => unlimited.transaction(work)),
  })
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await Promise.allSettled(running)
    onClose()
  }
  return {
    open() {
      isClosed = false
    },
    db: limit(db),
    database: {
      system: limit(database.system),
      as: (identity) => limit(database.as(identity)),
      heavy: (...args) => limit(database.heavy(...args)),
      saves: (...args) => limit(database.saves(...args)),
      uploads: (...args) => limit(database.uploads(...args)),
      pools: database.pools,
      close,
    },
    close,
  }
}
