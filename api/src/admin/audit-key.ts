import { prepareSecrets } from '../kernel/db/encryption/stored-secrets.ts'
import { showAuditKey } from '../operations/audit/commands.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { SECRET_COLUMNS } from '../secret-columns.ts'
import { adminCommand } from './command.ts'

export const auditKey = adminCommand<{ file?: string; new?: boolean }>({
  name: 'audit key',
  description: 'Show the public key that verifies the heads of the audit log',
  args: [['[file]', 'write it to this file']],
  flags: [['--new', 'create a new key; former keys still verify what they signed']],
  examples: ['admin audit key reelay-audit.pem'],
  run: (config, { file, new: isNew = false }) =>
    withInstallation(config, async ({ url, db }) => {
      const keys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
      const done = await showAuditKey(db, keys, { isNew, path: file })
      if (isNew) await auditCommand(db, { action: 'admin audit key', id: done.key, input: {} })
      return { done, findings: [] }
    }),
})
