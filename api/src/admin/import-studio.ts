import type { Config } from '../config/config.ts'
import { readMasterKeys } from '../kernel/db/encryption/master-keys.ts'
import { startHashing } from '../kernel/storage/hashing.ts'
import { openRepository } from '../operations/backup/repository.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { importStudio } from '../operations/studio/import.ts'
import { adminCommand, AS_FLAG, BACKUP_FLAG, type AdminOutcome } from './command.ts'
import { openPlainStorage } from './plain-storage.ts'
import { showProgress } from './progress.ts'

/** `studio`: which one, if it is not an export but a backup of all. */
type ImportInput = { folder: string; backup?: string; studio?: string; as?: string }

export const importOneStudio = adminCommand<ImportInput>({
  name: 'import-studio',
  description:
    'Import the studio of an export; people are matched by email, others are created without a password',
  args: [['<folder>', 'folder with the export']],
  flags: [BACKUP_FLAG, AS_FLAG],
  examples: ['admin import-studio /exports/north'],
  run: importFrom,
})

/** Also one studio of a backup. */
export function importFrom(
  config: Config,
  { folder, backup, studio: name, as }: ImportInput,
): Promise<AdminOutcome> {
  return withInstallation(config, async (installation) => {
    const { url, db } = installation
    const repository = openRepository(folder)
    const outcome = await importStudio({
      url,
      repository,
      name: backup,
      studio: name,
      as,
      storage: await openPlainStorage(installation, config),
      hashing: startHashing(),
      keys: await readMasterKeys(config.encryptionKey),
      onProgress: showProgress,
    })
    const { id, studio } = outcome.done
    await auditCommand(db, {
      action: 'admin import-studio',
      id,
      input: { studio, folder: repository.folder },
      studios: [id],
    })
    return outcome
  })
}
