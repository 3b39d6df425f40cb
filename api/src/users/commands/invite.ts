import { sql } from 'kysely'
import { missingForGrant } from '../../access/rules.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { queueMail } from '../../kernel/mail/queue-mail.ts'
import { conflict, forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf, normalEmail } from '../../kernel/http/contract/schema.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Invitation } from '../contract.ts'
import { getUser, lockUser, userReaderOf } from '../queries.ts'
import { DEFAULT_PREFERENCES, manages, type StoredUser } from '../rules.ts'
import { hashCheckedPassword, rejectTakenEmail, revokeTokens } from './change.ts'
import { assignGroups, assignStudios, resolveTerritory } from './memberships.ts'

/** With a password the account is usable at once. Otherwise the person registers first. */
export async function inviteUser(
  tx: Tx,
  { body, by, appUrl }: { body: Invitation; by: Caller; appUrl: string },
): Promise<StoredUser> {
  const email = normalEmail(body.emailNormal)
  refuseBeyond(body, by)
  await rejectTakenEmail(tx, email)
  const ready = body.password !== undefined
  const { id } = await tx
    .insertInto('person')
    .values({
      email,
      name: body.name,
      roles: body.roles,
      permissions: body.permissions ?? [],
      password_hash: ready ? await hashCheckedPassword(body.password!, email) : null,
      territory_id: await resolveTerritory(tx, body.territory),
      invited: true,
      approved: true,
      registered: ready,
      confirmed: ready,
      preferences: JSON.stringify(DEFAULT_PREFERENCES),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const placed = { _id: id, studios: [], groups: [] }
  await assignStudios(tx, placed, (body.studios ?? []).map(idOf), by)
  await assignGroups(tx, placed, (body.groups ?? []).map(idOf), by)
  if (!ready) await sendInvitation(tx, { person: id, email, by, appUrl })
  return getUser(tx, userReaderOf(by), id)
}

/** Revokes earlier invitations, so that a misdirected mail lets nobody in. */
export async function resendInvitation(
  tx: Tx,
  { id, by, appUrl }: { id: string; by: Caller; appUrl: string },
): Promise<StoredUser> {
  // Locks the codes before the person, in the same order as registration does.
  await sql`update invitation set expires_at = now() where person_id = ${id} and used_at is null
    and expires_at > now()`.execute(tx)
  await lockUser(tx, id)
  const current = await getUser(tx, userReaderOf(by), id)
  if (!manages(by, current))
    throw forbidden('user.mightier', 'This user has permissions that you do not have.')
  if (current.status.registered)
    throw conflict(
      'user.registered',
      `${current.name} has already registered. They can reset a forgotten password on the sign-in page.`,
    )
  await sendInvitation(tx, { person: id, email: current.emailNormal, by, appUrl })
  return current
}

async function sendInvitation(
  tx: Tx,
  { person, email, by, appUrl }: { person: string; email: string; by: Caller; appUrl: string },
) {
  const code = newSecret()
  await tx
    .insertInto('invitation')
    .values({ digest: digestSecret(code), person_id: person })
    .execute()
  await queueMail(tx, {
    to: email,
    subject: `${by.name} invited you to Reelay`,
    text: `${by.name} invited you to Reelay.\n\nChoose your password within 14 days:\n${appUrl}/register/${code}\n`,
  })
}

function refuseBeyond(body: Invitation, by: Caller) {
  if (by.roles.includes('admin')) return
  const missing = missingForGrant(by, { roles: body.roles, permissions: body.permissions ?? [] })
  if (missing.length)
    throw forbidden(
      'grant.beyond-yours',
      `You cannot grant what you do not have: ${missing.join(', ')}.`,
    )
  if (!body.studios?.length && !body.groups?.length)
    throw invalid('studios.missing', 'Choose a studio or group for this user.', [
      { pointer: '/studios', message: 'is missing' },
    ])
}

export async function registerUser(
  tx: Tx,
  { code, name, password }: { code: string; name: string; password: string },
) {
  const invited = await sql<{ person: string; email: string }>`
    update invitation i set used_at = now() from person p
    where i.digest = ${digestSecret(code)} and i.used_at is null and i.expires_at > now()
      and p.id = i.person_id and p.disabled_at is null
    returning p.id as person, p.email`.execute(tx)
  const found = invited.rows[0]
  if (!found)
    throw invalid(
      'invitation.refused',
      'This invitation is invalid or has expired. Ask for a new one.',
    )
  const password_hash = await hashCheckedPassword(password, found.email)
  await tx
    .updateTable('person')
    .where('id', '=', found.person)
    .set({ name, password_hash, registered: true, confirmed: true })
    .execute()
  return { email: found.email, registered: true as const }
}

/** Removes the person from lists and signs them out everywhere. Their history stays. */
export async function disableUser(
  tx: Tx,
  { id, by, accept }: { id: string; by: Caller; accept: Accept },
) {
  await lockUser(tx, id)
  const current = await getUser(tx, userReaderOf(by), id)
  accept(current)
  if (id === by._id) throw forbidden('user.self', 'You cannot disable yourself.')
  if (missingForGrant(by, { roles: current.roles, permissions: current.permissions }).length)
    throw forbidden('user.mightier', 'This user has permissions that you do not have.')
  await sql`update person set disabled_at = coalesce(disabled_at, now()) where id = ${id}`.execute(
    tx,
  )
  await revokeTokens(tx, id)
  return { _id: id, removed: true as const }
}
