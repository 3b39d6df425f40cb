// One PostgreSQL for a whole test run, with a migrated template database that tests clone.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chmodSync } from 'node:fs'
import pg from 'pg'
import { startEmbedded } from '../src/kernel/db/embedded.ts'
import { migrate } from '../src/kernel/db/migrate.ts'

export const TEMPLATE = 'reelay_template'

export async function startCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'reelay-test-'))
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbedded({ dataDir, durable: false })
  await onCluster(embedded.url, `create database ${TEMPLATE}`)
  await migrate(databaseOn(embedded.url, TEMPLATE))
  return {
    url: embedded.url,
    async stop() {
      await embedded.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** A database for a service that runs as its own process. A cluster of its own would take 6 s. */
export async function newDatabase(): Promise<string> {
  const cluster = process.env.TEST_CLUSTER
  if (!cluster) throw new Error('TEST_CLUSTER is not set: run the tests with npm test')
  const name = `service_${crypto.randomUUID().replaceAll('-', '')}`
  await onCluster(cluster, `create database ${name} template ${TEMPLATE}`)
  return databaseOn(cluster, name)
}

export function databaseOn(cluster: string, name: string): string {
  const url = new URL(cluster)
  url.pathname = `/${name}`
  return url.href
}

export async function onCluster(cluster: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: cluster })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
