import type { Db, Tx } from '../../kernel/db/connect.ts'
import { asc } from '../../kernel/db/order.ts'
import { findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { StoredProvider } from '../rules/providers.ts'

const from = sql`identity_provider ip`
const columns = sql`ip.id as "_id", ip.studio_id as studio, ip.name, ip.issuer,
  ip.client_id as "clientId", ip.client_secret is not null as "hasClientSecret", ip.scopes,
  (select coalesce(json_agg(json_build_object('name', d.domain,
      'verified', d.verified_at is not null) order by d.domain), '[]')
    from identity_domain d where d.provider_id = ip.id) as domains,
  ip.active, ip.required,
  exists (select from identity i where i.provider_id = ip.id and i.issuer = ip.issuer) as tested,
  ip.trusts_email as "trustsEmail",
  ip.checks_second_factor as "checksSecondFactor", ip.creates_accounts as "createsAccounts",
  ip.default_roles as "defaultRoles", ip.roles_claim as "rolesClaim", ip.role_map as "roleMap",
  ip.groups_claim as "groupsClaim", ip.group_map as "groupMap", seconds(ip.created_at) as created`

/** The caller has to see the studio: callers look it up first. */
export const listProviders = (
  db: Db,
  studio: string,
  range: Range,
): Promise<Page<StoredProvider>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`ip.studio_id = ${studio}`,
    order: asc(sql`ip.name`, sql`ip.id`),
    key: sql`ip.id`,
  })

export async function getProvider(
  db: Db,
  { studio, id }: { studio: string; id: string },
): Promise<StoredProvider> {
  const provider = await findOne<StoredProvider>(db, {
    columns,
    from,
    where: sql`ip.studio_id = ${studio} and ip.id = ${id}`,
  })
  if (!provider) throw notFound('identity provider')
  return provider
}

/** For sign-in, where nobody is signed in yet. */
export const findActiveProvider = (db: Db, id: string): Promise<StoredProvider | undefined> =>
  findOne<StoredProvider>(db, { columns, from, where: sql`ip.id = ${id} and ip.active` })

export async function findProviderOfDomain(
  db: Db,
  domain: string,
): Promise<{ _id: string; name: string; required: boolean } | undefined> {
  const { rows } = await sql<{ _id: string; name: string; required: boolean }>`
    select ip.id as "_id", ip.name, ip.required
    from identity_domain d join identity_provider ip on ip.id = d.provider_id
    where d.domain = ${domain} and d.verified_at is not null and ip.active`.execute(db)
  return rows[0]
}

export async function readClientSecret(db: Db, provider: string): Promise<string | null> {
  const { rows } = await sql<{ secret: string | null }>`
    select client_secret as secret from identity_provider where id = ${provider}`.execute(db)
  return rows[0]?.secret ?? null
}

export const lockProvider = (tx: Tx, id: string) =>
  sql`select from identity_provider where id = ${id} for update`.execute(tx)
