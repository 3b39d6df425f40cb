import { seesPerson } from '../access/queries/people.ts'
import { matchesIndexed } from '../access/queries/search.ts'
import { seesStudio, viewerOf, type Viewer } from '../access/queries/visibility.ts'
import { groupsOf } from '../groups/queries.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc, orderBy } from '../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { territoryJson } from '../territories/queries.ts'
import type { StoredMembership } from './rules/memberships.ts'
import { DEFAULT_PREFERENCES, type StoredUser } from './rules/user.ts'

/** Over `person p`: their memberships in studios of the viewer, as `m`. People see all their own. */
const visibleMemberships = (viewer: Viewer): Sql => sql`(
  select * from membership entry
  where entry.person_id = p.id and (${seesStudio(viewer, sql`entry.studio_id`)}
    or entry.limited and entry.person_id = ${viewer.id})) m`

/** Over `person p`: whether the viewer manages users in every studio of the person. */
const managesAccount = (viewer: Viewer): Sql => sql`(${viewer.isAdmin}
  or coalesce((
    select bool_and(${viewer.hasPermission(sql`entry.studio_id`, 'user.manage')})
    from person_studio entry where entry.person_id = p.id), false))`

/**
 * A person as `p`, with `visible` (their memberships) and `account` (whether the viewer sees their
 * private fields). Both are read once, because each use adds its policies to the plan.
 */
const personWith = (viewer: Viewer): Sql => sql`person p
  cross join lateral (
    select
      coalesce(json_agg(json_build_object('studio', m.studio_id, 'roles', m.roles,
        'permissions', m.permissions, 'territory', m.territory_id, 'groups', array(
          select gp.group_id from group_person gp join group_studio gs using (group_id)
          where gp.person_id = p.id and gs.studio_id = m.studio_id order by 1))
        order by m.studio_id), '[]') as memberships,
      coalesce(array_agg(m.studio_id order by m.studio_id) filter (where m.direct), '{}')
        as studios,
      (array_agg(m.territory_id order by m.studio_id) filter (where m.territory_id is not null))[1]
        as territory
    from ${visibleMemberships(viewer)}) visible
  cross join lateral (
    select p.id = ${viewer.id} or ${managesAccount(viewer)} as is_open) account`

/** Over `personWith`: the person's own grants and those of the visible memberships. */
const grants = (own: Sql, field: string): Sql => sql`array(
  select unnest(${own})
  union
  select json_array_elements_text(entry -> ${sql.lit(field)})
  from json_array_elements(visible.memberships) entry
  order by 1)`

/** All memberships of a person, also those in studios the caller does not see. */
export async function listMemberships(db: Db, person: string): Promise<StoredMembership[]> {
  const { rows } = await sql<StoredMembership>`
    select studio_id as studio, roles, permissions, territory_id as territory, direct
    from membership where person_id = ${person} order by studio_id`.execute(db)
  return rows
}

/** Private fields are shown to the person and to those who manage their account. Others see the defaults. */
const columns = (viewer: Viewer, tokenHasSecondFactor: boolean) => {
  const own = (column: Sql) => sql`case when account.is_open then ${column} else '[]'::jsonb end`
  return sql`
    p.id as "_id", p.email as "emailNormal", p.name,
    json_build_object('invited', p.invited, 'approved', p.approved, 'registered', p.registered,
      'confirmed', p.confirmed) as status,
    ${grants(sql`p.roles`, 'roles')} as roles,
    ${grants(sql`p.permissions`, 'permissions')} as permissions,
    p.flags,
    ${own(sql`p.queue`)} as queue, ${own(sql`p.order_queue`)} as "orderQueue",
      ${own(sql`p.share_queue`)} as "shareQueue",
    visible.studios, visible.memberships,
    p.id = ${viewer.id} and ${tokenHasSecondFactor} as "twofactorVerified",
      p.enforced_2fa as "hasEnforced2fa",
    ${territoryJson(sql`coalesce(p.territory_id, visible.territory)`)} as territory,
    ${groupsOf(viewer, sql`p.id`)} as groups,
    case when account.is_open then p.preferences
      else ${JSON.stringify(DEFAULT_PREFERENCES)}::jsonb end as preferences,
    case when p.id = ${viewer.id} then (
      select t.agent from token t
      where t.person_id = p.id and t.revoked_at is null and t.name = '' and t.agent is not null
      order by t.created_at desc limit 1) end as agent,
    seconds(p.created_at) as created`
}

/**
 * Over `person_list p`, as `seesPerson`. The view has no policy of its own, so this reads tables that
 * have one (docs/decisions/0008).
 */
const isListed = (viewer: Viewer): Sql => sql`(
  ${viewer.isAdmin} and exists (select from person anyone where anyone.id = p.id)
  or p.id = ${viewer.id}
  or p.id in (
    select entry.person_id from membership entry where ${seesStudio(viewer, sql`entry.studio_id`)}))`

/** The viewer, and whether their token used a second factor. */
export type UserReader = { viewer: Viewer; secondFactor: boolean }
export const userReaderOf = (person: Caller): UserReader => ({
  viewer: viewerOf(person),
  secondFactor: person.secondFactor,
})

/** Lists the caller first if requested, then the others by name. Disabled people are omitted. */
export function listUsers(
  db: Db,
  { viewer, secondFactor }: UserReader,
  range: Range,
  filter: { callerFirst?: boolean; q?: string; role?: string; studio?: string; order?: string },
): Promise<Page<StoredUser>> {
  const byField = orderBy(
    filter.order,
    { name: sql`p.name`, created: sql`p.created_at`, email: sql`p.email` },
    'name',
    sql`p.id`,
  )
  return listPage(db, range, {
    columns: columns(viewer, secondFactor),
    from: sql`person_list p`,
    records: personWith(viewer),
    key: sql`p.id`,
    sees: isListed(viewer),
    where: allOf(
      filter.q
        ? sql`${matchesIndexed(sql`p.name_folded`, filter.q)}
            or ${matchesIndexed(sql`p.email`, filter.q)}`
        : sql`true`,
      filter.role
        ? sql`${filter.role} = any (p.roles) or exists (
            select from ${visibleMemberships(viewer)} where ${filter.role} = any (m.roles))`
        : sql`true`,
      filter.studio
        ? sql`exists (select from ${visibleMemberships(viewer)}
            join studio s on s.id = m.studio_id where ${filter.studio} in (s.id, s.slug))`
        : sql`true`,
    ),
    order: filter.callerFirst ? [...asc(sql`p.id <> ${viewer.id}`), ...byField] : byField,
  })
}

export const getUser = (db: Db, looker: UserReader, id: string): Promise<StoredUser> =>
  readUser(db, looker, sql`p.id = ${id} and ${seesPerson(looker.viewer, sql`p.id`)}`)

/** Returns the person even if the change made them invisible to the caller. */
export const getUserAfterChange = (tx: Tx, looker: UserReader, id: string): Promise<StoredUser> =>
  readUser(tx, looker, sql`p.id = ${id}`)

async function readUser(
  db: Db,
  { viewer, secondFactor }: UserReader,
  where: Sql,
): Promise<StoredUser> {
  const user = await findOne<StoredUser>(db, {
    columns: columns(viewer, secondFactor),
    from: personWith(viewer),
    where,
  })
  if (!user) throw notFound('user')
  return user
}

export const lockUser = (tx: Tx, id: string) =>
  sql`select from person where id = ${id} for update`.execute(tx)

export async function passwordHashOf(db: Db, id: string): Promise<string | null> {
  const { rows } = await sql<{
    password_hash: string | null
  }>`select password_hash from person where id = ${id}`.execute(db)
  const person = rows[0]
  return person?.password_hash ?? null
}

/**
 * A person as embedded in other records (`from`, `translator`, `history[].user`), with their groups
 * in the studio of that record.
 */
export const summaryJson = (id: Sql, studio: Sql): Sql => sql`(
  select json_build_object('_id', sp.id, 'name', sp.name, 'emailNormal', sp.email,
    'groups', coalesce(own.groups, '[]'))
  from person_summary sp cross join lateral (
    select json_agg(json_build_object('_id', sg.id, 'name', sg.name) order by sg.name, sg.id)
      as groups
    from group_person sgp join people_group sg on sg.id = sgp.group_id
      join group_studio sgs on sgs.group_id = sg.id
    where sgp.person_id = sp.id and sgs.studio_id = ${studio}) own
  where sp.id = ${id})`
