import { distributeTables, readDistribution } from '../operations/distribute/distribute.ts'
import { errorFinding, okFinding, warningFinding } from '../operations/finding.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { adminCommand } from './command.ts'

export const distribute = adminCommand<{ yes?: boolean }>({
  name: 'distribute',
  description:
    'Distribute an installation by studio over the workers of a Citus coordinator; without --yes, only say what would be done',
  flags: [['--yes', 'distribute the tables']],
  examples: ['admin distribute', 'admin distribute --yes'],
  run: (config, { yes = false }) =>
    withInstallation(config, async ({ db }) => {
      const { steps, obstacles, workers } = await readDistribution(db)
      const open = steps.filter(({ action }) => action !== 'none').length
      const done = { workers, tables: steps.length, toDistribute: open }
      const warnings = config.preparesStatements
        ? [
            warningFinding(
              'DATABASE_PREPARED',
              'Citus plans statements for their values, so they cannot be prepared.',
              'Set DATABASE_PREPARED=0 for the service.',
            ),
          ]
        : []
      if (obstacles.length > 0)
        return {
          done,
          findings: obstacles.map(({ table, message }) =>
            errorFinding(table, message, 'Nothing was changed. Add a migration that removes it.'),
          ),
        }
      if (!yes)
        return {
          done,
          findings: [...steps.map(({ table, message }) => okFinding(table, message)), ...warnings],
        }
      await distributeTables(db, steps)
      await auditCommand(db, {
        action: 'admin distribute',
        id: 'installation',
        input: { workers, tables: open },
      })
      const { steps: after } = await readDistribution(db)
      return {
        done: { ...done, distributed: open, toDistribute: 0 },
        findings: [...after.map(({ table, message }) => okFinding(table, message)), ...warnings],
      }
    }),
})
