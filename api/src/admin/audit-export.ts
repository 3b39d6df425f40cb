import { resolve } from 'node:path'
import { exportAuditLog } from '../operations/audit/commands.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { adminCommand } from './command.ts'

export const auditExport = adminCommand<{
  file: string
  studio?: string
  from?: string
  to?: string
}>({
  name: 'audit export',
  description: 'Write the audit log as JSON Lines, each with its hash',
  args: [['<file>', 'the file to write']],
  flags: [
    ['--studio <id>', 'only this studio (id or slug), or "installation" (default: all)'],
    ['--from <time>', 'only entries from this time on, such as 2026-01-31'],
    ['--to <time>', 'only entries before this time'],
  ],
  examples: [
    'admin audit export audit.jsonl',
    'admin audit export january.jsonl --studio north --from 2026-01-01 --to 2026-02-01',
  ],
  run: (config, { file, studio, from, to }) =>
    withInstallation(config, async ({ db }) => {
      const path = resolve(file)
      await auditCommand(db, {
        action: 'admin audit export',
        id: path,
        input: { studio, from, to },
      })
      return exportAuditLog(db, path, { studio, from, to })
    }),
})
