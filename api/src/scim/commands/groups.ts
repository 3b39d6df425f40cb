import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { getScimGroup } from '../queries/groups.ts'
import type { GroupChange } from '../rules/patch.ts'
import type { StoredScimGroup } from '../rules/resources.ts'
import { ScimError } from '../rules/scim-error.ts'

export async function createScimGroup(
  tx: Tx,
  studio: string,
  changes: GroupChange[],
): Promise<StoredScimGroup> {
  const { rows } = await sql<{ id: string }>`
    insert into people_group (name, type) values ('', 'sd') returning id`.execute(tx)
  const { id } = rows[0]!
  await sql`insert into group_studio (group_id, studio_id) values (${id}, ${studio})`.execute(tx)
  await sql`insert into scim_group (group_id, studio_id) values (${id}, ${studio})`.execute(tx)
  return changeScimGroup(tx, studio, { id, changes })
}

/** Only people of the studio become members, so no membership changes. */
export async function changeScimGroup(
  tx: Tx,
  studio: string,
  { id, changes }: { id: string; changes: GroupChange[] },
): Promise<StoredScimGroup> {
  await sql`select from people_group where id = ${id} for update`.execute(tx)
  const current = await getScimGroup(tx, studio, id)
  const members = new Set(current.members.map(({ value }) => value))
  for (const change of changes) {
    if (change.kind === 'rename') await rename(tx, id, change.name)
    else if (change.kind === 'externalId') await saveExternalId(tx, studio, id, change.value)
    else applyMembers(members, change)
  }
  await saveMembers(tx, studio, id, [...members])
  return getScimGroup(tx, studio, id)
}

export async function removeScimGroup(tx: Tx, studio: string, id: string) {
  const current = await getScimGroup(tx, studio, id)
  await sql`delete from people_group where id = ${id}`.execute(tx)
  return current
}

function applyMembers(
  members: Set<string>,
  { kind, members: ids }: Extract<GroupChange, { members: string[] }>,
) {
  if (kind === 'replace') members.clear()
  for (const id of ids)
    if (kind === 'remove') members.delete(id)
    else members.add(id)
}

async function rename(tx: Tx, id: string, name: unknown) {
  if (typeof name !== 'string' || name === '' || name.length > 300)
    throw new ScimError(400, 'displayName must be a text of 1 to 300 characters.', 'invalidValue')
  await sql`update people_group set name = ${name} where id = ${id}`.execute(tx)
}

async function saveExternalId(tx: Tx, studio: string, id: string, value: unknown) {
  if (value !== null && (typeof value !== 'string' || value.length > 300))
    throw new ScimError(400, 'externalId must be a text.', 'invalidValue')
  await sql`insert into scim_group (studio_id, group_id, external_id)
    values (${studio}, ${id}, ${value})
    on conflict (group_id) do update set external_id = excluded.external_id`.execute(tx)
}

async function saveMembers(tx: Tx, studio: string, id: string, members: string[]) {
  await sql`delete from group_person where group_id = ${id}
    and not person_id = any (${members})`.execute(tx)
  const { rows } = await sql`
    select from membership where studio_id = ${studio} and person_id = any (${members})`.execute(tx)
  if (rows.length !== members.length)
    throw new ScimError(400, 'Every member must be an active user of the studio.', 'invalidValue')
  await sql`insert into group_person (group_id, person_id)
    select ${id}, unnest(${members}::text[]) on conflict do nothing`.execute(tx)
}
