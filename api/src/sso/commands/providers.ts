import { missingForGrant } from '../../access/rules.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import {
  conflict,
  forbidden,
  notFound,
  unknownReference,
} from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { PreconditionCheck } from '../../kernel/http/serve.ts'
import type { NewProvider, ProviderChange } from '../contract.ts'
import { revokeSsoTokens } from '../queries/identities.ts'
import { getProvider, lockProvider } from '../queries/providers.ts'
import type { StoredProvider } from '../rules/providers.ts'
import { CLIENT_SECRET, type Secrets } from './stored-secrets.ts'

const MAX_PROVIDERS = 20

type Input = { studio: string; by: Caller; secrets: Secrets }

export async function createProvider(
  tx: Tx,
  { studio, body, issuer, by, secrets }: Input & { body: NewProvider; issuer: string },
): Promise<StoredProvider> {
  await sql`select from studio where id = ${studio} for update`.execute(tx)
  const { rows: providers } = await sql`
    select from identity_provider where studio_id = ${studio}`.execute(tx)
  if (providers.length >= MAX_PROVIDERS)
    throw conflict('identity-provider.too-many', `A studio has at most ${MAX_PROVIDERS} providers.`)
  refuseUntested(body, { required: false, tested: false }, by)
  const values = await toColumns(tx, { studio, by }, body)
  const { rows } = await sql<{ id: string }>`insert into identity_provider ${sql.values({
    studio_id: studio,
    name: body.name,
    issuer,
    client_id: body.clientId,
    scopes: ['openid', 'email', 'profile'],
    active: true,
    required: false,
    trusts_email: false,
    checks_second_factor: false,
    creates_accounts: true,
    default_roles: ['guest'],
    role_map: '[]',
    group_map: '[]',
    ...values,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  await saveSecret(tx, id, body.clientSecret, secrets)
  await saveDomains(tx, id, body.domains)
  return getProvider(tx, { studio, id })
}

export async function changeProvider(
  tx: Tx,
  {
    studio,
    id,
    body,
    issuer,
    by,
    secrets,
    checkPreconditions,
  }: Input & {
    id: string
    body: ProviderChange
    issuer: string | undefined
    checkPreconditions: PreconditionCheck
  },
): Promise<StoredProvider> {
  await lockProvider(tx, id)
  const current = await getProvider(tx, { studio, id })
  checkPreconditions(current)
  const isSameIssuer = issuer === undefined || issuer === current.issuer
  refuseUntested(body, { ...current, tested: current.tested && isSameIssuer }, by)
  const values = await toColumns(tx, { studio, by }, body)
  await sql`
    update identity_provider ${sql.set({ id, ...(issuer !== undefined && { issuer }), ...values })}
    where id = ${id}`.execute(tx)
  await saveSecret(tx, id, body.clientSecret, secrets)
  await saveDomains(tx, id, body.domains)
  if (body.active === false) await revokeSsoTokens(tx, { provider: id })
  return getProvider(tx, { studio, id })
}

/** The accounts stay. People sign in with a password, which they can set with a reset mail. */
export async function removeProvider(
  tx: Tx,
  {
    studio,
    id,
    checkPreconditions,
  }: { studio: string; id: string; checkPreconditions: PreconditionCheck },
) {
  await lockProvider(tx, id)
  checkPreconditions(await getProvider(tx, { studio, id }))
  await revokeSsoTokens(tx, { provider: id })
  await sql`delete from identity_provider where id = ${id}`.execute(tx)
  return { _id: id, removed: true as const, studio }
}

export async function verifyDomain(
  tx: Tx,
  {
    studio,
    id,
    domain,
    verified,
  }: { studio: string; id: string; domain: string; verified: boolean },
): Promise<StoredProvider> {
  const { domains } = await getProvider(tx, { studio, id })
  if (!domains.some(({ name }) => name === domain)) throw notFound('domain')
  if (verified) {
    const { rows } = await sql`
      select from identity_domain where domain = ${domain} and verified_at is not null
        and provider_id <> ${id} for update`.execute(tx)
    if (rows.length)
      throw conflict('domain.exists', `The domain ${domain} is verified for another provider.`)
  }
  await sql`
    update identity_domain
    set verified_at = case when ${verified} then coalesce(verified_at, now()) end
    where provider_id = ${id} and domain = ${domain}`.execute(tx)
  return getProvider(tx, { studio, id })
}

async function toColumns(
  tx: Tx,
  { studio, by }: { studio: string; by: Caller },
  body: ProviderChange,
) {
  refuseBeyond(body, studio, by)
  const groupMap = body.groupMap?.map(({ value, group }) => ({ value, group: idOf(group) }))
  if (groupMap) await requireOwnGroups(tx, studio, groupMap)
  return {
    ...(body.name !== undefined && { name: body.name }),
    ...(body.clientId !== undefined && { client_id: body.clientId }),
    ...(body.scopes && { scopes: body.scopes }),
    ...(body.active !== undefined && { active: body.active }),
    ...(body.required !== undefined && { required: body.required }),
    ...(body.trustsEmail !== undefined && { trusts_email: body.trustsEmail }),
    ...(body.checksSecondFactor !== undefined && {
      checks_second_factor: body.checksSecondFactor,
    }),
    ...(body.createsAccounts !== undefined && { creates_accounts: body.createsAccounts }),
    ...(body.defaultRoles && { default_roles: body.defaultRoles }),
    ...(body.rolesClaim !== undefined && { roles_claim: body.rolesClaim }),
    ...(body.roleMap && { role_map: JSON.stringify(body.roleMap) }),
    ...(body.groupsClaim !== undefined && { groups_claim: body.groupsClaim }),
    ...(groupMap && { group_map: JSON.stringify(groupMap) }),
  }
}

function refuseBeyond({ defaultRoles, roleMap }: ProviderChange, studio: string, by: Caller) {
  const roles = [...(defaultRoles ?? []), ...(roleMap ?? []).flatMap((entry) => entry.roles)]
  const missing = missingForGrant(callerIn(by, studio), { roles })
  if (missing.length)
    throw forbidden(
      'grant.forbidden',
      `You cannot grant what you do not have: ${[...new Set(missing)].join(', ')}.`,
    )
}

/**
 * A provider that does not work would lock the people of its domains out of the studio. Admins are
 * exempt: they keep their access, and can turn the requirement off.
 */
function refuseUntested(
  { required }: ProviderChange,
  current: Pick<StoredProvider, 'required' | 'tested'>,
  by: Caller,
) {
  if (required && !current.required && !current.tested && !by.isAdmin)
    throw conflict(
      'identity-provider.untested',
      'Nobody has signed in through this provider yet. Sign in through it once, then require it.',
    )
}

/** A group of several studios would give access to the others too. */
async function requireOwnGroups(tx: Tx, studio: string, groupMap: { group: string }[]) {
  const ids = [...new Set(groupMap.map(({ group }) => group))]
  const { rows } = await sql`
    select from people_group g where g.id = any (${ids}) and g.type <> 'a'
      and array(select studio_id from group_studio where group_id = g.id) = array[${studio}]`.execute(
    tx,
  )
  if (rows.length !== ids.length) throw unknownReference('/groupMap', 'group of only this studio')
}

async function saveSecret(tx: Tx, id: string, secret: string | null | undefined, secrets: Secrets) {
  if (secret === undefined) return
  await sql`update identity_provider
    set client_secret = ${secret === null ? null : secrets.seal(CLIENT_SECRET, id, secret)}
    where id = ${id}`.execute(tx)
}

/** A domain that stays keeps its verification. */
async function saveDomains(tx: Tx, id: string, domains: NewProvider['domains']) {
  if (!domains) return
  const names = domains.map((domain) => (typeof domain === 'string' ? domain : domain.name))
  await sql`delete from identity_domain where provider_id = ${id}
    and not domain = any (${names})`.execute(tx)
  await sql`insert into identity_domain (provider_id, domain)
    select ${id}, unnest(${names}::text[]) on conflict do nothing`.execute(tx)
}
