import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { buildApp, type Parts } from './app.ts'
import { loadDemo } from './demo/load.ts'
import { demoWelcome } from './demo/welcome.ts'
import { reactions, schedule } from './jobs.ts'
import { ConfigError, readConfig, type Config } from './kernel/config.ts'
import { connect } from './kernel/db/connect.ts'
import { startEmbedded } from './kernel/db/embedded.ts'
import { migrate } from './kernel/db/migrate.ts'
import { signingKeys } from './kernel/db/signing-keys.ts'
import { inTransaction } from './kernel/db/transaction.ts'
import { operationRoutes } from './kernel/http/operations.ts'
import { webRoutes } from './kernel/http/web.ts'
import { startSchedule } from './kernel/jobs/schedule.ts'
import { startWorker } from './kernel/jobs/work.ts'
import { localStorage } from './kernel/storage/local.ts'
import { firstAdmin } from './users/commands/first-admin.ts'
import { forgetDocuments } from './workrequests/queries.ts'

const WEB = fileURLToPath(new URL('../../web/dist', import.meta.url))
/** Long enough for every client to see `Connection: close` on its last answer. */
const GRACE_MS = 1_500

try {
  await start(readConfig(process.env))
} catch (error) {
  console.error(error instanceof ConfigError ? `Reelay cannot start: ${error.message}.` : error)
  process.exit(1)
}

async function start(config: Config) {
  await mkdir(config.dataDir, { recursive: true })
  const embedded = config.databaseUrl ? undefined : await startEmbedded({ dataDir: config.dataDir, log: say })
  const url = config.databaseUrl ?? embedded!.url
  await migrate(url, say)
  const db = connect(url, { size: config.poolSize, onError: (error) => say(`database: ${error.message}`) })
  await forgetDocuments(db)
  const parts: Parts = { db, config, keys: await signingKeys(db, config.signingKey), storage: localStorage(config.dataDir) }
  const app = buildApp(parts)
  const state = { draining: false }
  app.fastify.addHook('onSend', async (_request, reply) => { if (state.draining) reply.header('connection', 'close') })
  await operationRoutes(app, state)
  await webRoutes(app, WEB)
  const jobs = config.role === 'api' ? undefined : { worker: startWorker(db, reactions, app.fastify.log), schedule: startSchedule(db, schedule, app.fastify.log) }
  // A change may have left work behind; whoever is in this process need not wait for the next look.
  app.fastify.addHook('onResponse', async (request) => { if (request.method !== 'GET') jobs?.worker.wake() })

  await welcome(parts)
  if (config.role !== 'worker') await app.fastify.listen({ port: config.port, host: config.host })
  say(config.role === 'worker' ? 'Reelay works on jobs.' : `Reelay serves ${config.publicUrl} · API reference ${config.publicUrl}/docs`)

  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())
  async function stop() {
    state.draining = true
    say('Reelay is stopping: open requests are answered first.')
    await new Promise((resolve) => setTimeout(resolve, config.role === 'worker' ? 0 : GRACE_MS))
    await app.fastify.close()
    jobs?.schedule.stop()
    await jobs?.worker.stop()
    await db.destroy()
    await embedded?.stop()
    process.exit(0)
  }
}

/** The first start says how to get in; while the demo is there, every start does. */
async function welcome(parts: Parts) {
  const { db, config } = parts
  const admin = config.demo ? await loadDemo(parts, say) : await inTransaction(db, (tx) => firstAdmin(tx, config.admin))
  if (admin && !config.admin?.password) say(`First start. Sign in as ${admin.email} with the password ${admin.password} (shown once).`)
  for (const line of await demoWelcome(db)) say(line)
}

function say(message: string) {
  console.log(message)
}
