import { acceptRequestInvitation } from '../../access/commands/request-members.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import type { MasterKeys } from '../../kernel/db/encryption/parse-keys.ts'
import { CODE_PLACEHOLDER, queueMailWithCode } from '../../kernel/mail/mail-code.ts'
import { conflict, forbidden, invalid, tooMany } from '../../kernel/http/contract/problem.ts'
import { normalEmail } from '../../kernel/http/contract/schema.ts'
import { digestSecret, newSecret } from '../../kernel/http/auth/secret.ts'
import type { Invitation } from '../contract.ts'
import { getUser, listMemberships, lockUser, userReaderOf } from '../queries.ts'
import { managesAccount } from '../rules/memberships.ts'
import { DEFAULT_PREFERENCES, type StoredUser } from '../rules/user.ts'
import { insertAccount } from './accounts.ts'
import { revokeTokens } from './change.ts'
import { changeMemberships } from './memberships.ts'
import { hashCheckedPassword } from './passwords.ts'

/** Call this before the transaction of `inviteUser`. */
export async function hashInitialPassword(
  { password, emailNormal }: Invitation,
  network: string,
): Promise<string | null> {
  if (password === undefined) return null
  return hashCheckedPassword(password, normalEmail(emailNormal), network)
}

/** What an invitation needs. `budget` is for each studio and day. */
type InvitationMail = { appUrl: string; masterKeys: MasterKeys; budget: number }

const NO_MEMBERSHIPS = {
  roles: [],
  permissions: [],
  territory: null,
  studios: [],
  groups: [],
  memberships: [],
}

/** With a password the account is usable at once. Otherwise the person registers first. */
export async function inviteUser(
  tx: Tx,
  {
    body,
    passwordHash,
    by,
    mail,
  }: { body: Invitation; passwordHash: string | null; by: Caller; mail: InvitationMail },
): Promise<StoredUser> {
  const email = normalEmail(body.emailNormal)
  requireStudio(body, by)
  const ready = passwordHash !== null
  const id = await insertAccount(tx, {
    email,
    name: body.name,
    password_hash: passwordHash,
    invited: true,
    approved: true,
    registered: ready,
    confirmed: ready,
    preferences: JSON.stringify(DEFAULT_PREFERENCES),
  })
  await changeMemberships(tx, { ...NO_MEMBERSHIPS, _id: id }, body, by)
  if (!ready) await sendInvitation(tx, { person: id, email, by, mail })
  return getUser(tx, userReaderOf(by), id)
}

/** Revokes earlier invitations, so that a misdirected mail lets nobody in. */
export async function resendInvitation(
  tx: Tx,
  { id, by, mail }: { id: string; by: Caller; mail: InvitationMail },
): Promise<StoredUser> {
  // Locks the codes before the person, in the same order as registration does.
  await sql`update invitation set expires_at = now() where person_id = ${id} and used_at is null
    and expires_at > now()`.execute(tx)
  await lockUser(tx, id)
  const current = await getUser(tx, userReaderOf(by), id)
  if (!managesAccount(by, current, await listMemberships(tx, id))) throw accountNotManaged()
  if (current.status.registered)
    throw conflict(
      'user.already-registered',
      `${current.name} has already registered. They can reset a forgotten password on the sign-in page.`,
    )
  await sendInvitation(tx, { person: id, email: current.emailNormal, by, mail })
  return current
}

async function sendInvitation(
  tx: Tx,
  {
    person,
    email,
    by,
    mail: { appUrl, masterKeys, budget },
  }: { person: string; email: string; by: Caller; mail: InvitationMail },
) {
  await checkBudget(tx, person, budget)
  const code = newSecret()
  await sql`
    insert into invitation (digest, person_id)
    values (${digestSecret(code)}, ${person})`.execute(tx)
  await queueMailWithCode(tx, masterKeys, {
    code,
    to: email,
    subject: `${by.name} invited you to Reelay`,
    text: `${by.name} invited you to Reelay.\n\nChoose your password within 14 days:\n${appUrl}/register/${CODE_PLACEHOLDER}\n`,
  })
}

/** The mail server of the installation must not become known for spam. */
async function checkBudget(tx: Tx, person: string, budget: number) {
  const { rows } = await sql<{ wait: number }>`
    select extract(epoch from min(i.created_at) + interval '1 day' - now())::float8 as wait
    from invitation i join membership m on m.person_id = i.person_id
    where i.created_at > now() - interval '1 day'
      and m.studio_id in (select studio_id from membership where person_id = ${person})
    group by m.studio_id having count(*) >= ${budget}`.execute(tx)
  if (rows.length)
    throw tooMany(
      `At most ${budget} invitations are sent for a studio in a day. Try again later.`,
      Math.max(...rows.map(({ wait }) => wait)),
    )
}

function requireStudio(body: Invitation, by: Caller) {
  if (by.isAdmin) return
  if (!body.studios?.length && !body.groups?.length && !body.memberships?.length)
    throw invalid('studios.required', 'Choose a studio or group for this user.', [
      { pointer: '/studios', message: 'is missing' },
    ])
}

/** Hashes the password for `registerUser`, if the code is valid. */
export async function prepareRegistration(
  db: Db,
  { code, password, network }: { code: string; password: string; network: string },
): Promise<string> {
  const { rows } = await sql<{ email: string }>`
    select p.email from invitation i join person p on p.id = i.person_id
    where i.digest = ${digestSecret(code)} and i.used_at is null and i.expires_at > now()
      and not p.registered and p.disabled_at is null and ${isNotRevoked}`.execute(db)
  if (!rows[0]) throw invalidInvitation()
  return hashCheckedPassword(password, rows[0].email, network)
}

export async function registerUser(
  tx: Tx,
  { code, name, passwordHash }: { code: string; name: string; passwordHash: string },
) {
  const invited = await sql<{ person: string; email: string; request: string | null }>`
    update invitation i set used_at = now() from person p
    where i.digest = ${digestSecret(code)} and i.used_at is null and i.expires_at > now()
      and p.id = i.person_id and not p.registered and p.disabled_at is null and ${isNotRevoked}
    returning p.id as person, p.email, i.request_invitation_id as request`.execute(tx)
  const account = invited.rows[0]
  if (!account) throw invalidInvitation()
  await sql`
    update person set name = ${name}, password_hash = ${passwordHash}, registered = true,
      confirmed = true
    where id = ${account.person}`.execute(tx)
  if (account.request)
    await acceptRequestInvitation(tx, { invitation: account.request, person: account.person })
  return { email: account.email, registered: true as const }
}

/** Over `invitation i`. */
const isNotRevoked = sql`not exists (
  select from request_invitation ri
  where ri.id = i.request_invitation_id and ri.revoked_at is not null)`

const invalidInvitation = () =>
  invalid('invitation.expired', 'This invitation is invalid or has expired. Ask for a new one.')

/** Removes the person from lists and signs them out everywhere. Their history stays. */
export async function disableUser(
  tx: Tx,
  {
    id,
    by,
    checkPreconditions,
    concernsStudios,
  }: RecordChange & { concernsStudios: (studios: string[]) => void },
) {
  await lockUser(tx, id)
  const current = await getUser(tx, userReaderOf(by), id)
  checkPreconditions(current)
  concernsStudios(current.memberships.map(({ studio }) => studio))
  if (id === by._id) throw forbidden('user.cannot-disable-self', 'You cannot disable yourself.')
  if (!managesAccount(by, current, await listMemberships(tx, id))) throw accountNotManaged()
  await sql`update person set disabled_at = coalesce(disabled_at, now()) where id = ${id}`.execute(
    tx,
  )
  await revokeTokens(tx, id)
  return { _id: id, removed: true as const }
}

const accountNotManaged = () =>
  forbidden(
    'user.higher-role',
    'This user has permissions that you do not have, or works for studios that you do not manage. Ask an admin.',
  )
