// What a test run starts for its files: builds, one PostgreSQL with the fixtures, an S3 gateway.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRequirements } from './requirements.ts'

/** `env` tells the tests where the service is. */
export type RunService = { env: Record<string, string>; stop: () => Promise<void> }

const ROOT = join(import.meta.dirname, '../..')
/** The program finds the installation from here as from its sources. */
const CLI_FOLDER = join(ROOT, 'node_modules/.cache')

export async function startServices(requirements: TestRequirements): Promise<RunService> {
  // Tests of the guide read its pages.
  await import('../build-reference.ts')
  const started = await Promise.allSettled([
    build(requirements),
    ...(requirements.cli ? [bundleCli()] : []),
    ...(requirements.s3 ? [startS3()] : []),
    ...(requirements.database ? [startDatabase()] : []),
  ])
  const services = started.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  )
  const stop = async () => void (await Promise.all(services.map((service) => service.stop())))
  const failed = started.find(({ status }) => status === 'rejected')
  if (failed) {
    await stop()
    throw (failed as PromiseRejectedResult).reason
  }
  return { env: Object.assign({}, ...services.map(({ env }) => env)), stop }
}

async function build({ webApp, bundle }: TestRequirements): Promise<RunService> {
  const part = webApp ? '--web' : bundle ? '--service' : undefined
  if (part) {
    const child = spawn(process.execPath, ['scripts/bootstrap.mjs', part], {
      cwd: ROOT,
      stdio: 'inherit',
    })
    const [status] = (await once(child, 'exit')) as [number | null]
    if (status !== 0) throw new Error('The build failed. Its output is above.')
  }
  return { env: {}, stop: async () => {} }
}

async function bundleCli(): Promise<RunService> {
  const { bundleCli: bundle } = await import('../pack/bundle-cli.ts')
  mkdirSync(CLI_FOLDER, { recursive: true })
  const folder = mkdtempSync(join(CLI_FOLDER, 'cli-'))
  await bundle(folder)
  return {
    env: { TEST_CLI: join(folder, 'reelay.js') },
    stop: async () => rmSync(folder, { recursive: true }),
  }
}

async function startS3(): Promise<RunService> {
  const { startGateway } = await import('../../api/test/ceph.ts')
  return startGateway()
}

/** Loads the service, which takes a second of CPU, so it is imported only here. */
async function startDatabase(): Promise<RunService> {
  const { FIXTURES_TEMPLATE, TEMPLATE, copyDatabase, databaseOn, startCluster } =
    await import('../../api/test/cluster.ts')
  const { closeTemplate, usesCitus } = await import('../../api/test/citus.ts')
  const { saveRows } = await import('../../api/test/saved-rows.ts')
  const { seedFixtures } = await import('../../api/test/seed-fixtures.ts')
  const { url, stop } = await startCluster()
  try {
    await copyDatabase(url, FIXTURES_TEMPLATE, TEMPLATE)
    const fixtures = await seedFixtures(databaseOn(url, FIXTURES_TEMPLATE))
    await saveRows(databaseOn(url, FIXTURES_TEMPLATE))
    if (usesCitus()) await closeTemplate(url, FIXTURES_TEMPLATE)
    const env = { TEST_CLUSTER: url, TEST_FIXTURES: JSON.stringify(fixtures) }
    if (!process.env.TEST_PGBOUNCER) return { env, stop }
    const { startPgBouncer } = await import('../../api/test/pgbouncer.ts')
    const pooler = await startPgBouncer(url)
    return {
      env: { ...env, TEST_POOLER: String(pooler.port) },
      stop: async () => {
        await pooler.stop()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
