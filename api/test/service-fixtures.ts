// The service as a process of its own, with a copy of the fixtures.
import { randomUUID } from 'node:crypto'
import { closeSync, openSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@reelay/client'
import pg from 'pg'
import { FIXTURES_TEMPLATE, copyDatabase, databaseOn, onCluster } from './cluster.ts'
import type { StudioFixtures } from './fixtures.ts'
import type { FixturesOf, StudioFixturesOf, TestRole } from './seed-fixtures.ts'
import { startService } from './service.ts'
import { TEST_ENCRYPTION_KEY, type TestIdentity, type TestUser } from './test-app.ts'

export async function startWithFixtures(env: Record<string, string> = {}) {
  const cluster = process.env.TEST_CLUSTER!
  const name = `service_${randomUUID().replaceAll('-', '')}`
  await copyDatabase(cluster, name, FIXTURES_TEMPLATE)
  const url = databaseOn(cluster, name)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // The fixtures are as old as the run. Their people count as just signed in.
  await pool.query('update token set verified_at = now()')
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-service-'))
  const logFile = join(dataDir, 'service.log')
  const log = openSync(logFile, 'a')
  const installation = { DATABASE_URL: url, DATA_DIR: dataDir, ENCRYPTION_KEY: TEST_ENCRYPTION_KEY }
  const service = await startService({ ...installation, ...env }, undefined, log)
  const withClient = (identity: TestIdentity): TestUser => ({
    ...identity,
    ...createClient({ baseUrl: `${service.address}/api`, credential: identity, retry: false }),
  })
  const studioWithClients = (studio: StudioFixturesOf<TestIdentity>): StudioFixtures => ({
    ...studio,
    people: Object.fromEntries(
      Object.entries(studio.people).map(([role, identity]) => [role, withClient(identity)]),
    ) as Record<TestRole, TestUser>,
  })
  const { admin, a, b } = JSON.parse(process.env.TEST_FIXTURES!) as FixturesOf<TestIdentity>
  return {
    service,
    url,
    admin: withClient(admin),
    a: studioWithClients(a),
    b: studioWithClients(b),
    withClient,
    query: async <Row extends object>(statement: string, values: unknown[] = []) =>
      (await pool.query<Row>(statement, values)).rows,
    /** What the service has logged. */
    readLog: () => readFile(logFile, 'utf8'),
    async stop() {
      service.signal('SIGKILL')
      await service.ended
      await pool.end()
      closeSync(log)
      await rm(dataDir, { recursive: true, force: true })
      await onCluster(cluster, `drop database ${name} with (force)`)
    },
  }
}
