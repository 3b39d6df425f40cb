// The process. PostgreSQL starts while the service is loaded.
import { mkdir } from 'node:fs/promises'
import { createServer } from 'node:net'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { launchEmbedded } from './kernel/db/embedded.ts'
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
  // Loading the service would delay the launch of PostgreSQL, because it blocks the process.
  const embedded = config.databaseUrl
    ? undefined
    : await launchEmbedded({ dataDir: config.dataDir, log: (message) => console.log(message) })
  // The service waits for it and reports the error.
  embedded?.ready.catch(() => {})
  const { startService } = await import('./service.ts')
  await startService(config, embedded?.ready)
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
  const { describeCodecs } = await import('@reelay/media/codecs')
  await describeCodecs(binding).catch((error: Error) => {
    throw new ConfigError(`MEDIA_ENGINE cannot be loaded: ${error.message}`)
  })
}
