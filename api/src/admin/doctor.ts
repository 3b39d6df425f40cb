import { withoutKeys } from '../kernel/storage/encrypted/encrypted.ts'
import { REFERENCED_OBJECTS } from '../operations/backup/contents.ts'
import { errorFinding } from '../operations/finding.ts'
import { openStorage, withInstallation } from '../operations/installation.ts'
import { SECRET_COLUMNS } from '../secret-columns.ts'
import { adminCommand } from './command.ts'

export const doctor = adminCommand({
  name: 'doctor',
  description: 'Check an installation and explain how to fix problems',
  examples: ['admin doctor', 'admin doctor --json'],
  async run(config) {
    try {
      return await withInstallation(config, async ({ db }) => {
        const { checkInstallation } = await import('../operations/doctor/installation.ts')
        const { listDictionaries } = await import('../spelling/queries/dictionaries.ts')
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
  },
})
