import type { Db } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import type { Comparison, Paging } from '../rules/filter.ts'
import type { StoredScimGroup } from '../rules/resources.ts'
import { ScimError } from '../rules/scim-error.ts'

export const GROUP_FILTERS = ['displayname', 'externalid', 'id'] as const

const from = sql`people_group g left join scim_group sg on sg.group_id = g.id`
/** A group of several studios is not the client's to change. */
const belongs = (studio: string) =>
  sql`array(select studio_id from group_studio where group_id = g.id) = array[${studio}]`
const columns = sql`g.id, sg.external_id as "externalId", g.name as "displayName",
  to_char(g.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created,
  (select coalesce(json_agg(json_build_object('value', p.id, 'display', p.name) order by p.name),
      '[]')
    from group_person gp join person p on p.id = gp.person_id where gp.group_id = g.id) as members`

function condition({ attribute, value }: Comparison) {
  const text = String(value)
  if (attribute === 'displayname') return sql`lower(g.name) = lower(${text})`
  return attribute === 'id' ? sql`g.id = ${text}` : sql`sg.external_id = ${text}`
}

export async function listScimGroups(
  db: Db,
  studio: string,
  { filter, startIndex, count }: Paging & { filter: Comparison[] },
): Promise<{ items: StoredScimGroup[]; total: number }> {
  const where = sql.join([belongs(studio), ...filter.map(condition)], sql` and `)
  const { rows } = await sql<{ items: StoredScimGroup[]; total: number }>`
    select (select count(*) from ${from} where ${where}) as total,
      coalesce((select json_agg(page) from (
        select ${columns} from ${from} where ${where}
        order by g.created_at, g.id offset ${startIndex - 1} limit ${count}) page), '[]')
      as items`.execute(db)
  return rows[0]!
}

export async function getScimGroup(db: Db, studio: string, id: string): Promise<StoredScimGroup> {
  const { items } = await listScimGroups(db, studio, {
    filter: [{ attribute: 'id', value: id }],
    startIndex: 1,
    count: 1,
  })
  if (!items[0]) throw new ScimError(404, `There is no group ${id}.`)
  return items[0]
}
