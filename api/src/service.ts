// The running service: connects to the database, starts the API and the workers, and stops them in
// order.
import { fileURLToPath } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { buildApp, type AppDependencies } from './app.ts'
import type { Config } from './config/config.ts'
import { createJobHandlers, createMediaPools, createWorkerPools } from './job-handlers.ts'
import { startCompute } from './kernel/compute/compute.ts'
import { isDistributed } from './kernel/db/distributed.ts'
import { enableServiceLogin, type Embedded } from './kernel/db/embedded.ts'
import { prepareSecrets } from './kernel/db/encryption/stored-secrets.ts'
import { migrate } from './kernel/db/migrate.ts'
import { openReplica } from './kernel/db/replica.ts'
import { connectService } from './kernel/db/service-database.ts'
import { inTransaction } from './kernel/db/transaction.ts'
import type { App } from './kernel/http/app.ts'
import { loadSigningKeys, refreshSigningKeys } from './kernel/http/auth/signing-keys.ts'
import { createTargetResolver } from './kernel/http/outbound/resolve-target.ts'
import { systemRoutes, type DrainState } from './kernel/http/system-routes.ts'
import { webRoutes } from './kernel/http/web-app.ts'
import { startDispatcher } from './kernel/jobs/dispatcher.ts'
import { DISPATCHED_POLL_MS } from './kernel/jobs/loop.ts'
import { JOB_SCHEDULE, startSchedule } from './kernel/jobs/schedule.ts'
import { startWorker, type JobHandlers } from './kernel/jobs/worker.ts'
import { observeMediaTask } from './kernel/telemetry/media-tasks.ts'
import { withEncryption } from './kernel/storage/encrypted/encrypted.ts'
import { openObjectKeys } from './kernel/storage/encrypted/object-keys.ts'
import { startHashing } from './kernel/storage/hashing.ts'
import { createIntake } from './kernel/storage/intake.ts'
import { localStorage } from './kernel/storage/local.ts'
import { measureStorage } from './kernel/storage/measured.ts'
import type { Storage } from './kernel/storage/storage.ts'
import { createMediaEngine, type MediaEngine } from '@reelay/media'
import { docsRoutes } from './operations/docs/routes.ts'
import { metricsRoutes } from './operations/metrics/routes.ts'
import { removeAbandonedFolders } from './renditions/reactions/work-folder.ts'
import { SECRET_COLUMNS } from './secret-columns.ts'
import { createFirstAdmin, prepareFirstAdmin } from './users/commands/first-admin.ts'
import { deliveryIsDue } from './webhooks/queries/queue.ts'
import { TIMEOUT_SECONDS, startSender } from './webhooks/reactions/send.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
const DOCS = fileURLToPath(new URL('../../docs/dist', import.meta.url))
/** How often to look for jobs of other processes. A worker has no jobs of its own. */
const POLL_MS = { all: 4_000, api: 4_000, worker: 1_000 }
/** A slow provider of one studio must not hold up the drafts of the others. */
const DRAFT_WORKERS = 4
/** Long enough for every client to see `Connection: close` on its last response. */
const GRACE_MS = 1_500
/** Long enough for the first screens. */
const COMPACT_AFTER_MS = 5_000

/** `embedded` is the database if the configuration names no other. */
export async function startService(config: Config, embedded: Promise<Embedded> | undefined) {
  const { dependencies, closeDatabase } = await openInstallation(config, await embedded)
  const app = buildApp(dependencies)
  const state: DrainState = { draining: false }
  closeConnectionsWhileDraining(app, state)
  await systemRoutes(app, state)
  metricsRoutes(app, dependencies.storage)
  await docsRoutes(app, DOCS)
  await webRoutes(app, WEB)
  const stopTracing =
    config.tracing &&
    (await import('./operations/tracing/start.ts')).startTracing(app.fastify, config.tracing)
  const jobs = config.role === 'api' ? undefined : await startJobs(dependencies, app)
  // A change may have enqueued jobs. The workers of this process need not wait for the next poll.
  app.fastify.addHook('onResponse', async (request) => {
    if (request.method !== 'GET') jobs?.wake()
  })

  await createAdmin(dependencies)
  if (config.role !== 'worker') await app.fastify.listen({ port: config.port, host: config.host })
  print(
    config.role === 'worker'
      ? 'Reelay is running jobs.'
      : `Reelay serves ${config.publicUrl} · guide ${config.publicUrl}/docs/guide`,
  )

  setTimeout(compactHeap, COMPACT_AFTER_MS).unref()

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  async function stop() {
    state.draining = true
    app.stopping.abort()
    print('Reelay is stopping. Open requests are finished first.')
    await new Promise((resolve) => setTimeout(resolve, config.role === 'worker' ? 0 : GRACE_MS))
    await app.fastify.close()
    await jobs?.stop()
    await closeDatabase()
    await stopTracing?.()
    process.exit(0)
  }
}

async function openInstallation(
  config: Config,
  embedded: Embedded | undefined,
): Promise<{ dependencies: AppDependencies; closeDatabase: () => Promise<void> }> {
  const ownerUrl = config.databaseUrl ?? embedded!.url
  await migrate(ownerUrl, print)
  const url =
    config.serviceUrl ?? config.databaseUrl ?? (await enableServiceLogin(ownerUrl, config.dataDir))
  const masterKeys = await prepareSecrets(ownerUrl, config.encryptionKey, SECRET_COLUMNS)
  const pool = {
    size: config.poolSize,
    prepares: config.preparesStatements,
    isDistributed: config.databaseUrl !== undefined && (await isDistributed(ownerUrl)),
    onError: (error: Error) => print(`database: ${error.message}`),
    isEmbedded: embedded !== undefined,
  }
  const database = connectService(url, pool)
  const db = database.system
  const replica =
    config.replica && openReplica(config.replica.url, db, { ...pool, ...config.replica })
  const keys = await loadSigningKeys(db, masterKeys, config.signingKey)
  refreshSigningKeys(db, keys, masterKeys, { configured: config.signingKey })
  const storage = withEncryption(
    measureStorage(await openStorage(config)),
    await openObjectKeys(db, masterKeys, { create: config.encryptObjects }),
    config,
  )
  const intake = createIntake(storage, startHashing())
  return {
    dependencies: {
      database,
      replica,
      config,
      keys,
      masterKeys,
      compute: startCompute(),
      storage,
      intake,
      ...(config.demo && {
        findDemoAccounts: async () => (await importDemo()).findDemoAccounts(db),
      }),
    },
    async closeDatabase() {
      await replica?.close()
      await database.close()
      await embedded?.stop()
    },
  }
}

/** The S3 SDK takes 30 MB of memory, so it is imported only where it is used. */
async function openStorage(config: Config): Promise<Storage> {
  return config.s3
    ? (await import('./kernel/storage/s3.ts')).s3Storage(config.s3)
    : localStorage(config.dataDir)
}

/** `onRequest` covers streamed responses, `onSend` those whose requests came before the signal. */
function closeConnectionsWhileDraining({ fastify }: App, state: DrainState) {
  const closeConnection = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (state.draining) reply.header('connection', 'close')
  }
  fastify.addHook('onRequest', closeConnection)
  fastify.addHook('onSend', closeConnection)
}

async function startJobs(
  dependencies: AppDependencies,
  { fastify: { log }, eventCursor }: App,
): Promise<{ wake: () => void; stop: () => Promise<void> }> {
  const { database, config, masterKeys } = dependencies
  const db = database.system
  const engine = createMediaEngine({ ...config.media, observe: observeMediaTask })
  await removeAbandonedFolders(db, config.dataDir)
  const openMail = config.smtp && (await import('./kernel/mail/smtp.ts')).smtpTransport(config.smtp)
  const tools = { ...dependencies, dataDir: config.dataDir, engine, openMail, log }
  const pools = [createJobHandlers(config, masterKeys), ...createWorkerPools(tools)]
  const mediaPools = createMediaPools(tools)
  const resolver = createTargetResolver(config.webhookPrivate)
  const sender = startSender(
    db,
    { ...config, resolver, masterKeys, timeoutSeconds: TIMEOUT_SECONDS },
    log,
  )
  const dispatcher = startDispatcher(db, POLL_MS[config.role], log)
  dispatcher.add({ worker: sender, isDue: deliveryIsDue })
  // A job may have added an event, a delivery or another job.
  const afterEach = () => {
    eventCursor.wake()
    dispatcher.wake()
  }
  const workers = [sender]
  const start = (pool: JobHandlers) => {
    const worker = startWorker(db, pool, log, { afterEach, pollMs: DISPATCHED_POLL_MS })
    workers.push(worker)
    dispatcher.add({ worker, kinds: Object.keys(pool) })
  }
  pools.forEach(start)
  const drafts = pools.find((pool) => 'draft-translation' in pool)!
  for (let count = 1; count < DRAFT_WORKERS; count++) start(drafts)
  const startMedia = async () => {
    if (await mayRunCodecs(engine, log)) mediaPools.forEach(start)
  }
  const media = startMedia()
  const schedule = startSchedule(db, JOB_SCHEDULE, log)
  return {
    wake: dispatcher.wake,
    async stop() {
      await schedule.stop()
      await media
      await dispatcher.stop()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/** Says at the start, before the first film arrives, how codecs are isolated. */
async function mayRunCodecs(engine: MediaEngine, log: FastifyBaseLogger): Promise<boolean> {
  const { layers, isolated, refusal } = await engine.sandbox()
  if (isolated) log.info({ layers }, 'media is processed in a sandbox')
  else log.warn({ layers }, refusal ?? 'media is processed without a sandbox')
  return !refusal
}

/** The first start prints how to sign in. With the demo, every start does. */
async function createAdmin(dependencies: AppDependencies) {
  const { database, config } = dependencies
  const demo = config.demo ? await importDemo() : undefined
  const admin = demo
    ? await demo.loadDemo(dependencies, print)
    : await createConfiguredAdmin(dependencies)
  if (admin && !config.admin?.password)
    print(
      `First start. Sign in as ${admin.email} with the password ${admin.password} (shown once).`,
    )
  for (const line of (await demo?.demoWelcome(database.system)) ?? []) print(line)
}

async function createConfiguredAdmin({ database: { system: db }, config }: AppDependencies) {
  const admin = await prepareFirstAdmin(db, config.admin)
  return inTransaction(db, (tx) => createFirstAdmin(tx, admin))
}

async function importDemo() {
  const [{ loadDemo }, { demoWelcome, findDemoAccounts }] = await Promise.all([
    import('../demo/load.ts'),
    import('../demo/welcome.ts'),
  ])
  return { loadDemo, demoWelcome, findDemoAccounts }
}

/**
 * After the start a third of the heap is empty, 15 to 18 MB. V8 returns it to the system only if it
 * is told that memory is short. This takes about 100 ms, once.
 */
function compactHeap() {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as (options: Record<string, string>) => void
  collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

function print(message: string) {
  console.log(message)
}
