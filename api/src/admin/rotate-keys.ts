import { prepareSecrets } from '../kernel/db/encryption/stored-secrets.ts'
import { auditCommand, withInstallation } from '../operations/installation.ts'
import { rotateAllKeys } from '../operations/rotate-keys.ts'
import { SECRET_COLUMNS } from '../secret-columns.ts'
import { adminCommand } from './command.ts'

export const rotateKeys = adminCommand<{ revokeOld?: boolean }>({
  name: 'rotate-keys',
  description:
    'Encrypt all secrets with a new key, and create a new key for signed links; the previous one stays valid until the next rotation',
  flags: [['--revoke-old', 'revoke all older keys: every link issued so far stops working']],
  formerFlags: { '--leaked': '--revoke-old' },
  examples: ['admin rotate-keys', 'admin rotate-keys --revoke-old'],
  run: (config, { revokeOld = false }) =>
    withInstallation(config, async ({ url, db }) => {
      const keys = await prepareSecrets(url, config.encryptionKey, SECRET_COLUMNS)
      const { id, ...outcome } = await rotateAllKeys(db, keys, {
        columns: SECRET_COLUMNS,
        isSigningKeySet: config.signingKey !== undefined,
        revokeOld,
      })
      await auditCommand(db, {
        action: 'admin rotate-keys',
        id,
        input: { revokeOld, ...outcome.done },
      })
      return outcome
    }),
})
