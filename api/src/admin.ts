// What is done to an installation from the machine it is on, with the environment of its service:
// `reelay admin` runs this.
// It answers on stdout, in one line of JSON: what was done and found, or why it was refused.
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { createBackup } from './operations/backup/backup.ts'
import { rejectUnfinishedRestore } from './operations/backup/restore-marker.ts'
import { restore } from './operations/backup/restore.ts'
import { BackupError, openRepository } from './operations/backup/repository.ts'
import { verifyBackup } from './operations/backup/verify.ts'
import { recordAudit } from './kernel/audit/record.ts'
import { ConfigError, readConfig, type Config } from './config/config.ts'
import { connect, type Db } from './kernel/db/connect.ts'
import { findEmbedded, startEmbedded, type Embedded } from './kernel/db/embedded.ts'
import { rotateSigningKeys } from './kernel/http/auth/signing-keys.ts'
import { inTransaction } from './kernel/db/transaction.ts'
import { BACKUP_ACTION } from './operations/doctor/service.ts'
import { fault, type DoctorFinding } from './operations/finding.ts'
import { startHashing } from './kernel/storage/hashing.ts'
import { localStorage } from './kernel/storage/local.ts'
import type { Storage } from './kernel/storage/storage.ts'
import { ROW_FILTERS, REFERENCED_OBJECTS, BACKED_UP_OBJECTS } from './operations/backup/contents.ts'

type Outcome = { done: Record<string, unknown>; findings: DoctorFinding[] }

const {
  positionals: [command = '', folder],
  values,
} = parseArgs({
  allowPositionals: true,
  options: {
    keep: { type: 'string' },
    backup: { type: 'string' },
    into: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'leave-out-damaged': { type: 'boolean', default: false },
    leaked: { type: 'boolean', default: false },
  },
})

/** A PostgreSQL that was started here ends here, however this ends. */
const started = new Set<Embedded>()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)))

const COMMANDS: Record<string, (config: Config) => Promise<Outcome>> = {
  backup: (config) =>
    inInstallation(config, async ({ url, db }) => {
      const repository = openRepository(needed(folder, 'a folder for the backup'))
      const outcome = await createBackup(
        url,
        await storageOf(config, config.dataDir),
        { objects: BACKED_UP_OBJECTS, only: ROW_FILTERS },
        { repository, now: new Date(), keep: count(values.keep), onProgress },
      )
      await leaveEntry(db, {
        act: BACKUP_ACTION,
        id: outcome.done.backup,
        asked: { folder: repository.folder },
      })
      return outcome
    }),

  verify: async () =>
    verifyBackup(openRepository(needed(folder, 'the folder of the backup')), {
      name: values.backup,
      quick: values.quick,
      onProgress,
    }),

  restore: async (config) => {
    const into = resolve(needed(values.into, '--into, an empty folder'))
    return restore({
      repository: openRepository(needed(folder, 'the folder of the backup')),
      name: values.backup,
      into,
      databaseUrl: config.databaseUrl,
      leaveOutDamaged: values['leave-out-damaged'],
      onProgress,
      startCluster: start,
      openStorage: () => storageOf(config, into),
      hashing: startHashing(),
    })
  },

  doctor: (config) =>
    inInstallation(config, async ({ db }) => ({
      done: {},
      findings: await (
        await import('./operations/doctor/installation.ts')
      ).checkInstallation(db, await storageOf(config, config.dataDir), config, REFERENCED_OBJECTS),
    })).catch((error: Error) => ({
      done: {},
      findings: [
        fault(
          'database',
          `It cannot be asked: ${error.message}`,
          'Look at DATA_DIR and DATABASE_URL, and at the log of PostgreSQL.',
        ),
      ],
    })),

  'rotate-keys': (config) =>
    inInstallation(config, async ({ db }) => {
      if (config.signingKey)
        throw new ConfigError(
          'SIGNING_KEY is set, so that key signs: change it there, and start the service again',
        )
      const done = await inTransaction(db, (tx) => rotateSigningKeys(tx, { leaked: values.leaked }))
      await leaveEntry(db, {
        act: 'admin rotate-keys',
        id: done.key,
        asked: { leaked: values.leaked },
      })
      return { done, findings: [] }
    }),
}

try {
  const { done, findings } = await (COMMANDS[command] ?? unknown)(readConfig(process.env))
  console.log(JSON.stringify({ done, findings }))
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error
  console.log(JSON.stringify({ refused: `${error.message}.` }))
} finally {
  await stopAll()
}

type Installation = { url: string; db: Db }

/**
 * Beside a service that runs, or without one. A folder in which there is no installation is not
 * made into one.
 */
async function inInstallation<T>(
  config: Config,
  work: (here: Installation) => Promise<T>,
): Promise<T> {
  if (existsSync(config.dataDir)) await rejectUnfinishedRestore(config.dataDir)
  if (!config.databaseUrl && !existsSync(join(config.dataDir, 'postgres')))
    throw new ConfigError(
      `There is no installation in ${config.dataDir}. Set DATA_DIR, or DATABASE_URL, as they are set for the service`,
    )
  const url =
    config.databaseUrl ?? (await findEmbedded(config.dataDir)) ?? (await start(config.dataDir)).url
  const db = connect(url, { size: 1 })
  try {
    // Nobody waits for an answer here, and to look at everything takes its time.
    await sql`set statement_timeout = 0`.execute(db)
    return await work({ url, db })
  } finally {
    await db.destroy()
  }
}

async function storageOf({ s3 }: Config, dataDir: string): Promise<Storage> {
  return s3 ? (await import('./kernel/storage/s3.ts')).s3Storage(s3) : localStorage(dataDir)
}

async function start(dataDir: string): Promise<Embedded> {
  const embedded = await startEmbedded({ dataDir })
  started.add(embedded)
  return {
    ...embedded,
    stop: async () => {
      started.delete(embedded)
      await embedded.stop()
    },
  }
}

async function stopAll() {
  await Promise.all([...started].map((embedded) => embedded.stop()))
}

/** Who has the machine is known to it alone, so its account stands for them. */
function leaveEntry(
  db: Db,
  { act, id, asked }: { act: string; id: string; asked: object },
): Promise<void> {
  return inTransaction(db, (tx) =>
    recordAudit(tx, {
      by: null,
      act,
      about: { kind: 'installation', id, name: '' },
      studios: [],
      asked: { ...asked, account: userInfo().username },
      request: null,
      address: null,
    }),
  )
}

/** Shows progress on a terminal, but not in a log. */
function onProgress(done: number, total: number) {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\r${(done / 1e9).toFixed(1)} of ${(total / 1e9).toFixed(1)} GB${done === total ? '\n' : ''}`,
    )
}

function needed(given: string | undefined, what: string): string {
  if (!given) throw new ConfigError(`${command} needs ${what}`)
  return given
}

function count(given: string | undefined): number | undefined {
  if (given !== undefined && !(Number.isInteger(Number(given)) && Number(given) > 0))
    throw new ConfigError(`--keep must be a whole number from 1, not "${given}"`)
  return given === undefined ? undefined : Number(given)
}

function unknown(): never {
  throw new ConfigError(`"${command}" is none of ${Object.keys(COMMANDS).join(', ')}`)
}
