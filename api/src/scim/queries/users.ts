import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Comparison, Paging } from '../rules/filter.ts'
import type { StoredScimUser } from '../rules/resources.ts'
import { ScimError } from '../rules/scim-error.ts'

/** The members of the studio, and people that the client deactivated. */
const from = (studio: string) => sql`person p
  left join membership m on m.person_id = p.id and m.studio_id = ${studio}
  left join scim_user su on su.person_id = p.id and su.studio_id = ${studio}`
const belongs = sql`(m.person_id is not null or su.person_id is not null)`
const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`

const columns = (studio: string) => sql`p.id, coalesce(su.user_name, p.email) as "userName",
  su.external_id as "externalId", p.name as "displayName", coalesce(su.name, '{}') as name,
  p.email, m.person_id is not null as active, coalesce(m.roles, su.roles, '{}') as roles,
  ${iso('p.created_at')} as created,
  ${sql`coalesce(${iso('su.changed_at')}, ${iso('p.created_at')})`} as changed,
  (select coalesce(json_agg(json_build_object('value', g.id, 'display', g.name) order by g.name),
      '[]')
    from group_person gp join people_group g on g.id = gp.group_id
    where gp.person_id = p.id
      and array(select studio_id from group_studio where group_id = g.id) = array[${studio}]
  ) as groups`

export const USER_FILTERS = [
  'username',
  'externalid',
  'id',
  'displayname',
  'emails.value',
  'emails',
  'active',
] as const

function condition({ attribute, value }: Comparison) {
  const text = String(value)
  switch (attribute) {
    case 'username':
      return sql`lower(coalesce(su.user_name, p.email)) = lower(${text})`
    case 'externalid':
      return sql`su.external_id = ${text}`
    case 'id':
      return sql`p.id = ${text}`
    case 'displayname':
      return sql`p.name = ${text}`
    case 'active':
      return sql`(m.person_id is not null) = ${text.toLowerCase() === 'true'}`
    default:
      return sql`p.email = lower(${text})`
  }
}

export async function listScimUsers(
  db: Db,
  studio: string,
  { filter, startIndex, count }: Paging & { filter: Comparison[] },
): Promise<{ items: StoredScimUser[]; total: number }> {
  const where = sql.join([belongs, ...filter.map(condition)], sql` and `)
  const { rows } = await sql<{ items: StoredScimUser[]; total: number }>`
    select (select count(*) from ${from(studio)} where ${where}) as total,
      coalesce((select json_agg(page) from (
        select ${columns(studio)} from ${from(studio)} where ${where}
        order by p.created_at, p.id offset ${startIndex - 1} limit ${count}) page), '[]')
      as items`.execute(db)
  return rows[0]!
}

export async function getScimUser(db: Db, studio: string, id: string): Promise<StoredScimUser> {
  const { items } = await listScimUsers(db, studio, {
    filter: [{ attribute: 'id', value: id }],
    startIndex: 1,
    count: 1,
  })
  if (!items[0]) throw new ScimError(404, `There is no user ${id}.`)
  return items[0]
}

export type ScimAccount = { id: string; isAdmin: boolean; studios: string[] }

export async function findAccountByEmail(tx: Tx, email: string): Promise<ScimAccount | undefined> {
  const { rows } = await sql<ScimAccount>`
    select viewer.id, viewer.is_admin as "isAdmin", viewer.studios from viewer
    where viewer.email = ${email}`.execute(tx)
  return rows[0]
}

export async function lockAccount(tx: Tx, id: string): Promise<ScimAccount> {
  await sql`select from person where id = ${id} for update`.execute(tx)
  const { rows } = await sql<ScimAccount>`
    select viewer.id, viewer.is_admin as "isAdmin", viewer.studios from viewer
    where viewer.id = ${id}`.execute(tx)
  return rows[0]!
}

/** The default roles of the provider with this domain; undefined if the domain is not verified. */
export async function findDomainRoles(
  tx: Tx,
  studio: string,
  domain: string,
): Promise<string[] | undefined> {
  const { rows } = await sql<{ roles: string[] }>`
    select ip.default_roles as roles
    from identity_domain d join identity_provider ip on ip.id = d.provider_id
    where ip.studio_id = ${studio} and d.domain = ${domain}
      and d.verified_at is not null`.execute(tx)
  return rows[0]?.roles
}
