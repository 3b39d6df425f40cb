import { readMasterKeys } from '../kernel/db/encryption/master-keys.ts'
import { openRepository } from '../operations/backup/repository.ts'
import { verifyBackup } from '../operations/backup/verify.ts'
import { adminCommand, BACKUP_FLAG, BACKUPS_ARGUMENT } from './command.ts'
import { showProgress } from './progress.ts'

export const verify = adminCommand<{ folder: string; backup?: string; quick?: boolean }>({
  name: 'verify',
  description: 'Verify every row and every file of a backup',
  args: [BACKUPS_ARGUMENT],
  flags: [BACKUP_FLAG, ['--quick', 'check only the sizes of files']],
  examples: ['admin verify /backups/reelay'],
  run: async (config, { folder, backup, quick = false }) =>
    verifyBackup(openRepository(folder), {
      name: backup,
      quick,
      keys: await readMasterKeys(config.encryptionKey),
      onProgress: showProgress,
    }),
})
