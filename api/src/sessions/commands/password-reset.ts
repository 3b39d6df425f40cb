import { sql } from 'kysely'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { inTransaction } from '../../kernel/db/transaction.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { invalid } from '../../kernel/http/contract/problem.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import { hashCheckedPassword, revokeTokens } from '../../users/commands/change.ts'
import { countResetRequest, clearFailedSignIns } from './rate-limits.ts'

/**
 * Whether there is such an account is not looked at before the answer has left, so neither the
 * answer nor its time can tell.
 */
export async function requestPasswordReset(
  db: Db,
  { email, network }: { email: string; network: string },
) {
  const normal = normalEmail(email)
  await countResetRequest(db, normal, network)
  await inTransaction(db, (tx) => enqueue(tx, 'send-reset', { email: normal }))
  return { accepted: true as const }
}

/** The code works once: two who send it at once do not both win. A second factor stays as it is. */
export async function resetPassword(
  tx: Tx,
  { code, password, network }: { code: string; password: string; network: string },
) {
  const { rows } = await sql<{ person: string; email: string }>`
    delete from password_reset r using person p, viewer v
    where r.digest = ${digestSecret(code)} and r.expires_at > now() and p.id = r.person_id and v.id = p.id and v.active
    returning p.id as person, p.email`.execute(tx)
  const found = rows[0]
  if (!found)
    throw invalid('reset.refused', 'This link is not valid, or no longer. Ask for a new one.')
  // Whoever read their mail until now must not be able to stop it.
  await tx
    .updateTable('person')
    .where('id', '=', found.person)
    .set({
      password_hash: await hashCheckedPassword(password, found.email),
      unsubscribe_code: newSecret(),
    })
    .execute()
  await revokeTokens(tx, found.person)
  await clearFailedSignIns(tx, found.email, network)
  await queueMail(tx, {
    to: found.email,
    subject: 'Your Reelay password was changed',
    text: 'Your password was changed with a link that was sent to this address.\n\nYou were signed out everywhere. If this was not your wish, tell your studio at once.\n',
  })
  return { email: found.email, reset: true as const }
}
