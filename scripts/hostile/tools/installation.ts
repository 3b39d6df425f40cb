// A running service with its own PostgreSQL and files, two studios, and a person in every role.
import { closeSync, openSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@reelay/client'
import pg from 'pg'
import { startEmbedded } from '../../../api/src/kernel/db/embedded.ts'
import { migrate } from '../../../api/src/kernel/db/migrate.ts'
import { databaseOn, onCluster } from '../../../api/test/cluster.ts'
import type { StudioFixtures } from '../../../api/test/fixtures.ts'
import { TEST_ROLES, seedFixtures, type TestRole } from '../../../api/test/seed-fixtures.ts'
import { startService, type TestService } from '../../../api/test/service.ts'
import {
  TEST_ENCRYPTION_KEY,
  type TestIdentity,
  type TestUser,
} from '../../../api/test/test-app.ts'

const DATABASE = 'hostile'

export type Installation = {
  service: TestService
  admin: TestUser
  a: StudioFixtures
  b: StudioFixtures
  /** Runs a statement as the owner of the database. */
  query: <Row extends object>(statement: string, values?: unknown[]) => Promise<Row[]>
  databaseUrl: string
  /** Everything that the service has logged, at the level `trace`. */
  readLog: () => Promise<string>
  /** The log of PostgreSQL. */
  readDatabaseLog: () => Promise<string>
  /** A second process on the same database and files, with the default budgets. */
  secondNode: () => Promise<TestService>
  folder: string
  stop: () => Promise<void>
}

export async function startInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), 'reelay-hostile-'))
  await chmod(folder, 0o755)
  const embedded = await startEmbedded({ dataDir: join(folder, 'database'), durable: false })
  await onCluster(embedded.url, `create database ${DATABASE}`)
  const databaseUrl = databaseOn(embedded.url, DATABASE)
  await migrate(databaseUrl)
  const seeded = await seedFixtures(databaseUrl)
  const env = {
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEY: TEST_ENCRYPTION_KEY,
    LOG_LEVEL: 'trace',
  }
  const logFile = join(folder, 'service.log')
  const log = openSync(logFile, 'a')
  // The budgets of the second node stop attackers early. Here the other limits have to hold.
  const budgets = { REQUEST_BUDGET: '0', STUDIO_REQUEST_BUDGET: '0', INVITATION_BUDGET: '100000' }
  const service = await startService({ ...env, ...budgets }, undefined, log)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  let second: Promise<TestService> | undefined
  const user = (identity: TestIdentity) => withClient(service, identity)
  const side = (studio: (typeof seeded)['a']): StudioFixtures => ({
    ...studio,
    people: Object.fromEntries(
      TEST_ROLES.map((role) => [role, user(studio.people[role])]),
    ) as Record<TestRole, TestUser>,
  })
  return {
    service,
    admin: user(seeded.admin),
    a: side(seeded.a),
    b: side(seeded.b),
    databaseUrl,
    folder,
    query: async <Row extends object>(statement: string, values: unknown[] = []) =>
      (await pool.query<Row>(statement, values)).rows,
    readLog: () => readFile(logFile, 'utf8'),
    readDatabaseLog: () => readFile(join(folder, 'database', 'postgres.log'), 'utf8'),
    secondNode: () => (second ??= startService(env, undefined, log)),
    async stop() {
      for (const one of [service, ...(second ? [await second] : [])]) {
        one.signal('SIGTERM')
        await one.ended
      }
      await pool.end()
      await embedded.stop()
      closeSync(log)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function withClient({ address }: TestService, identity: TestIdentity): TestUser {
  const credential = { email: identity.email, token: identity.token }
  return { ...identity, ...createClient({ baseUrl: `${address}/api`, credential, retry: false }) }
}
