import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden } from '../../kernel/http/contract/problem.ts'
import { missingForGrant } from '../rules.ts'

export type Grant = { roles: string[]; permissions: string[]; territory: string | null }

/**
 * Groups make their members members of their studios. Adds missing memberships and removes those
 * that no group supports any more. A new one gets `grant`, or what the person already has in the
 * studios of the caller.
 */
export async function syncGroupMemberships(
  tx: Tx,
  { people, by, grant }: { people: string[]; by: Caller; grant?: Grant },
): Promise<void> {
  await sql`
    delete from membership m
    where m.person_id = any (${people}::text[]) and not m.direct and not exists (
      select from group_person gp join group_studio gs using (group_id)
      where gp.person_id = m.person_id and gs.studio_id = m.studio_id)`.execute(tx)
  for (const missing of await findMissing(tx, people, by)) {
    const { person, studio, roles, permissions, territory } = { ...missing, ...grant }
    const beyond = missingForGrant(callerIn(by, studio), { roles, permissions })
    if (beyond.length)
      throw forbidden(
        'grant.forbidden',
        `You cannot grant what you do not have: ${beyond.join(', ')}.`,
      )
    await sql`
      insert into membership (person_id, studio_id, roles, permissions, territory_id, direct)
      values (${person}, ${studio}, ${roles}, ${permissions}, ${territory}, false)`.execute(tx)
  }
}

type MissingMembership = Grant & { person: string; studio: string }

async function findMissing(tx: Tx, people: string[], by: Caller): Promise<MissingMembership[]> {
  const { rows } = await sql<MissingMembership>`
    with missing as (
      select distinct gp.person_id, gs.studio_id
      from group_person gp join group_studio gs using (group_id)
      where gp.person_id = any (${people}::text[]) and not exists (
        select from membership m
        where m.person_id = gp.person_id and m.studio_id = gs.studio_id))
    select p.id as person, missing.studio_id as studio,
      array(
        select unnest(array_remove(p.roles, 'admin'))
        union select unnest(m.roles) from membership m where ${knownTo(by)}) as roles,
      array(
        select unnest(p.permissions)
        union select unnest(m.permissions) from membership m where ${knownTo(by)}) as permissions,
      coalesce(p.territory_id, (
        select m.territory_id from membership m
        where ${knownTo(by)} and m.territory_id is not null
        order by m.studio_id limit 1)) as territory
    from missing join person p on p.id = missing.person_id
    order by p.id, missing.studio_id`.execute(tx)
  return rows
}

/** Over `membership m` and `person p`. */
const knownTo = (by: Caller) => sql`(
  m.person_id = p.id and (${by.isAdmin} or m.studio_id = any (${by.studios}::text[])))`
