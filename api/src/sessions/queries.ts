import { callerColumns, seesProject, seesStudio, viewerOf } from '../access/queries/visibility.ts'
import { callerFrom, type StoredCaller } from '../access/rules.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { desc } from '../kernel/db/order.ts'
import { listPage, recordStatement } from '../kernel/db/page.ts'
import { VERIFICATION_MINUTES } from '../kernel/http/auth/verification.ts'
import { isInNetwork } from '../kernel/http/contract/ip-network.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { Scope, Token } from './contract.ts'
import { narrowToScope } from './rules.ts'

/** A studio in which the token acts only from some networks, or not at all. */
type Restriction = {
  studio: string
  networks: string[] | null
  refused: boolean
  needsSecondFactor: boolean
}
type Row = Omit<StoredCaller, 'clockOffset' | 'lacksSecondFactor'> & {
  /** In seconds. */
  now: number
  stale: boolean
  /** The account requires a second factor, and the token has none. */
  needsSecondFactor: boolean
  restrictions: Restriction[] | null
}

/**
 * Whether a person of a membership must sign in through the provider of the studio. Machines have
 * no provider.
 */
const requiresSso = (email: Sql) => sql`(not ('service' = any (m.roles)) and exists (
  select from identity_provider ip join identity_domain d on d.provider_id = ip.id
  where ip.studio_id = m.studio_id and ip.active and ip.required
    and d.verified_at is not null and d.domain = split_part(${email}, '@', 2)))`

/** A token of a provider acts only in its studio, unless the person connected it themselves. */
const studioRestrictions = sql`(
  select json_agg(restriction) from (
    select m.studio_id as studio, s.settings -> 'allowedNetworks' as networks,
      coalesce(sso.limited and sso.studio_id <> m.studio_id, false)
        or sso.studio_id is distinct from m.studio_id and ${requiresSso(sql`viewer.email`)}
        as refused,
      not t.second_factor and coalesce((s.settings ->> 'requireTwoFactor')::boolean, false)
        as "needsSecondFactor"
    from membership m join studio s on s.id = m.studio_id
      left join sso_session sso on sso.token_id = t.id
    where m.person_id = t.person_id) restriction
  where restriction.refused or restriction."needsSecondFactor" or restriction.networks <> '[]')`

const scopeColumn = sql`case when t.scope_access is not null then json_build_object(
  'access', t.scope_access, 'studio', t.scope_studio_id, 'project', t.scope_project_id) end`
const columns = sql`
  ${callerColumns},
  t.id as token, t.second_factor as "secondFactor", ${scopeColumn} as scope,
    coalesce(t.verified_at > now() - make_interval(mins => ${sql.lit(VERIFICATION_MINUTES)}), false)
      as "recentlyVerified",
    t.used_at < now() - interval '1 minute' as stale,
    extract(epoch from now())::float8 as now,
    not t.second_factor and (select enforced_2fa from person where person.id = t.person_id)
      as "needsSecondFactor",
    (select p.preferences ->> 'tz' from person p where p.id = t.person_id) as tz,
  ${studioRestrictions} as restrictions`
const from = sql`token t join viewer on viewer.id = t.person_id`
/** Over `token t`. */
export const isLive = sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
  and (t.idle_timeout is null or t.used_at > now() - t.idle_timeout)`
/** A provider never signs in an admin who has not connected it (sso/rules/accounts.ts). */
const isLimited = sql`exists (select from sso_session s where s.token_id = t.id and s.limited)`
const valid = sql`${isLive} and viewer.active and not (viewer.is_admin and ${isLimited})`

const byToken = ({ digest, email }: { digest: string; email: string }) =>
  recordStatement<Row>({
    columns,
    from,
    where: sql`${valid} and t.digest = ${digest} and viewer.email = ${email}`,
  })
type Link = { person: string; token: string; expires: number | null }
const byLink = ({ token, person, expires }: Link) =>
  recordStatement<Row>({
    columns,
    from,
    where: sql`${valid} and t.id = ${token} and t.person_id = ${person}
      and coalesce(to_timestamp(${expires}::float8) > now(), true)`,
  })
const byTokenIds = (tokens: readonly string[]) => sql<{ record: Row }>`
    select to_json(caller) as record
    from (
      select ${columns} from ${from}
      where ${valid} and t.id = any (${tokens}::text[])) caller`

/** A revoked token is dead at once, on every node. */
export async function findCallerByToken(
  db: Db,
  { email, digest, address }: { email: string; digest: string; address: string },
): Promise<Caller | undefined> {
  const [row] = (await byToken({ email, digest }).execute(db)).rows
  if (!row) return undefined
  await markUsed(db, [row.record])
  return callerAt(db, row.record, address)
}

export async function findCallerByLink(
  db: Db,
  { address, ...link }: Link & { address: string },
): Promise<Caller | undefined> {
  const [row] = (await byLink(link).execute(db)).rows
  if (!row) return undefined
  await markUsed(db, [row.record])
  return callerAt(db, row.record, address)
}

/** The owners of tokens, each at an address. Undefined for a token that is not valid. */
export async function findCallersByTokens(
  db: Db,
  tokens: readonly { token: string; address: string }[],
): Promise<(Caller | undefined)[]> {
  const ids = [...new Set(tokens.map(({ token }) => token))]
  const { rows } = await byTokenIds(ids).execute(db)
  const records = new Map(rows.map(({ record }) => [record.token, record]))
  await markUsed(db, [...records.values()])
  return Promise.all(
    tokens.map(async ({ token, address }) => {
      const record = records.get(token)
      return record && callerAt(db, record, address)
    }),
  )
}

/** Once a minute. Somebody else may be changing the token. */
async function markUsed(db: Db, records: readonly Row[]): Promise<void> {
  const stale = records.filter((record) => record.stale).map(({ token }) => token)
  if (stale.length > 0)
    await sql`
      update token set used_at = now()
      where id in (select id from token where id = any (${stale}) for no key update skip locked)`.execute(
      db,
    )
}

async function callerAt(
  db: Db,
  { stale: _stale, needsSecondFactor, restrictions, now, ...record }: Row,
  address: string,
): Promise<Caller> {
  const applicable = record.isAdmin ? [] : (restrictions ?? [])
  const person = {
    ...record,
    lacksSecondFactor:
      needsSecondFactor || applicable.some((restriction) => restriction.needsSecondFactor),
    clockOffset: now - Date.now() / 1000,
  }
  const closed = needsSecondFactor ? person.studios : closedStudios(applicable, address)
  const open = closed.length ? await withoutStudios(db, person, closed) : person
  return narrowToScope(callerFrom(open))
}

const closedStudios = (restrictions: Restriction[], address: string): string[] =>
  restrictions
    .filter(
      ({ refused, needsSecondFactor, networks }) =>
        refused ||
        needsSecondFactor ||
        (networks?.length && !networks.some((network) => isInNetwork(address, network))),
    )
    .map(({ studio }) => studio)

/** Also drops the groups that belong only to these studios. */
async function withoutStudios(
  db: Db,
  person: StoredCaller,
  closed: string[],
): Promise<StoredCaller> {
  const { rows } = await sql<{ id: string }>`
    select g.id from people_group g where g.id = any (${person.groups})
      and (not exists (select from group_studio where group_id = g.id) or exists (
        select from group_studio where group_id = g.id and not studio_id = any (${closed})))`.execute(
    db,
  )
  const isOpen = (studio: string) => !closed.includes(studio)
  return {
    ...person,
    memberships: person.memberships.filter(({ studio }) => isOpen(studio)),
    studios: person.studios.filter(isOpen),
    groups: rows.map(({ id }) => id),
  }
}

export type Account = {
  id: string
  email: string
  name: string
  studios: string[]
  passwordHash: string | null
  /** Two-factor codes are set up. */
  hasCodes: boolean
  hasPasskey: boolean
  requiresTwoFactor: boolean
  /** Every studio of the account requires its provider, so a password gives access to nothing. */
  ssoRequired: boolean
}

/** An active account. Two-factor is enforced for one person, or by a studio for all its people. */
export const findAccount = (db: Db, email: string): Promise<Account | undefined> =>
  readAccount(db, sql`p.email = ${email}`)

export const findAccountOf = (db: Db, person: string): Promise<Account | undefined> =>
  readAccount(db, sql`p.id = ${person}`)

async function readAccount(db: Db, condition: Sql): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select p.id, p.email, p.name, viewer.studios, p.password_hash as "passwordHash",
      tf.confirmed_at is not null as "hasCodes",
      exists (select from passkey where passkey.person_id = p.id) as "hasPasskey",
      p.enforced_2fa or exists (
        select from studio s
        where s.id = any (viewer.studios)
          and (s.settings ->> 'requireTwoFactor')::boolean) as "requiresTwoFactor",
      not viewer.is_admin and cardinality(viewer.studios) > 0 and not exists (
        select from membership m
        where m.person_id = p.id and not ${requiresSso(sql`p.email`)}) as "ssoRequired"
    from person p join viewer on viewer.id = p.id left join twofactor tf on tf.person_id = p.id
    where ${condition} and viewer.active`.execute(db)
  return rows[0]
}

export const listTokens = (db: Db, person: Caller, range: Range): Promise<Page<Token>> =>
  listPage(db, range, {
    columns: sql`t.id as "_id", t.name, seconds(t.created_at) as created,
      seconds(t.used_at) as used, seconds(t.expires_at) as expires,
      t.id = ${person.token} as current, t.second_factor as "twofactorVerified",
      ${scopeColumn} as scope, extract(epoch from t.idle_timeout)::int as "idleTimeout",
      t.agent, t.network`,
    from: sql`token t`,
    where: sql`t.person_id = ${person._id} and ${isLive}`,
    order: desc(sql`t.created_at`, sql`t.id`),
    key: sql`t.id`,
  })

/** The studio of a project or studio that the caller can see. */
export async function findScopeStudio(
  db: Db,
  caller: Caller,
  { studio, project }: { studio: string | null; project: string | null },
): Promise<string | undefined> {
  const viewer = viewerOf(caller)
  const { rows } = await sql<{ id: string }>`
    ${
      project === null
        ? sql`select s.id from studio s where s.id = ${studio} and ${seesStudio(viewer, sql`s.id`)}`
        : sql`select p.studio_id as id from project p
            where p.id = ${project} and ${seesProject(viewer)}`
    }`.execute(db)
  return rows[0]?.id
}

/** Where a token is used. A session of the web app has a lifetime; other tokens do not. */
export type Device = {
  agent: string | null
  network: string
  lifetime: { idleHours: number; maxDays: number } | null
}

const MAX_TOKENS = 50

export async function insertToken(
  tx: Tx,
  token: {
    person: string
    digest: string
    name?: string
    secondFactor: boolean
    expires?: number | null
    device?: Device
    scope?: Scope | null
    /**
     * The token that creates this one. A new token acts in no more studios, and only a sign-in
     * proves who the person is.
     */
    createdBy?: string
    /** Whether the sign-in counts as a proof of identity for changes of the account. */
    isVerified?: boolean
  },
) {
  // One at a time per person: concurrent sign-ins would not count each other's tokens below.
  await sql`select from person where id = ${token.person} for no key update`.execute(tx)
  const lifetime = token.device?.lifetime
  const isVerified = token.isVerified ?? token.createdBy === undefined
  const { rows } = await sql<{ id: string; created: number; expires: number | null }>`
    insert into token (
      person_id, digest, name, second_factor, expires_at, idle_timeout, agent, network,
      scope_access, scope_studio_id, scope_project_id, verified_at)
    values (
      ${token.person}, ${token.digest}, ${token.name ?? ''}, ${token.secondFactor},
      coalesce(now() + make_interval(days => ${lifetime?.maxDays ?? null}::int),
        to_timestamp(${token.expires ?? null}::float8)),
      make_interval(hours => ${lifetime?.idleHours ?? null}::int),
      ${token.device?.agent ?? null}, ${token.device?.network ?? null},
      ${token.scope?.access ?? null}, ${token.scope?.studio ?? null},
      ${token.scope?.project ?? null}, case when ${isVerified} then now() end)
    returning id, seconds(created_at) as created, seconds(expires_at) as expires`.execute(tx)
  if (token.createdBy !== undefined)
    await sql`
      insert into sso_session (token_id, studio_id, provider_id, identity_id, limited)
      select ${rows[0]!.id}, studio_id, provider_id, identity_id, limited from sso_session
      where token_id = ${token.createdBy}`.execute(tx)
  // Revoke the longest unused tokens, so that frequent sign-ins leave no pile of valid tokens. The
  // number of devices has its own limit.
  await sql`
    update token set revoked_at = now()
    where revoked_at is null and person_id = ${token.person} and id in (
      select id from token
      where person_id = ${token.person} and revoked_at is null and device_id is null
      order by used_at desc, id desc offset ${MAX_TOKENS})`.execute(tx)
  return rows[0]!
}
