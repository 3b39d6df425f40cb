import type { Tx } from '../kernel/db/connect.ts'
import { sql } from '../kernel/db/sql.ts'
import type { MasterKeys } from '../kernel/db/encryption/parse-keys.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from '../kernel/mail/mail-code.ts'
import { digestSecret, newSecret } from '../kernel/http/auth/secret.ts'
import { findAccount } from './queries.ts'

/**
 * Only for accounts that have a password. At most one mail per minute and person; the previous link
 * stays valid.
 */
export const sendReset =
  (appUrl: string, masterKeys: MasterKeys) =>
  async (tx: Tx, { email }: { email: string }): Promise<void> => {
    const account = await findAccount(tx, email)
    if (!account?.passwordHash) return
    const code = newSecret()
    const { rows } = await sql`
      insert into password_reset as existing (person_id, digest)
      values (${account.id}, ${digestSecret(code)})
      on conflict (person_id) do update set
        digest = excluded.digest,
        created_at = excluded.created_at,
        expires_at = excluded.expires_at
      where existing.created_at < now() - interval '1 minute' returning 1`.execute(tx)
    if (!rows.length) return
    await queueMailWithCode(tx, masterKeys, {
      code,
      to: account.email,
      subject: 'Reset your Reelay password',
      text:
        `We received a request to reset your Reelay password.\n\n` +
        `Choose a new password within one hour:\n${appUrl}/reset/${CODE_PLACEHOLDER}\n\n` +
        `If you did not request this, ignore this email. Your password stays the same.\n`,
    })
  }
