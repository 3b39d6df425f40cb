// The process. PostgreSQL starts while the service is loaded: each takes a third of a second.
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { startEmbedded } from './kernel/db/embedded.ts'
import { rejectUnfinishedRestore } from './operations/backup/restore-marker.ts'
import { describeStartFailure } from './start-failure.ts'

try {
  await start(readConfig(process.env))
} catch (error) {
  const failure = describeStartFailure(error, process.env)
  console.error(failure ? `Reelay cannot start: ${failure.reason}.` : error)
  process.exit(failure?.exitCode ?? 1)
}

async function start(config: Config) {
  await rejectUnusableCodecs(config)
  if (config.role !== 'worker') await rejectTakenPort(config)
  await mkdir(config.dataDir, { recursive: true })
  await rejectUnfinishedRestore(config.dataDir)
  const embedded = config.databaseUrl
    ? undefined
    : startEmbedded({ dataDir: config.dataDir, log: (message) => console.log(message) })
  // The service waits for it and reports the error.
  embedded?.catch(() => {})
  const { startService } = await import('./service.ts')
  await startService(config, embedded)
}

/** Before the database starts: often the port is taken because the service runs already. */
async function rejectTakenPort({ port, host }: Config) {
  const probe = createServer()
  await new Promise<void>((resolve, reject) =>
    probe.once('error', reject).listen({ port, host }, resolve),
  )
  await new Promise((resolve) => probe.close(resolve))
}

/** A build that the operator names must load. One from npm can be missing on another platform. */
async function rejectUnusableCodecs({ media: { binding } }: Config) {
  if (!binding) return
  const { describeCodecs } = await import('./media/codecs.ts')
  await describeCodecs(binding).catch((error: Error) => {
    throw new ConfigError(`MEDIA_ENGINE cannot be loaded: ${error.message}`)
  })
}
