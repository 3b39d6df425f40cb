import { ConfigError } from '../config/config.ts'
import { readMasterKeys } from '../kernel/db/encryption/master-keys.ts'
import { createBackup } from '../operations/backup/backup.ts'
import { BACKED_UP_OBJECTS, ROW_FILTERS } from '../operations/backup/contents.ts'
import { openRepository } from '../operations/backup/repository.ts'
import { BACKUP_ACTION } from '../operations/doctor/service.ts'
import { auditCommand, openStorage, withInstallation } from '../operations/installation.ts'
import { adminCommand, BACKUPS_ARGUMENT } from './command.ts'
import { showProgress } from './progress.ts'

export const backup = adminCommand<{ folder: string; keep?: string }>({
  name: 'backup',
  description:
    'Back up the database and the files while the service runs; files already in the folder are not copied again',
  args: [BACKUPS_ARGUMENT],
  flags: [['--keep <count>', 'keep this many backups and delete older ones']],
  examples: ['admin backup /backups/reelay --keep 14'],
  run: (config, { folder, keep }) =>
    withInstallation(config, async ({ url, db }) => {
      const repository = openRepository(folder)
      const outcome = await createBackup(
        url,
        await openStorage(config, config.dataDir),
        { objects: BACKED_UP_OBJECTS, only: ROW_FILTERS },
        {
          repository,
          now: new Date(),
          keep: parseCount(keep),
          keys: await readMasterKeys(config.encryptionKey),
          onProgress: showProgress,
        },
      )
      await auditCommand(db, {
        action: BACKUP_ACTION,
        id: outcome.done.backup,
        input: { folder: repository.folder },
      })
      return outcome
    }),
})

function parseCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const count = Number(text)
  if (!Number.isInteger(count) || count < 1)
    throw new ConfigError(`--keep must be a whole number from 1, not "${text}"`)
  return count
}
