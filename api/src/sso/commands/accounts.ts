import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { insertAccount } from '../../users/commands/accounts.ts'
import { DEFAULT_PREFERENCES } from '../../users/rules/user.ts'
import { findKnownPerson, insertIdentity } from '../queries/identities.ts'
import { planSignIn } from '../rules/accounts.ts'
import { mappedGroups, mappedRoles, type Claims, type StoredProvider } from '../rules/providers.ts'

export type SsoAccount = { person: string; identity: string; limited: boolean }

/** Finds, connects or creates the account, and applies the roles and groups of the claims. */
export async function resolveAccount(
  tx: Tx,
  provider: StoredProvider,
  claims: Claims,
): Promise<SsoAccount> {
  // Two first sign-ins of one person at the same time create one account.
  await sql`select from identity_provider where id = ${provider._id} for update`.execute(tx)
  const existing = await findKnownPerson(tx, provider._id, claims)
  const plan = planSignIn(provider, claims, existing)
  if (plan.kind === 'reject') {
    throwIfRejected(plan.rejection)
    throw new Error('unreachable')
  }
  if (plan.kind === 'sign-in') {
    await sql`update identity set used_at = now() where id = ${existing.identityId!}`.execute(tx)
    await applyClaims(tx, { provider, claims, person: plan.person })
    return { person: plan.person, identity: existing.identityId!, limited: plan.limited }
  }
  const person =
    plan.kind === 'link'
      ? await confirmAccount(tx, plan.person)
      : await createAccount(tx, { provider, claims, email: plan.email })
  const identity = await insertIdentity(tx, {
    provider: provider._id,
    person,
    claims,
    selfLinked: false,
  })
  await applyClaims(tx, { provider, claims, person })
  return { person, identity: identity!, limited: true }
}

/** The provider has shown that the person owns the email address, so an invitation is not needed. */
async function confirmAccount(tx: Tx, person: string): Promise<string> {
  await sql`update person set registered = true, confirmed = true where id = ${person}`.execute(tx)
  await sql`update invitation set expires_at = now()
    where person_id = ${person} and used_at is null and expires_at > now()`.execute(tx)
  return person
}

async function createAccount(
  tx: Tx,
  { provider, claims, email }: { provider: StoredProvider; claims: Claims; email: string },
): Promise<string> {
  const id = await insertAccount(tx, {
    email,
    name: (claims.name ?? email).slice(0, 300),
    invited: true,
    approved: true,
    registered: true,
    confirmed: true,
    preferences: JSON.stringify(DEFAULT_PREFERENCES),
  })
  await sql`insert into membership (person_id, studio_id, roles)
    values (${id}, ${provider.studio}, ${mappedRoles(provider, claims)})`.execute(tx)
  return id
}

/** Changes only the membership in the provider's studio, and only what a claim is configured for. */
async function applyClaims(
  tx: Tx,
  { provider, claims, person }: { provider: StoredProvider; claims: Claims; person: string },
) {
  if (provider.rolesClaim !== null)
    await sql`update membership set roles = ${mappedRoles(provider, claims)}
      where person_id = ${person} and studio_id = ${provider.studio}`.execute(tx)
  if (provider.groupsClaim === null) return
  const groups = mappedGroups(provider, claims)
  const managed = provider.groupMap.map(({ group }) => group)
  // The groups may have got other studios since they were mapped.
  await sql`delete from group_person where person_id = ${person}
    and group_id = any (${managed}) and not group_id = any (${groups})`.execute(tx)
  await sql`insert into group_person (person_id, group_id)
    select ${person}, g.id from people_group g
    where g.id = any (${groups})
      and array(select studio_id from group_studio where group_id = g.id)
        = array[${provider.studio}]
    on conflict do nothing`.execute(tx)
}
