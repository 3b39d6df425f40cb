import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { domainOf } from '../../sso/rules/providers.ts'
import { revokeTokens } from '../../users/commands/change.ts'
import { insertAccount } from '../../users/commands/accounts.ts'
import { DEFAULT_PREFERENCES } from '../../users/rules/user.ts'
import {
  findAccountByEmail,
  findDomainRoles,
  getScimUser,
  lockAccount,
  type ScimAccount,
} from '../queries/users.ts'
import type { StoredScimUser } from '../rules/resources.ts'
import { ScimError } from '../rules/scim-error.ts'
import type { UserInput } from '../rules/users.ts'

export async function createScimUser(
  tx: Tx,
  studio: string,
  input: UserInput,
): Promise<StoredScimUser> {
  // Of two requests that create the same user at once, the second finds the user of the first.
  await sql`select from studio where id = ${studio} for update`.execute(tx)
  const email = input.email!
  const defaultRoles = await requireVerifiedDomain(tx, studio, email)
  const existing = await findAccountByEmail(tx, email)
  if (existing && (await isUserOfStudio(tx, studio, existing))) throw uniquenessError()
  const id = existing?.id ?? (await insertPerson(tx, email, input.displayName ?? email))
  const roles = input.roles ?? defaultRoles
  await saveScimUser(tx, { studio, id, input: { ...input, userName: input.userName!, roles } })
  if (input.active !== false) await addMembership(tx, { studio, id, roles })
  return getScimUser(tx, studio, id)
}

export async function changeScimUser(
  tx: Tx,
  studio: string,
  { id, input }: { id: string; input: UserInput },
): Promise<StoredScimUser> {
  const current = await getScimUser(tx, studio, id)
  const account = await lockAccount(tx, id)
  await changeAccount(tx, studio, { account, current, input })
  const roles = input.roles ?? current.roles
  await saveScimUser(tx, {
    studio,
    id,
    input: {
      userName: current.userName,
      externalId: current.externalId,
      name: current.name,
      ...input,
      roles,
    },
  })
  if (input.active === false) await removeMembership(tx, studio, account)
  else if (current.active || input.active) await addMembership(tx, { studio, id, roles })
  return getScimUser(tx, studio, id)
}

/** The account stays, because its history does. It can be added again. */
export async function removeScimUser(tx: Tx, studio: string, id: string): Promise<StoredScimUser> {
  const current = await getScimUser(tx, studio, id)
  const account = await lockAccount(tx, id)
  await removeMembership(tx, studio, account)
  await sql`delete from scim_user where studio_id = ${studio} and person_id = ${id}`.execute(tx)
  await sql`delete from identity i using identity_provider ip
    where ip.id = i.provider_id and ip.studio_id = ${studio} and i.person_id = ${id}`.execute(tx)
  return current
}

/** Name and email belong to the account. A studio changes them only if it is the only one. */
async function changeAccount(
  tx: Tx,
  studio: string,
  { account, current, input }: { account: ScimAccount; current: StoredScimUser; input: UserInput },
) {
  const isOnlyInStudio = !account.isAdmin && account.studios.every((id) => id === studio)
  if (input.displayName !== undefined && isOnlyInStudio)
    await sql`update person set name = ${input.displayName} where id = ${account.id}`.execute(tx)
  if (input.email === undefined || input.email === current.email) return
  if (!isOnlyInStudio)
    throw new ScimError(
      400,
      'This person also belongs to another studio, so only they can change their email address.',
      'mutability',
    )
  await requireVerifiedDomain(tx, studio, current.email)
  await requireVerifiedDomain(tx, studio, input.email)
  if (await findAccountByEmail(tx, input.email)) throw uniquenessError()
  await sql`update person set email = ${input.email} where id = ${account.id}`.execute(tx)
  await revokeTokens(tx, account.id)
}

/** Its default roles. Without the check, the client of one studio could claim accounts of others. */
async function requireVerifiedDomain(tx: Tx, studio: string, email: string): Promise<string[]> {
  const roles = await findDomainRoles(tx, studio, domainOf(email))
  if (!roles)
    throw new ScimError(
      400,
      `The domain ${domainOf(email)} is not verified for this studio. Ask an admin.`,
      'invalidValue',
    )
  return roles
}

async function isUserOfStudio(tx: Tx, studio: string, { id, studios }: ScimAccount) {
  if (studios.includes(studio)) return true
  const { rows } = await sql`select from scim_user
    where studio_id = ${studio} and person_id = ${id}`.execute(tx)
  return rows.length > 0
}

function insertPerson(tx: Tx, email: string, name: string): Promise<string> {
  return insertAccount(tx, {
    email,
    name,
    invited: true,
    approved: true,
    registered: false,
    confirmed: false,
    preferences: JSON.stringify(DEFAULT_PREFERENCES),
  })
}

type SavedInput = UserInput & { userName: string; roles: string[] }

async function saveScimUser(
  tx: Tx,
  { studio, id, input }: { studio: string; id: string; input: SavedInput },
) {
  const { rows } = await sql`select from scim_user
    where studio_id = ${studio} and person_id <> ${id}
      and lower(user_name) = lower(${input.userName})`.execute(tx)
  if (rows.length) throw uniquenessError()
  const name = JSON.stringify(input.name ?? {})
  await sql`
    insert into scim_user (studio_id, person_id, user_name, external_id, name, roles)
    values (${studio}, ${id}, ${input.userName}, ${input.externalId ?? null}, ${name}::jsonb,
      ${input.roles})
    on conflict (studio_id, person_id) do update set user_name = excluded.user_name,
      external_id = excluded.external_id, name = excluded.name, roles = excluded.roles,
      changed_at = now()`.execute(tx)
}

const addMembership = (
  tx: Tx,
  { studio, id, roles }: { studio: string; id: string; roles: string[] },
) =>
  sql`
    insert into membership (person_id, studio_id, roles) values (${id}, ${studio}, ${roles})
    on conflict (person_id, studio_id) do update set roles = excluded.roles, direct = true`.execute(
    tx,
  )

async function removeMembership(tx: Tx, studio: string, account: ScimAccount) {
  await sql`delete from group_person gp using group_studio gs
    where gs.group_id = gp.group_id and gs.studio_id = ${studio}
      and gp.person_id = ${account.id}`.execute(tx)
  // A group of several studios may have given access to the others too.
  await sql`delete from membership m where m.person_id = ${account.id}
    and (m.studio_id = ${studio} or not m.direct and not exists (
      select from group_person gp join group_studio gs using (group_id)
      where gp.person_id = m.person_id and gs.studio_id = m.studio_id))`.execute(tx)
  await sql`update token set revoked_at = now() from sso_session s
    where s.token_id = token.id and token.person_id = ${account.id}
      and token.revoked_at is null and s.studio_id = ${studio}`.execute(tx)
  const { studios } = await lockAccount(tx, account.id)
  if (studios.length === 0 && !account.isAdmin) await revokeTokens(tx, account.id)
}

const uniquenessError = () => new ScimError(409, 'This userName or email is taken.', 'uniqueness')
