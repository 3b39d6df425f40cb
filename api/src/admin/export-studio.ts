import { sealAudit } from '../kernel/audit/seal.ts'
import { createBackup } from '../operations/backup/backup.ts'
import { openRepository } from '../operations/backup/repository.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { planExport } from '../operations/studio/export.ts'
import { adminCommand } from './command.ts'
import { openPlainStorage } from './plain-storage.ts'
import { showProgress } from './progress.ts'

export const exportOneStudio = adminCommand<{ studio: string; folder: string }>({
  name: 'export-studio',
  description:
    'Write all records, the history and the files of one studio to a folder, for another installation',
  args: [
    ['<studio>', 'id or slug'],
    ['<folder>', 'folder for the export'],
  ],
  examples: ['admin export-studio north /exports/north'],
  run: (config, { studio, folder }) =>
    withInstallation(config, async (installation) => {
      const { url, db } = installation
      const repository = openRepository(folder)
      const plan = await planExport(url, studio)
      const { id, slug } = plan.studio!
      // So that the history is complete.
      await sealAudit(db)
      const outcome = await createBackup(url, await openPlainStorage(installation, config), plan, {
        repository,
        now: new Date(),
        keys: undefined,
        onProgress: showProgress,
      })
      await auditCommand(db, {
        action: 'admin export-studio',
        id,
        input: { studio: slug, folder: repository.folder },
        studios: [id],
      })
      return outcome
    }),
})
