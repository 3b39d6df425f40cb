import { sql } from 'kysely'
import { permissionsOf } from '../access/rules.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { listPage, recordStatement } from '../kernel/db/page.ts'
import { SINGLE_SHAPE, param, prepared } from '../kernel/db/prepared.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { Token } from './contract.ts'

type Row = Omit<Caller, 'permissions'> & { permissions: string[]; stale: boolean }

const columns = sql`
  viewer.id as "_id", viewer.name, viewer.email, viewer.roles, viewer.permissions, viewer.studios,
    viewer.groups, viewer.territory,
  t.id as token, t.second_factor as "secondFactor",
    t.used_at < now() - interval '1 minute' as stale`
const from = sql`token t join viewer on viewer.id = t.person_id`
const valid = sql`t.revoked_at is null and (t.expires_at is null or t.expires_at > now())
  and viewer.active`

const byToken = prepared(() =>
  recordStatement<Row>({
    columns,
    from,
    where: sql`${valid} and t.digest = ${param('digest')} and viewer.email = ${param('email')}`,
  }),
)
const byLink = prepared(() =>
  recordStatement<Row>({
    columns,
    from,
    where: sql`${valid} and t.id = ${param('token')} and t.person_id = ${param('person')}`,
  }),
)

/**
 * One indexed look-up a request. There is no cache, so a revoked token is dead at once, on every
 * node.
 */
export const findCallerByToken = async (db: Db, email: string, digest: string) =>
  callerFrom(db, await byToken(db, SINGLE_SHAPE, { email, digest }))

export const findCallerByLink = async (db: Db, person: string, token: string) =>
  callerFrom(db, await byLink(db, SINGLE_SHAPE, { person, token }))

async function callerFrom(db: Db, [row]: { record: Row }[]): Promise<Caller | undefined> {
  if (!row) return undefined
  const { permissions, stale, ...person } = row.record
  if (stale) await sql`update token set used_at = now() where id = ${person.token}`.execute(db)
  return { ...person, permissions: permissionsOf(person.roles, permissions) }
}

export type Account = {
  id: string
  email: string
  name: string
  studios: string[]
  passwordHash: string | null
  enrolled: boolean
  enforced: boolean
}

/** An active account. Two-factor is enforced for one person, or by a studio for all its people. */
export async function findAccount(db: Db, email: string): Promise<Account | undefined> {
  const { rows } = await sql<Account>`
    select p.id, p.email, p.name, viewer.studios, p.password_hash as "passwordHash",
      tf.confirmed_at is not null as enrolled,
      p.enforced_2fa or exists (
        select from studio s
        where s.id = any (viewer.studios)
          and (s.settings ->> 'requireTwoFactor')::boolean) as enforced
    from person p join viewer on viewer.id = p.id left join twofactor tf on tf.person_id = p.id
    where p.email = ${email} and viewer.active`.execute(db)
  return rows[0]
}

export const listTokens = (db: Db, person: Caller, range: Range): Promise<Page<Token>> =>
  listPage(db, range, {
    columns: sql`t.id as "_id", t.name, seconds(t.created_at) as created,
      seconds(t.used_at) as used, seconds(t.expires_at) as expires,
      t.id = ${person.token} as current, t.second_factor as "twofactorVerified"`,
    from: sql`token t`,
    where: sql`t.person_id = ${person._id} and t.revoked_at is null
      and (t.expires_at is null or t.expires_at > now())`,
    order: sql`t.created_at desc, t.id desc`,
    key: sql`t.id`,
  })

const MAX_TOKENS = 50

export async function insertToken(
  tx: Tx,
  token: {
    person: string
    digest: string
    name?: string
    secondFactor: boolean
    expires?: number | null
  },
) {
  const { rows } = await sql<{ id: string; created: number; expires: number | null }>`
    insert into token (person_id, digest, name, second_factor, expires_at)
    values (
      ${token.person}, ${token.digest}, ${token.name ?? ''}, ${token.secondFactor},
      to_timestamp(${token.expires ?? null}::float8))
    returning id, seconds(created_at) as created, seconds(expires_at) as expires`.execute(tx)
  // Revoke the longest unused tokens, so that frequent sign-ins leave no pile of valid tokens.
  await sql`
    update token set revoked_at = now()
    where revoked_at is null and person_id = ${token.person} and id in (
      select id from token where person_id = ${token.person} and revoked_at is null
      order by used_at desc, id desc offset ${MAX_TOKENS})`.execute(tx)
  return rows[0]!
}
