import { sql } from 'kysely'
import { missingForGrant } from '../../access/rules.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { hashPassword, verifyPassword } from '../../kernel/http/auth/password.ts'
import { conflict, forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf, normalEmail } from '../../kernel/http/contract/schema.ts'
import { newSecret } from '../../kernel/http/auth/secret.ts'
import type { UserChange } from '../contract.ts'
import { getUserAfterChange, getUser, lockUser, userReaderOf, passwordHashOf } from '../queries.ts'
import {
  editableFields,
  passwordError,
  preferenceErrors,
  manages,
  type StoredUser,
} from '../rules.ts'
import { assignGroups, assignStudios, resolveTerritory } from './memberships.ts'

type Asked = { id: string; body: UserChange; by: Caller; accept: Accept }

export async function changeUser(tx: Tx, { id, body, by, accept }: Asked): Promise<StoredUser> {
  const looker = userReaderOf(by)
  await lockUser(tx, id)
  const current = await getUser(tx, looker, id)
  accept(current)
  const changes = changedFields(body, {
    ...current,
    username: current.emailNormal,
    password: '[redacted]',
  })
  refuseOthersFields(changes, current, by)
  const errors = preferenceErrors(changes.preferences)
  if (errors.length)
    throw invalid(
      'zone.unknown',
      'Your time zone must be an IANA name such as Europe/Berlin.',
      errors,
    )

  const password = changes.password && (await newPassword(tx, current, changes))
  const email = newEmail(current, changes)
  if (email) await rejectTakenEmail(tx, email)
  if (changes.studios) await assignStudios(tx, current, changes.studios.map(idOf), by)
  if (changes.groups) await assignGroups(tx, current, changes.groups.map(idOf), by)
  await tx
    .updateTable('person')
    .where('id', '=', id)
    .set({
      ...(changes.preferences && {
        preferences: JSON.stringify({ ...current.preferences, ...changes.preferences }),
      }),
      ...(changes.queue && { queue: JSON.stringify(changes.queue) }),
      ...(changes.orderQueue && { order_queue: JSON.stringify(changes.orderQueue) }),
      ...(changes.shareQueue && { share_queue: JSON.stringify(changes.shareQueue) }),
      ...(password && { password_hash: password }),
      ...(email && { email }),
      // A person who had access to old mail must not be able to unsubscribe the owner.
      ...((password || email) && { unsubscribe_code: newSecret() }),
      ...(changes.roles && { roles: changes.roles }),
      ...(changes.permissions && { permissions: changes.permissions }),
      ...(changes.flags && { flags: changes.flags }),
      ...(changes.territory !== undefined && {
        territory_id: await resolveTerritory(tx, changes.territory),
      }),
      ...(changes.hasEnforced2fa !== undefined && { enforced_2fa: changes.hasEnforced2fa }),
      ...changes.status,
      name: changes.name ?? current.name,
    })
    .execute()
  if (password || email || changes.status?.approved === false) await revokeTokens(tx, id)
  if (password || email)
    await tellOwner(tx, current.emailNormal, { password: Boolean(password), email })
  return getUserAfterChange(tx, looker, id)
}

function refuseOthersFields(changes: UserChange, current: StoredUser, by: Caller) {
  const allowed = editableFields({ self: by._id === current._id, manages: manages(by, current) })
  const rejected = Object.keys(changes).filter((field) => !allowed.has(field))
  if (rejected.length)
    throw forbidden(
      'field.protected',
      `You cannot change ${rejected.join(', ')} of this user.`,
      rejected.map((field) => ({ pointer: `/${field}`, message: 'you cannot change this field' })),
    )
  const missing = missingForGrant(by, {
    roles: added(changes.roles, current.roles),
    permissions: added(changes.permissions, current.permissions),
  })
  if (missing.length)
    throw forbidden(
      'grant.beyond-yours',
      `You cannot grant what you do not have: ${missing.join(', ')}.`,
    )
}

const added = (wanted: readonly string[] | undefined, held: readonly string[]) =>
  (wanted ?? []).filter((item) => !held.includes(item))

/** Undefined if the normalized address is the same. */
function newEmail(current: StoredUser, { emailNormal, username }: UserChange): string | undefined {
  const wanted = normalEmail(emailNormal ?? current.emailNormal)
  if (username !== undefined && normalEmail(username) !== wanted)
    throw invalid('username.differs', 'The username is always the e-mail address.', [
      { pointer: '/username', message: 'must equal emailNormal' },
    ])
  return wanted === current.emailNormal ? undefined : wanted
}

async function newPassword(
  tx: Tx,
  current: StoredUser,
  { password, currentPassword }: UserChange,
): Promise<string> {
  if (
    !currentPassword ||
    !(await verifyPassword(currentPassword, await passwordHashOf(tx, current._id)))
  )
    throw forbidden(
      'password.current-wrong',
      'To set a new password, send your current password as currentPassword.',
    )
  return hashCheckedPassword(password!, current.emailNormal)
}

export async function hashCheckedPassword(password: string, email: string): Promise<string> {
  const error = passwordError(password, email)
  if (error)
    throw invalid('password.weak', `The password ${error}.`, [
      { pointer: '/password', message: error },
    ])
  return hashPassword(password)
}

export async function rejectTakenEmail(tx: Tx, email: string) {
  const { rows } = await sql`select from person where email = ${email}`.execute(tx)
  if (rows.length) throw conflict('email.taken', 'This e-mail address cannot be used.')
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
  await sql`update token set revoked_at = now() where person_id = ${person}
    and revoked_at is null`.execute(tx)
}
