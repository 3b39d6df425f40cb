import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { buildApp, type AppDependencies } from './app.ts'
import { demoReactions } from '../demo/clips.ts'
import { loadDemo } from '../demo/load.ts'
import { demoWelcome } from '../demo/welcome.ts'
import { createWorkerPools, createJobHandlers, jobSchedule } from './job-handlers.ts'
import { rejectUnfinishedRestore } from './operations/backup/restore-marker.ts'
import { BackupError } from './operations/backup/repository.ts'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { connect } from './kernel/db/connect.ts'
import { startEmbedded } from './kernel/db/embedded.ts'
import { migrate } from './kernel/db/migrate.ts'
import { refreshSigningKeys, loadSigningKeys } from './kernel/http/auth/signing-keys.ts'
import { inTransaction } from './kernel/db/transaction.ts'
import { docsRoutes } from './operations/docs/routes.ts'
import type { App } from './kernel/http/app.ts'
import { systemRoutes } from './kernel/http/system-routes.ts'
import { webRoutes } from './kernel/http/web-app.ts'
import { startSchedule } from './kernel/jobs/schedule.ts'
import { startWorker } from './kernel/jobs/worker.ts'
import { createMediaEngine } from './media/engine.ts'
import { startHashing } from './kernel/storage/hashing.ts'
import { createIntake } from './kernel/storage/intake.ts'
import { localStorage } from './kernel/storage/local.ts'
import { removeAbandonedFolders } from './renditions/reactions/work-folder.ts'
import { createFirstAdmin } from './users/commands/first-admin.ts'
import { createTargetResolver } from './webhooks/commands/resolve-target.ts'
import { TIMEOUT_SECONDS, startSender } from './webhooks/reactions/send.ts'
import { clearDocuments } from './workrequests/queries.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
const DOCS = fileURLToPath(new URL('../../docs', import.meta.url))
/** Long enough for every client to see `Connection: close` on its last answer. */
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
  await mkdir(config.dataDir, { recursive: true })
  await rejectUnfinishedRestore(config.dataDir)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbedded({ dataDir: config.dataDir, log: say })
  const url = config.databaseUrl ?? embedded!.url
  await migrate(url, say)
  const db = connect(url, {
    size: config.poolSize,
    onError: (error) => say(`database: ${error.message}`),
  })
  await clearDocuments(db)
  // Thirty megabytes of SDK that a site with files on disk never needs.
  const storage = config.s3
    ? (await import('./kernel/storage/s3.ts')).s3Storage(config.s3)
    : localStorage(config.dataDir)
  const parts: AppDependencies = {
    db,
    config,
    keys: await loadSigningKeys(db, config.signingKey),
    storage,
    intake: createIntake(storage, startHashing()),
  }
  refreshSigningKeys(db, parts.keys, config.signingKey)
  const app = buildApp(parts)
  const state = { draining: false }
  // At its beginning for answers that are streams of their own, at its end for those that were
  // asked for before.
  const sayGoodbye = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (state.draining) reply.header('connection', 'close')
  }
  app.fastify.addHook('onRequest', sayGoodbye)
  app.fastify.addHook('onSend', sayGoodbye)
  await systemRoutes(app, state)
  docsRoutes(app, DOCS)
  await webRoutes(app, WEB)
  const jobs = config.role === 'api' ? undefined : await startJobs(parts, app)
  // A change may have left work behind; whoever is in this process need not wait for the next look.
  app.fastify.addHook('onResponse', async (request) => {
    if (request.method !== 'GET') jobs?.workers.forEach((worker) => worker.wake())
  })

  await welcome(parts)
  if (config.role !== 'worker') await app.fastify.listen({ port: config.port, host: config.host })
  say(
    config.role === 'worker'
      ? 'Reelay works on jobs.'
      : `Reelay serves ${config.publicUrl} · guide ${config.publicUrl}/docs/guide`,
  )

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  async function stop() {
    state.draining = true
    app.stopping.abort()
    say('Reelay is stopping: open requests are answered first.')
    await new Promise((resolve) => setTimeout(resolve, config.role === 'worker' ? 0 : GRACE_MS))
    await app.fastify.close()
    jobs?.schedule.stop()
    await Promise.all(jobs?.workers.map((worker) => worker.stop()) ?? [])
    await db.destroy()
    await embedded?.stop()
    process.exit(0)
  }
}

async function startJobs(parts: AppDependencies, { fastify: { log }, eventCursor: tide }: App) {
  const { db, config, storage, intake } = parts
  const engine = createMediaEngine()
  // Said for who runs the service, and raised before the first film comes.
  void engine
    .sandboxLayers()
    .then((walls) => log.info({ walls }, 'media is worked on behind these walls'))
  await removeAbandonedFolders(db, config.dataDir)
  const lanes = createWorkerPools({
    engine,
    storage,
    intake,
    dataDir: config.dataDir,
    config,
    openMail: config.smtp && (await import('./kernel/mail/smtp.ts')).smtpTransport(config.smtp),
    log,
  })
  const sender = startSender(
    db,
    {
      ...config,
      resolver: createTargetResolver(config.webhookPrivate),
      timeoutSeconds: TIMEOUT_SECONDS,
    },
    log,
  )
  const tell = () => (tide.wake(), sender.wake())
  return {
    workers: [
      sender,
      ...[createJobHandlers(config), ...lanes, demoReactions(parts, engine)].map((lane) =>
        startWorker(db, lane, log, tell),
      ),
    ],
    schedule: startSchedule(db, jobSchedule, log),
  }
}

/** The first start says how to get in; while the demo is there, every start does. */
async function welcome(parts: AppDependencies) {
  const { db, config } = parts
  const admin = config.demo
    ? await loadDemo(parts, say)
    : await inTransaction(db, (tx) => createFirstAdmin(tx, config.admin))
  if (admin && !config.admin?.password)
    say(`First start. Sign in as ${admin.email} with the password ${admin.password} (shown once).`)
  for (const line of await demoWelcome(db)) say(line)
}

function say(message: string) {
  console.log(message)
}
