import { sql } from 'kysely'
import type { Tx } from '../kernel/db/connect.ts'
import { queueMail } from '../kernel/mail/queue-mail.ts'
import { digestSecret, newSecret } from '../kernel/http/auth/secret.ts'
import { findAccount } from './queries.ts'

/**
 * To who has a password they could have forgotten. One mail a minute, whoever asks from wherever:
 * the one before is good still.
 */
export const sendReset =
  (appUrl: string) =>
  async (tx: Tx, { email }: { email: string }): Promise<void> => {
    const account = await findAccount(tx, email)
    if (!account?.passwordHash) return
    const code = newSecret()
    const { rows } = await sql`
    insert into password_reset as known (person_id, digest) values (${account.id}, ${digestSecret(code)})
    on conflict (person_id) do update set digest = excluded.digest, created_at = excluded.created_at, expires_at = excluded.expires_at
    where known.created_at < now() - interval '1 minute' returning 1`.execute(tx)
    if (!rows.length) return
    await queueMail(tx, {
      to: account.email,
      subject: 'Choose a new password for Reelay',
      text: `Somebody, probably you, asked for a new password for Reelay.\n\nChoose it within an hour:\n${appUrl}/reset/${code}\n\nIf it was not you, do nothing: your password stays as it is.\n`,
    })
  }
