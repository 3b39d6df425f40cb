import type { Db, Tx } from '../../kernel/db/connect.ts'
import { asc } from '../../kernel/db/order.ts'
import { listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { Identity } from '../contract.ts'
import type { KnownAccount, KnownPerson } from '../rules/accounts.ts'
import type { Claims } from '../rules/providers.ts'

const from = sql`identity i join identity_provider ip on ip.id = i.provider_id`
const columns = sql`i.id as "_id", i.provider_id as provider, ip.name as "providerName",
  ip.studio_id as studio, i.email, i.self_linked as "selfLinked",
  seconds(i.created_at) as created, seconds(i.used_at) as used`

export const listIdentities = (db: Db, person: string, range: Range): Promise<Page<Identity>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`i.person_id = ${person}`,
    order: asc(sql`i.created_at`, sql`i.id`),
    key: sql`i.id`,
  })

const account = (provider: string) => sql`json_build_object('id', viewer.id,
  'active', viewer.active, 'isAdmin', viewer.is_admin, 'studios', viewer.studios,
  'isConnected', exists (
    select from identity same
    where same.person_id = viewer.id and same.provider_id = ${provider}))`

/** Locks the account, so that its studios do not change between the decision and the sign-in. */
export async function findKnownPerson(
  tx: Tx,
  provider: string,
  { issuer, subject, email }: Claims,
): Promise<KnownPerson & { identityId: string | undefined }> {
  const linked = await sql<{ id: string; selfLinked: boolean; account: KnownAccount }>`
    select i.id, i.self_linked as "selfLinked", ${account(provider)} as account
    from identity i join viewer on viewer.id = i.person_id
    where i.provider_id = ${provider} and i.issuer = ${issuer} and i.subject = ${subject}`.execute(
    tx,
  )
  const identity = linked.rows[0]
  if (identity) return { identity, account: undefined, identityId: identity.id }
  await sql`select from person where email = ${email} for update`.execute(tx)
  const sameEmail = await sql<{ account: KnownAccount }>`
    select ${account(provider)} as account from viewer where viewer.email = ${email}`.execute(tx)
  return { identity: undefined, account: sameEmail.rows[0]?.account, identityId: undefined }
}

/** Undefined if another request connected the same identity first. */
export async function insertIdentity(
  tx: Tx,
  identity: { provider: string; person: string; claims: Claims; selfLinked: boolean },
): Promise<string | undefined> {
  const { provider, person, claims, selfLinked } = identity
  const { rows } = await sql<{ id: string }>`
    insert into identity (provider_id, person_id, issuer, subject, email, self_linked)
    values (${provider}, ${person}, ${claims.issuer}, ${claims.subject}, ${claims.email ?? ''},
      ${selfLinked})
    on conflict do nothing returning id`.execute(tx)
  return rows[0]?.id
}

/** Revokes the tokens that were created through an identity or a provider. */
export async function revokeSsoTokens(
  tx: Tx,
  { identity, provider }: { identity?: string; provider?: string },
) {
  await sql`
    update token set revoked_at = now()
    from sso_session s
    where s.token_id = token.id and token.revoked_at is null
      and (s.identity_id = ${identity ?? ''} or s.provider_id = ${provider ?? ''})`.execute(tx)
}
