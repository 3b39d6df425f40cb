import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { newSecret } from '../../kernel/http/auth/secret.ts'
import { requireVerification } from '../../kernel/http/auth/verification.ts'
import type { UserChange } from '../contract.ts'
import { getUser, getUserAfterChange, listMemberships, lockUser, userReaderOf } from '../queries.ts'
import {
  MEMBERSHIP_FIELDS,
  editableFields,
  managedStudios,
  managesAccount,
} from '../rules/memberships.ts'
import { mergePreferences, preferenceErrors, type StoredUser } from '../rules/user.ts'
import { emailTaken } from './accounts.ts'
import { changeMemberships } from './memberships.ts'
import { rejectChangedPassword, type AccountProof } from './passwords.ts'

type ChangeUserInput = RecordChange & {
  body: UserChange
  concernsStudios: (studios: string[]) => void
  /** Made by `prepareAccountChange`. */
  proof: AccountProof
}

export async function changeUser(
  tx: Tx,
  { id, body, by, checkPreconditions, concernsStudios, proof }: ChangeUserInput,
): Promise<StoredUser> {
  const reader = userReaderOf(by)
  await lockUser(tx, id)
  const current = await getUser(tx, reader, id)
  checkPreconditions(current)
  concernsStudios(current.memberships.map(({ studio }) => studio))
  const { agent: _agent, ...sent } = body
  const changes = changedFields(sent, {
    ...current,
    username: current.emailNormal,
    password: '[redacted]',
  })
  await refuseOthersFields(tx, changes, current, by)
  const errors = preferenceErrors(changes.preferences)
  if (errors.length)
    throw invalid(
      'time-zone.invalid',
      'Your time zone must be an IANA name such as Europe/Berlin.',
      errors,
    )

  const email = newEmail(current, changes)
  // Whoever receives the mail of an account can reset its password.
  if (email) requireVerification({ recentlyVerified: proof.isVerified })
  if (email) await rejectTakenEmail(tx, email)
  if (proof.newPassword) await rejectChangedPassword(tx, id, proof.newPassword)
  const password = proof.newPassword?.hash
  if (MEMBERSHIP_FIELDS.some((field) => field in changes))
    await changeMemberships(tx, current, changes, by)
  await sql`update person ${sql.set({
    ...(changes.preferences && {
      preferences: JSON.stringify(mergePreferences(current.preferences, changes.preferences)),
    }),
    ...(changes.queue && { queue: JSON.stringify(changes.queue) }),
    ...(changes.orderQueue && { order_queue: JSON.stringify(changes.orderQueue) }),
    ...(changes.shareQueue && { share_queue: JSON.stringify(changes.shareQueue) }),
    ...(password && { password_hash: password }),
    ...(email && { email }),
    // A person who had access to old mail must not be able to unsubscribe the owner.
    ...((password || email) && { unsubscribe_code: newSecret() }),
    ...(changes.flags && { flags: changes.flags }),
    ...(changes.hasEnforced2fa !== undefined && { enforced_2fa: changes.hasEnforced2fa }),
    ...changes.status,
    name: changes.name ?? current.name,
  })} where id = ${id}`.execute(tx)
  if (password || email || changes.status?.approved === false) await revokeTokens(tx, id)
  if (password || email)
    await tellOwner(tx, current.emailNormal, { password: Boolean(password), email })
  return getUserAfterChange(tx, reader, id)
}

async function refuseOthersFields(tx: Tx, changes: UserChange, current: StoredUser, by: Caller) {
  const memberships = await listMemberships(tx, current._id)
  const allowed = editableFields({
    self: by._id === current._id,
    managesSomeStudio: by.isAdmin || managedStudios(by, current, memberships).length > 0,
    managesAccount: managesAccount(by, current, memberships),
  })
  const rejected = Object.keys(changes).filter((field) => !allowed.has(field))
  if (rejected.length)
    throw forbidden(
      'field.protected',
      `You cannot change ${rejected.join(', ')} of this user.`,
      rejected.map((field) => ({ pointer: `/${field}`, message: 'you cannot change this field' })),
    )
}

/** Undefined if the normalized address is the same. */
function newEmail(current: StoredUser, { emailNormal, username }: UserChange): string | undefined {
  const email = normalEmail(emailNormal ?? current.emailNormal)
  if (username !== undefined && normalEmail(username) !== email)
    throw invalid('username.mismatch', 'The username is always the e-mail address.', [
      { pointer: '/username', message: 'must equal emailNormal' },
    ])
  return email === current.emailNormal ? undefined : email
}

async function rejectTakenEmail(tx: Tx, email: string) {
  const { rows } = await sql`select from person where email = ${email}`.execute(tx)
  if (rows.length) throw emailTaken()
}

/** Informs the old and the new address, so that a takeover is noticed. */
async function tellOwner(
  tx: Tx,
  address: string,
  { password, email }: { password: boolean; email: string | undefined },
) {
  const sentences = [
    ...(password ? ['Your password was changed.'] : []),
    ...(email ? [`Your e-mail address is now ${email}.`] : []),
  ]
  const text = `${sentences.join('\n')}\n\nYou were signed out everywhere. If this was not you, contact your studio at once.\n`
  for (const to of new Set([address, email ?? address]))
    await queueMail(tx, { to, subject: 'Your Reelay account was changed', text })
}

/** Password reset links are revoked too, because the mailbox may have changed hands. */
export async function revokeTokens(tx: Tx, person: string) {
  await sql`delete from password_reset where person_id = ${person}`.execute(tx)
  // The address of a calendar is a credential too.
  await sql`delete from calendar_feed where person_id = ${person}`.execute(tx)
  await sql`update token set revoked_at = now() where person_id = ${person}
    and revoked_at is null`.execute(tx)
}
