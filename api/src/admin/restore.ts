import { constants, existsSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { ConfigError, defaultKeyFile, type Config, type KeySource } from '../config/config.ts'
import { readMasterKeys } from '../kernel/db/encryption/master-keys.ts'
import { startHashing } from '../kernel/storage/hashing.ts'
import { openRepository } from '../operations/backup/repository.ts'
import { restore } from '../operations/backup/restore.ts'
import { openStorage, startPostgres } from '../operations/installation.ts'
import { adminCommand, AS_FLAG, BACKUP_FLAG, BACKUPS_ARGUMENT } from './command.ts'
import { importFrom } from './import-studio.ts'
import { showProgress } from './progress.ts'

type RestoreInput = {
  folder: string
  into?: string
  backup?: string
  studio?: string
  as?: string
  skipDamaged?: boolean
}

export const restoreBackup = adminCommand<RestoreInput>({
  name: 'restore',
  description:
    'Restore a backup into an empty folder, or into the empty database of DATABASE_URL; or one studio into the running installation',
  args: [BACKUPS_ARGUMENT],
  flags: [
    ['--into <folder>', 'an empty folder, which becomes the DATA_DIR of the service'],
    BACKUP_FLAG,
    ['--studio <slug>', 'only this studio, into the installation that runs here'],
    AS_FLAG,
    ['--skip-damaged', 'continue without files that are damaged in the backup'],
  ],
  formerFlags: { '--leave-out-damaged': '--skip-damaged' },
  examples: [
    'admin restore /backups/reelay --into /srv/reelay/data',
    'admin restore /backups/reelay --studio north',
    'admin restore /backups/reelay --studio north --as north-restored',
  ],
  run: (config, input) =>
    input.studio === undefined ? restoreAll(config, input) : importFrom(config, input),
})

async function restoreAll(config: Config, input: RestoreInput) {
  if (!input.into) throw new ConfigError('restore needs --into, an empty folder')
  const into = resolve(input.into)
  const source = findKeySource(config, into)
  const outcome = await restore({
    repository: openRepository(input.folder),
    name: input.backup,
    into,
    databaseUrl: config.databaseUrl,
    skipDamaged: input.skipDamaged ?? false,
    onProgress: showProgress,
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
