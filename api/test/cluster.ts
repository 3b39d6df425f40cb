// One PostgreSQL for a whole test run, with a migrated template database that tests clone.
import { chmodSync, statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbedded, type Binaries } from '../src/kernel/db/embedded.ts'
import { migrate } from '../src/kernel/db/migrate.ts'
import {
  closeTemplate,
  copyCitusDatabase,
  createCitusDatabase,
  distributeDatabase,
  dropCitusDatabase,
  usesCitus,
} from './citus.ts'

export const TEMPLATE = 'reelay_template'
/** Contains the rows of `seedFixtures`. */
export const FIXTURES_TEMPLATE = 'reelay_fixtures'
/** Much more than a run uses. A container often has only 64 MB of shared memory. */
const CLUSTER_BYTES = 4 * 1024 ** 3
/**
 * A statement is planned once per connection instead of up to six times, which is half of the CPU
 * time of PostgreSQL. No row moves, so the order of rows is the same in every run.
 */
const SETTINGS = ['plan_cache_mode = force_generic_plan', 'autovacuum = off']

export async function startCluster(): Promise<{ url: string; stop: () => Promise<void> }> {
  if (usesCitus()) return prepareCitus(process.env.TEST_CITUS!)
  const dataDir = await mkdtemp(join(clusterFolder(), 'reelay-test-'))
  chmodSync(dataDir, 0o755)
  const remove = () => rm(dataDir, { recursive: true, force: true })
  const binaries = await findOtherBinaries(process.env)
  const embedded = await startEmbedded({
    dataDir,
    durable: false,
    ...(binaries && { binaries }),
  }).catch(async (error: Error) => {
    await remove()
    throw error
  })
  const stop = async () => {
    await embedded.stop()
    await remove()
  }
  try {
    await prepareCluster(embedded.url)
    return { url: embedded.url, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** The servers are those of somebody else, and keep their settings. */
async function prepareCitus(url: string) {
  await createCitusDatabase(url, TEMPLATE)
  await migrate(databaseOn(url, TEMPLATE))
  await onCluster(url, `alter role reelay_system password '${SERVICE_LOGIN.password}'`)
  await distributeDatabase(databaseOn(url, TEMPLATE))
  await closeTemplate(url, TEMPLATE)
  const stop = async () => {
    for (const name of [TEMPLATE, FIXTURES_TEMPLATE]) await dropCitusDatabase(url, name)
  }
  return { url, stop }
}

/** With TEST_POSTGRES=16, on that version. */
export async function findOtherBinaries(env: NodeJS.ProcessEnv): Promise<Binaries | undefined> {
  const { TEST_POSTGRES: major, TEST_POSTGRES_MODULE: module } = env
  if (!major || !module) return undefined
  return { ...((await import(module)) as Binaries), major: Number(major) }
}

async function prepareCluster(url: string) {
  for (const setting of SETTINGS) await onCluster(url, `alter system set ${setting}`)
  await onCluster(url, 'select pg_reload_conf()')
  await onCluster(url, `create database ${TEMPLATE}`)
  await migrate(databaseOn(url, TEMPLATE))
  await onCluster(url, `alter role reelay_system password '${SERVICE_LOGIN.password}'`)
}

export const SERVICE_LOGIN = { user: 'reelay_system', password: 'service' }

/**
 * As the account of the service instead of the owner of the tables. With TEST_POOLER, through the
 * pooler on that port.
 */
export function asService(url: string): string {
  const service = new URL(url)
  service.username = SERVICE_LOGIN.user
  service.password = SERVICE_LOGIN.password
  const pooler = process.env.TEST_POOLER
  if (pooler) Object.assign(service, { port: pooler, search: '' })
  return service.href
}

/** In memory, creating and dropping a database takes half the CPU time. */
function clusterFolder(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize > CLUSTER_BYTES ? '/dev/shm' : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** A database for a service that runs as its own process. A cluster of its own would take 6 s. */
export async function newDatabase(): Promise<string> {
  const cluster = process.env.TEST_CLUSTER
  if (!cluster) throw new Error('TEST_CLUSTER is not set: run the tests with npm test')
  const name = `service_${crypto.randomUUID().replaceAll('-', '')}`
  await copyDatabase(cluster, name, TEMPLATE)
  return databaseOn(cluster, name)
}

/** Durability does not matter here: copying files takes 65 ms, writing the copy to the log 240. */
export const copyDatabase = (cluster: string, name: string, template: string): Promise<void> =>
  usesCitus()
    ? copyCitusDatabase(cluster, name, template)
    : onCluster(cluster, `create database ${name} template ${template} strategy file_copy`)

export const dropDatabase = (cluster: string, name: string): Promise<void> =>
  usesCitus()
    ? dropCitusDatabase(cluster, name)
    : onCluster(cluster, `drop database ${name} with (force)`)

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
