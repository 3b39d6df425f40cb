import { verifyAuditLog } from '../operations/audit/commands.ts'
import { withInstallation } from '../operations/installation.ts'
import { adminCommand } from './command.ts'

export const auditVerify = adminCommand<{ heads?: string; publicKey?: string }>({
  name: 'audit verify',
  description:
    'Compute every hash of the audit log again and name the first entry that was changed, removed or inserted',
  flags: [
    ['--heads <file>', 'heads that were shipped; they also prove that no end was cut off'],
    ['--public-key <file>', 'verify the heads with this key (default: those in the database)'],
  ],
  examples: ['admin audit verify', 'admin audit verify --heads /var/log/reelay/audit.jsonl'],
  run: (config, { heads, publicKey }) =>
    withInstallation(config, ({ db }) => verifyAuditLog(db, { heads, publicKey })),
})
