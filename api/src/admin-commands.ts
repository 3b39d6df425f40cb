// The operator's commands, run by `reelay admin` on the machine and with the environment of the
// service. Prints one line of JSON: what was done and found, or why it was rejected.
import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createBackup } from './operations/backup/backup.ts'
import { restore } from './operations/backup/restore.ts'
import { BackupError, openRepository } from './operations/backup/repository.ts'
import { verifyBackup } from './operations/backup/verify.ts'
import {
  ConfigError,
  defaultKeyFile,
  readConfig,
  type Config,
  type KeySource,
} from './config/config.ts'
import { readMasterKeys } from './kernel/db/encryption/master-keys.ts'
import { prepareSecrets } from './kernel/db/encryption/stored-secrets.ts'
import { rotateAllKeys } from './operations/rotate-keys.ts'
import { exportAuditLog, showAuditKey, verifyAuditLog } from './operations/audit/commands.ts'
import { BACKUP_ACTION } from './operations/doctor/service.ts'
import { errorFinding, type DoctorFinding } from './operations/finding.ts'
import {
  auditCommand,
  openStorage,
  startPostgres,
  stopAll,
  withInstallation,
  type OpenInstallation,
} from './operations/installation.ts'
import { planExport } from './operations/studio/export.ts'
import { importStudio } from './operations/studio/import.ts'
import { sealAudit } from './kernel/audit/seal.ts'
import { withEncryption, withoutKeys } from './kernel/storage/encrypted/encrypted.ts'
import { openObjectKeys } from './kernel/storage/encrypted/object-keys.ts'
import { startHashing } from './kernel/storage/hashing.ts'
import { reportTrace } from './renditions/rules/trace-report.ts'
import { SECRET_COLUMNS } from './secret-columns.ts'
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
    file: { type: 'string' },
    heads: { type: 'string' },
    'public-key': { type: 'string' },
    studio: { type: 'string' },
    as: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    new: { type: 'boolean', default: false },
    film: { type: 'string' },
  },
})

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void stopAll().finally(() => process.exit(130)))

const COMMANDS: Record<string, (config: Config) => Promise<Outcome>> = {
  backup: backUp,
  verify,
  restore: restoreBackup,
  'export-studio': exportStudio,
  'import-studio': importOneStudio,
  doctor: checkHealth,
  'rotate-keys': rotateKeys,
  'audit-verify': verifyAudit,
  'audit-export': exportAudit,
  'audit-key': auditKey,
  trace,
}

try {
  const { done, findings } = await (COMMANDS[command] ?? rejectUnknown)(readConfig(process.env))
  console.log(JSON.stringify({ done, findings }))
} catch (error) {
  if (!(error instanceof BackupError || error instanceof ConfigError)) throw error
  console.log(JSON.stringify({ refused: `${error.message}.` }))
} finally {
  await stopAll()
}

function backUp(config: Config): Promise<Outcome> {
  return withInstallation(config, async ({ url, db }) => {
    const repository = openRepository(required(folder, 'a folder for the backup'))
    const outcome = await createBackup(
      url,
      await openStorage(config, config.dataDir),
      { objects: BACKED_UP_OBJECTS, only: ROW_FILTERS },
      {
        repository,
        now: new Date(),
        keep: parseCount(values.keep),
        keys: await readMasterKeys(config.encryptionKey),
        onProgress,
      },
    )
    await auditCommand(db, {
      act: BACKUP_ACTION,
      id: outcome.done.backup,
      asked: { folder: repository.folder },
    })
    return outcome
  })
}

/** The storage as the service sees it: what is encrypted is decrypted. */
async function openPlainStorage({ url, db }: OpenInstallation, config: Config) {
  const masterKeys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
  const keys = await openObjectKeys(db, masterKeys, { create: config.encryptObjects })
  return withEncryption(await openStorage(config, config.dataDir), keys, config)
}

function exportStudio(config: Config): Promise<Outcome> {
  return withInstallation(config, async (installation) => {
    const { url, db } = installation
    const repository = openRepository(required(folder, 'a folder for the export'))
    const plan = await planExport(url, required(values.studio, 'a studio'))
    const { id, slug } = plan.studio!
    // So that the history is complete.
    await sealAudit(db)
    const outcome = await createBackup(url, await openPlainStorage(installation, config), plan, {
      repository,
      now: new Date(),
      keys: undefined,
      onProgress,
    })
    await auditCommand(db, {
      act: 'admin export-studio',
      id,
      asked: { studio: slug, folder: repository.folder },
      studios: [id],
    })
    return outcome
  })
}

function importOneStudio(config: Config): Promise<Outcome> {
  return withInstallation(config, async (installation) => {
    const { url, db } = installation
    const repository = openRepository(required(folder, 'the folder of the export or backup'))
    const outcome = await importStudio({
      url,
      repository,
      name: values.backup,
      studio: values.studio,
      as: values.as,
      storage: await openPlainStorage(installation, config),
      hashing: startHashing(),
      keys: await readMasterKeys(config.encryptionKey),
      onProgress,
    })
    const { id, studio } = outcome.done
    await auditCommand(db, {
      act: 'admin import-studio',
      id,
      asked: { studio, folder: repository.folder },
      studios: [id],
    })
    return outcome
  })
}

async function verify(config: Config): Promise<Outcome> {
  return verifyBackup(openRepository(required(folder, 'the folder of the backup')), {
    name: values.backup,
    quick: values.quick,
    keys: await readMasterKeys(config.encryptionKey),
    onProgress,
  })
}

async function restoreBackup(config: Config): Promise<Outcome> {
  if (values.studio !== undefined) return importOneStudio(config)
  const into = resolve(required(values.into, '--into, an empty folder'))
  const source = findKeySource(config, into)
  const outcome = await restore({
    repository: openRepository(required(folder, 'the folder of the backup')),
    name: values.backup,
    into,
    databaseUrl: config.databaseUrl,
    leaveOutDamaged: values['leave-out-damaged'],
    onProgress,
    startCluster: startPostgres,
    openStorage: () => openStorage(config, into),
    hashing: startHashing(),
    keys: await readMasterKeys(source),
  })
  await copyDefaultKey(source, config, into)
  return outcome
}

/** The default key file is in the new folder, or still in the present one. */
function findKeySource({ encryptionKey, dataDir }: Config, into: string): KeySource {
  const own = defaultKeyFile(into)
  const isDefault = encryptionKey.kind === 'file' && encryptionKey.path === defaultKeyFile(dataDir)
  return isDefault && existsSync(own) ? { kind: 'file', path: own } : encryptionKey
}

/** The service looks for the default key file in its DATA_DIR, which is the new folder now. */
async function copyDefaultKey(source: KeySource, { dataDir }: Config, into: string) {
  const own = defaultKeyFile(into)
  if (source.kind !== 'file' || source.path !== defaultKeyFile(dataDir) || source.path === own)
    return
  if (existsSync(source.path)) await copyFile(source.path, own, constants.COPYFILE_EXCL)
}

async function checkHealth(config: Config): Promise<Outcome> {
  try {
    return await withInstallation(config, async ({ db }) => {
      const { checkInstallation } = await import('./operations/doctor/installation.ts')
      const { listDictionaries } = await import('./spelling/queries/dictionaries.ts')
      const storage = withoutKeys(await openStorage(config, config.dataDir))
      return {
        done: {},
        findings: await checkInstallation(db, storage, config, {
          named: REFERENCED_OBJECTS,
          secrets: SECRET_COLUMNS,
          dictionaries: () => listDictionaries(config.dataDir),
        }),
      }
    })
  } catch (error) {
    const finding = errorFinding(
      'database',
      `The database cannot be reached: ${(error as Error).message}`,
      'Check DATA_DIR, DATABASE_URL and the log of PostgreSQL.',
    )
    return { done: {}, findings: [finding] }
  }
}

function rotateKeys(config: Config): Promise<Outcome> {
  return withInstallation(config, async ({ url, db }) => {
    const keys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
    const { id, ...outcome } = await rotateAllKeys(db, keys, {
      columns: SECRET_COLUMNS,
      isSigningKeySet: config.signingKey !== undefined,
      leaked: values.leaked,
    })
    await auditCommand(db, {
      act: 'admin rotate-keys',
      id,
      asked: { leaked: values.leaked, ...outcome.done },
    })
    return outcome
  })
}

function verifyAudit(config: Config): Promise<Outcome> {
  return withInstallation(config, ({ db }) =>
    verifyAuditLog(db, { heads: values.heads, publicKey: values['public-key'] }),
  )
}

function exportAudit(config: Config): Promise<Outcome> {
  return withInstallation(config, async ({ db }) => {
    const path = resolve(required(values.file, 'a file for the export'))
    const { studio, from, to } = values
    await auditCommand(db, { act: 'admin audit export', id: path, asked: { studio, from, to } })
    return exportAuditLog(db, path, { studio, from, to })
  })
}

function auditKey(config: Config): Promise<Outcome> {
  return withInstallation(config, async ({ url, db }) => {
    const keys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
    const done = await showAuditKey(db, keys, { isNew: values.new, path: values.file })
    if (values.new) await auditCommand(db, { act: 'admin audit key', id: done.key, asked: {} })
    return { done, findings: [] }
  })
}

/** The entry is written first: a trace that names somebody must not go unrecorded. */
function trace(config: Config): Promise<Outcome> {
  return withInstallation(config, async ({ url, db }) => {
    const { film, file } = values
    const path = resolve(required(file, 'a copy to trace'))
    if (!existsSync(path)) throw new ConfigError(`There is no file ${path}`)
    await auditCommand(db, { act: 'admin trace', id: path, asked: { film } })
    const { traceCopy } = await import('./renditions/reactions/trace.ts')
    const { createMediaEngine, MediaError } = await import('@reelay/media')
    const masterKeys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
    const storage = withEncryption(
      await openStorage(config, config.dataDir),
      await openObjectKeys(db, masterKeys, { create: false }),
      config,
    )
    const engine = createMediaEngine(config.media)
    try {
      return reportTrace(await traceCopy({ db, storage, engine }, { path, film }))
    } catch (error) {
      if (!(error instanceof MediaError)) throw error
      throw new ConfigError(error.message.replace(/\.$/, ''))
    }
  })
}

/** Shows progress on a terminal, but not in a log. */
function onProgress(done: number, total: number) {
  if (process.stderr.isTTY)
    process.stderr.write(
      `\r${(done / 1e9).toFixed(1)} of ${(total / 1e9).toFixed(1)} GB${done === total ? '\n' : ''}`,
    )
}

function required(value: string | undefined, description: string): string {
  if (!value) throw new ConfigError(`${command} needs ${description}`)
  return value
}

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new ConfigError(`--keep must be a whole number from 1, not "${text}"`)
  return count
}

function rejectUnknown(): never {
  throw new ConfigError(
    `Unknown command "${command}". Use one of ${Object.keys(COMMANDS).join(', ')}`,
  )
}
