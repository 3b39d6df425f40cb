import { sql } from 'kysely'
import { missingForGrant } from '../../access/rules.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { forbidden, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'

type Placed = { _id: string; studios: string[]; groups: { _id: string }[] }

/** Sets the studios of a person. Studios the grantor cannot see stay unchanged. */
export async function assignStudios(tx: Tx, person: Placed, wanted: string[], by: Caller) {
  const added = wanted.filter((studio) => !person.studios.includes(studio))
  const missing = missingForGrant(by, { studios: added })
  if (missing.length) throw unknownReference('/studios', 'studio')
  const { rows } = await sql`select from studio where id = any (${added})`.execute(tx)
  if (rows.length !== new Set(added).size) throw unknownReference('/studios', 'studio')
  const removed = person.studios.filter((studio) => !wanted.includes(studio))
  await sql`delete from person_studio where person_id = ${person._id}
    and studio_id = any (${removed})`.execute(tx)
  await sql`insert into person_studio (person_id, studio_id)
    select ${person._id}, unnest(${added}::text[]) on conflict do nothing`.execute(tx)
}

/**
 * Sets the groups of a person. Groups give access to their studios, so the grantor must have all of
 * them.
 */
export async function assignGroups(tx: Tx, person: Placed, wanted: string[], by: Caller) {
  const held = person.groups.map((group) => group._id)
  const added = wanted.filter((group) => !held.includes(group))
  const removed = held.filter((group) => !wanted.includes(group))
  const { rows } = await sql<Group>`
    select g.id, g.type, array(select studio_id from group_studio where group_id = g.id) as studios
    from people_group g where g.id = any (${[...added, ...removed]})`.execute(tx)
  if (added.some((group) => !rows.some((row) => row.id === group && seesGroup(by, row))))
    throw unknownReference('/groups', 'group')
  if (!rows.every((row) => decidesAbout(by, row)))
    throw forbidden(
      'grant.beyond-yours',
      'You do not have all studios of this group. Ask an admin.',
    )
  await sql`delete from group_person where person_id = ${person._id}
    and group_id = any (${removed})`.execute(tx)
  await sql`insert into group_person (person_id, group_id)
    select ${person._id}, unnest(${added}::text[]) on conflict do nothing`.execute(tx)
}

type Group = { id: string; type: string; studios: string[] }

const seesGroup = (by: Caller, group: Group): boolean =>
  by.roles.includes('admin') ||
  by.groups.includes(group.id) ||
  group.studios.some((studio) => by.studios.includes(studio))

const decidesAbout = (by: Caller, { type, studios }: Group): boolean =>
  by.roles.includes('admin') ||
  (type !== 'a' && studios.length > 0 && missingForGrant(by, { studios }).length === 0)

export async function resolveTerritory(
  tx: Tx,
  ref: Ref | null | undefined,
): Promise<string | null> {
  if (!ref) return null
  const found = await tx
    .selectFrom('territory')
    .select('id')
    .where('id', '=', idOf(ref))
    .executeTakeFirst()
  if (!found) throw unknownReference('/territory', 'territory')
  return found.id
}
