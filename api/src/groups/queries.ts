import { seesPerson } from '../access/queries/people.ts'
import { seesStudio, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { StoredGroup } from './rules.ts'

/** Over `people_group g`: the viewer's own groups and those of their studios. */
export const seesGroup = (
  viewer: Viewer,
): Sql => sql`(${viewer.isAdmin} or g.id = any (${viewer.groups})
  or exists (select from group_studio gs where gs.group_id = g.id
    and ${seesStudio(viewer, sql`gs.studio_id`)}))`

const from = sql`people_group g`

/**
 * Omits studios the viewer does not see, and people who belong only to those. Addresses are visible
 * to members and managers.
 */
const fields = (viewer: Viewer): Sql => sql`g.id as "_id", g.name, g.type,
  array(select gs.studio_id from group_studio gs where gs.group_id = g.id
    and ${seesStudio(viewer, sql`gs.studio_id`)} order by gs.studio_id) as studios,
  array(select gp.person_id from group_person gp where gp.group_id = g.id
    and ${seesPerson(viewer, sql`gp.person_id`)} order by gp.person_id) as users,
  case when ${viewer.isAdmin} or g.id = any (${viewer.groups}) or exists (
    select from group_studio gs where gs.group_id = g.id
      and ${viewer.hasPermission(sql`gs.studio_id`, 'user.manage')}) then g.addresses
    else '[]' end as addresses`
const columns = (viewer: Viewer): Sql => sql`${fields(viewer)}, seconds(g.created_at) as created`

/**
 * The visible groups of a person as an array of GroupEmbedded. `person` is a column with a person's
 * id.
 */
export const groupsOf = (viewer: Viewer, person: Sql): Sql => sql`(
  select coalesce(json_agg(embedded order by embedded.name, embedded."_id"), '[]') from (
    select ${fields(viewer)} from ${from} join group_person belongs on belongs.group_id = g.id
    where belongs.person_id = ${person} and ${seesGroup(viewer)}) embedded)`

export const listGroups = (db: Db, viewer: Viewer, range: Range): Promise<Page<StoredGroup>> =>
  listPage(db, range, {
    columns: columns(viewer),
    from,
    where: seesGroup(viewer),
    order: asc(sql`g.name`, sql`g.id`),
    key: sql`g.id`,
  })

export async function getGroup(db: Db, viewer: Viewer, id: string): Promise<StoredGroup> {
  const group = await findOne<StoredGroup>(db, {
    columns: columns(viewer),
    from,
    where: sql`${seesGroup(viewer)} and g.id = ${id}`,
  })
  if (!group) throw notFound('group')
  return group
}

/** Whether the viewer has every studio of the group. A group without studios belongs to admins. */
export async function managesEntireGroup(db: Db, viewer: Viewer, id: string): Promise<boolean> {
  const { rows } = await sql<{ holds: boolean }>`
    select ${viewer.isAdmin}
      or coalesce(bool_and(${seesStudio(viewer, sql`gs.studio_id`)}), false) as holds
    from group_studio gs where gs.group_id = ${id}`.execute(db)
  return rows[0]!.holds
}

/** Settings refer to groups inside a JSON document, so no foreign key protects them. */
export async function isNamedInRules(db: Db, id: string): Promise<boolean> {
  const { rows } = await sql<{ isNamed: boolean }>`
    select exists (
      select from studio where jsonb_path_exists(settings,
        '$.assignment.rules[*] ? (@.vendor == $id)',
        jsonb_build_object('id', ${id}::text))) as "isNamed"`.execute(db)
  return rows[0]!.isNamed
}

/** Phases refer to groups inside a JSON document, so no foreign key protects them. */
export async function isNamedInPhases(db: Db, id: string): Promise<boolean> {
  const names = (definition: Sql) =>
    sql`jsonb_path_exists(${definition}, '$.phases.*.groups[*] ? (@.id == $id)',
      jsonb_build_object('id', ${id}::text))`
  const { rows } = await sql<{ isNamed: boolean }>`
    select exists (select from workflow where ${names(sql`definition`)})
      or exists (select from asset where definition is not null
        and ${names(sql`definition`)}) as "isNamed"`.execute(db)
  return rows[0]!.isNamed
}

/** The index of the first id that is not visible. */
export const findInvisiblePerson = (db: Db, viewer: Viewer, ids: string[]) =>
  firstUnseen(db, ids, sql`person`, seesPerson(viewer, sql`named.id`))
export const findInvisibleStudio = (db: Db, viewer: Viewer, ids: string[]) =>
  firstUnseen(db, ids, sql`studio`, seesStudio(viewer, sql`named.id`))

async function firstUnseen(
  db: Db,
  ids: string[],
  table: Sql,
  sees: Sql,
): Promise<number | undefined> {
  const { rows } = await sql<{ place: number }>`
    select named.place - 1 as place from unnest(${ids}::text[]) with ordinality as named (id, place)
    where not (${sees} and exists (select from ${table} record where record.id = named.id))
      order by named.place limit 1`.execute(db)
  return rows[0]?.place
}

/** All members, also those the caller does not see. */
export async function listMembers(tx: Tx, id: string): Promise<string[]> {
  const { rows } = await sql<{ person: string }>`
    select person_id as person from group_person where group_id = ${id}`.execute(tx)
  return rows.map(({ person }) => person)
}

export const lockGroup = (tx: Tx, id: string) =>
  sql`select from people_group where id = ${id} for update`.execute(tx)

/**
 * Removes entries that were visible and are no longer listed, and adds new ones. Entries the caller
 * cannot see stay.
 */
export async function saveStudios(
  tx: Tx,
  group: string,
  { visible, selected }: { visible: string[]; selected: string[] },
) {
  await sql`delete from group_studio where group_id = ${group}
    and studio_id = any (${visible}::text[]) and studio_id <> all (${selected}::text[])`.execute(tx)
  await sql`insert into group_studio (group_id, studio_id)
    select ${group}, unnest(${selected}::text[])
    on conflict do nothing`.execute(tx)
}

export async function saveUsers(
  tx: Tx,
  group: string,
  { visible, selected }: { visible: string[]; selected: string[] },
) {
  await sql`delete from group_person where group_id = ${group}
    and person_id = any (${visible}::text[]) and person_id <> all (${selected}::text[])`.execute(tx)
  await sql`insert into group_person (group_id, person_id)
    select ${group}, unnest(${selected}::text[])
    on conflict do nothing`.execute(tx)
}
