import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { revokeTokens } from '../../users/commands/change.ts'
import { hashCheckedPassword } from '../../users/commands/passwords.ts'
import { countResetRequest, clearFailedSignIns } from './rate-limits.ts'

/** The job looks up the account later, so neither the response nor its timing reveals it. */
export async function requestPasswordReset(
  db: Db,
  { email, network }: { email: string; network: string },
) {
  const normal = normalEmail(email)
  await countResetRequest(db, normal, network)
  await inTransaction(db, (tx) => enqueue(tx, 'send-password-reset', { email: normal }))
  return { accepted: true as const }
}

/** Hashes the password for `resetPassword`, if the code is valid. */
export async function preparePasswordReset(
  db: Db,
  { code, password, network }: { code: string; password: string; network: string },
): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select v.email from password_reset r join viewer v on v.id = r.person_id
    where r.digest = ${digestSecret(code)} and r.expires_at > now() and v.active`.execute(db)
  if (!rows[0]) throw invalidCode()
  return hashCheckedPassword(password, rows[0].email, network)
}

/** The code works once, even for concurrent requests. A second factor stays enabled. */
export async function resetPassword(
  tx: Tx,
  { code, passwordHash, network }: { code: string; passwordHash: string; network: string },
) {
  const { rows } = await sql<{ person: string; email: string }>`
    delete from password_reset r using person p, viewer v
    where r.digest = ${digestSecret(code)} and r.expires_at > now()
      and p.id = r.person_id and v.id = p.id and v.active
    returning p.id as person, p.email`.execute(tx)
  const reset = rows[0]
  if (!reset) throw invalidCode()
  // A person who had access to old mail must not be able to unsubscribe the owner.
  await sql`
    update person set password_hash = ${passwordHash}, unsubscribe_code = ${newSecret()}
    where id = ${reset.person}`.execute(tx)
  await revokeTokens(tx, reset.person)
  await clearFailedSignIns(tx, reset.email, network)
  await queueMail(tx, {
    to: reset.email,
    subject: 'Your Reelay password was changed',
    text:
      'Your password was changed with a link sent to this address.\n\n' +
      'You were signed out everywhere. If this was not you, contact your studio at once.\n',
  })
  return { email: reset.email, reset: true as const }
}

const invalidCode = () =>
  invalid('password-reset.expired', 'This link is invalid or has expired. Request a new one.')
