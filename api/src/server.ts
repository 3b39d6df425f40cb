// The process: starts the database, the API and the workers, and stops them in order.
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildApp, type AppDependencies } from './app.ts'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { createJobHandlers, createWorkerPools } from './job-handlers.ts'
import { connect } from './kernel/db/connect.ts'
import { startEmbedded } from './kernel/db/embedded.ts'
import { migrate } from './kernel/db/migrate.ts'
import { inTransaction } from './kernel/db/transaction.ts'
import type { App } from './kernel/http/app.ts'
import { loadSigningKeys, refreshSigningKeys } from './kernel/http/auth/signing-keys.ts'
import { systemRoutes, type DrainState } from './kernel/http/system-routes.ts'
import { webRoutes } from './kernel/http/web-app.ts'
import type { Worker } from './kernel/jobs/loop.ts'
import { JOB_SCHEDULE, startSchedule } from './kernel/jobs/schedule.ts'
import { startWorker, type JobHandlers } from './kernel/jobs/worker.ts'
import { startHashing } from './kernel/storage/hashing.ts'
import { createIntake } from './kernel/storage/intake.ts'
import { localStorage } from './kernel/storage/local.ts'
import type { Storage } from './kernel/storage/storage.ts'
import { createMediaEngine } from './media/engine.ts'
import { BackupError } from './operations/backup/repository.ts'
import { rejectUnfinishedRestore } from './operations/backup/restore-marker.ts'
import { docsRoutes } from './operations/docs/routes.ts'
import { removeAbandonedFolders } from './renditions/reactions/work-folder.ts'
import { createFirstAdmin } from './users/commands/first-admin.ts'
import { createTargetResolver } from './webhooks/commands/resolve-target.ts'
import { TIMEOUT_SECONDS, startSender } from './webhooks/reactions/send.ts'
import { clearDocuments } from './workrequests/queries/document-cache.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
/** Long enough for every client to see `Connection: close` on its last response. */
const GRACE_MS = 1_500

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(
    error instanceof ConfigError || error instanceof BackupError
      ? `Reelay cannot start: ${error.message}.`
      : error,
  )
  process.exit(1)
}

async function start(config: Config) {
  const { dependencies, closeDatabase } = await openInstallation(config)
  const app = buildApp(dependencies)
  const state: DrainState = { draining: false }
  closeConnectionsWhileDraining(app, state)
  await systemRoutes(app, state)
  await docsRoutes(app, DOCS)
  await webRoutes(app, WEB)
  const jobs = config.role === 'api' ? undefined : await startJobs(dependencies, app)
  // A change may have enqueued jobs. The workers of this process need not wait for the next poll.
  app.fastify.addHook('onResponse', async (request) => {
    if (request.method !== 'GET') jobs?.workers.forEach((worker) => worker.wake())
  })

  await createAdmin(dependencies)
  if (config.role !== 'worker') await app.fastify.listen({ port: config.port, host: config.host })
  print(
    config.role === 'worker'
      ? 'Reelay is running jobs.'
      : `Reelay serves ${config.publicUrl} · guide ${config.publicUrl}/docs/guide`,
  )

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  async function stop() {
    state.draining = true
    app.stopping.abort()
    print('Reelay is stopping. Open requests are finished first.')
    await new Promise((resolve) => setTimeout(resolve, config.role === 'worker' ? 0 : GRACE_MS))
    await app.fastify.close()
    await jobs?.stop()
    await closeDatabase()
    process.exit(0)
  }
}

async function openInstallation(
  config: Config,
): Promise<{ dependencies: AppDependencies; closeDatabase: () => Promise<void> }> {
  await mkdir(config.dataDir, { recursive: true })
  await rejectUnfinishedRestore(config.dataDir)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: print })
  const url = config.databaseUrl ?? embedded!.url
  await migrate(url, print)
  const db = connect(url, {
    size: config.poolSize,
    onError: (error) => print(`database: ${error.message}`),
  })
  await clearDocuments(db)
  const keys = await loadSigningKeys(db, config.signingKey)
  refreshSigningKeys(db, keys, config.signingKey)
  const storage = await openStorage(config)
  const intake = createIntake(storage, startHashing())
  return {
    dependencies: { db, config, keys, storage, intake },
    async closeDatabase() {
      await db.destroy()
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
): Promise<{ workers: Worker[]; stop: () => Promise<void> }> {
  const { db, config, storage, intake } = dependencies
  const engine = createMediaEngine()
  // Detected at the start, so that the operator finds it in the log before the first film arrives.
  void engine
    .sandboxLayers()
    .then((layers) => log.info({ layers }, 'media is processed in a sandbox'))
  await removeAbandonedFolders(db, config.dataDir)
  const pools: JobHandlers[] = [
    createJobHandlers(config),
    ...createWorkerPools({
      engine,
      storage,
      intake,
      dataDir: config.dataDir,
      config,
      openMail: config.smtp && (await import('./kernel/mail/smtp.ts')).smtpTransport(config.smtp),
      log,
    }),
    ...(config.demo
      ? [(await import('../demo/films.ts')).demoReactions(dependencies, engine)]
      : []),
  ]
  const resolver = createTargetResolver(config.webhookPrivate)
  const sender = startSender(db, { ...config, resolver, timeoutSeconds: TIMEOUT_SECONDS }, log)
  const wakeListeners = () => {
    eventCursor.wake()
    sender.wake()
  }
  const workers = [sender, ...pools.map((pool) => startWorker(db, pool, log, wakeListeners))]
  const schedule = startSchedule(db, JOB_SCHEDULE, log)
  return {
    workers,
    async stop() {
      schedule.stop()
      await Promise.all(workers.map((worker) => worker.stop()))
    },
  }
}

/** The first start prints how to sign in. With the demo, every start does. */
async function createAdmin(dependencies: AppDependencies) {
  const { db, config } = dependencies
  const demo = config.demo ? await importDemo() : undefined
  const admin = demo
    ? await demo.loadDemo(dependencies, print)
    : await inTransaction(db, (tx) => createFirstAdmin(tx, config.admin))
  if (admin && !config.admin?.password)
    print(
      `First start. Sign in as ${admin.email} with the password ${admin.password} (shown once).`,
    )
  for (const line of (await demo?.demoWelcome(db)) ?? []) print(line)
}

async function importDemo() {
  const [{ loadDemo }, { demoWelcome }] = await Promise.all([
    import('../demo/load.ts'),
    import('../demo/welcome.ts'),
  ])
  return { loadDemo, demoWelcome }
}

function print(message: string) {
  console.log(message)
}
