// The first pages of a list in the order of a group: the groups are walked in their order, each by due
// date, until the page is full (docs/decisions/0138).
import { sql, type RawBuilder } from 'kysely'
import { isTranslator, partsOfTranslator } from '../../access/queries/assigned.ts'
import { isOfKinds, NEAR } from '../../access/queries/totals.ts'
import { seesStudio, type Viewer } from '../../access/queries/visibility.ts'
import type { WithinEach } from '../../kernel/db/page.ts'
import type { Range } from '../../kernel/http/contract/range.ts'
import { STATUSES } from '../contract.ts'
import { countedGroups, groupKeys, positionOf, byName } from './sort-keys.ts'

type Sql = RawBuilder<unknown>
type Walk = { withinEach: WithinEach; sortKeys: Record<string, Sql> }
type Filter = { q?: string; asset?: string }
/**
 * `column` is over `work_request w`. `values` are all groups in which the viewer can see a request,
 * with their studio. `key` is over these rows `g`, and has the order of the list.
 */
type WalkedGroup = { column: Sql; values: (viewer: Viewer) => Sql; key: Sql; hasNone?: true }

/** Undefined for other orders, with filters, and far from the first row, where all rows are sorted. */
export function walkGroups(
  viewer: Viewer,
  range: Range,
  filter: Filter,
  order = '',
): Walk | undefined {
  if (range.last >= NEAR) return undefined
  if (/^-?due$/.test(order)) return walkStudios(viewer, filter)
  const [, descending, by] = /^(-?)([a-z]+),-?due$/.exec(order) ?? []
  const group = by && Object.hasOwn(GROUPS, by) ? GROUPS[by] : undefined
  if (!group || Object.keys(filter).length > 0 || viewer.isInvitedTo) return undefined
  if (isTranslator(viewer))
    return by === 'assignee' ? walkAssignees(viewer, group, descending) : undefined
  const inStudio = sql`w.studio_id = s.studio_id`
  return {
    withinEach: {
      table: sql`(
        select g.studio_id, g.value, ${group.key} as key from (${group.values(viewer)}) g
        order by key ${directionOf(descending)}) s`,
      conditions: [
        sql`${inStudio} and ${group.column} = s.value`,
        ...(group.hasNone
          ? [sql`${inStudio} and ${group.column} is null and s.value is null`]
          : []),
      ],
      alias: sql`w`,
    },
    sortKeys: { [by!]: sql`s.key` },
  }
}

const directionOf = (descending: string | undefined) => (descending ? sql`desc` : sql`asc`)

/** What is assigned to a translator is one group. The other requests that they see are few. */
function walkAssignees(viewer: Viewer, { key }: WalkedGroup, descending: string | undefined): Walk {
  const [isAssigned, isOther] = partsOfTranslator(viewer)
  return {
    withinEach: {
      table: sql`(
        select g.value, ${key} as key from (
          select ${viewer.id}::text as value
          union select w.assignee_id from work_request w where ${isOther!}) g
        order by key ${directionOf(descending)}) s`,
      conditions: [
        sql`${isAssigned!} and s.value = ${viewer.id}`,
        sql`${isOther!} and w.assignee_id is not distinct from s.value`,
      ],
      alias: sql`w`,
    },
    sortKeys: { assignee: sql`s.key` },
  }
}

/** The index by due date begins with the studio. */
const walkStudios = ({ seesAllOf }: Viewer, { q, asset }: Filter): Walk | undefined =>
  seesAllOf && q === undefined && asset === undefined
    ? {
        withinEach: {
          table: sql`(select s.id from studio s where ${seesAllOf(sql`s.id`)}) s`,
          conditions: [sql`w.studio_id = s.id`],
          alias: sql`w`,
        },
        sortKeys: {},
      }
    : undefined

const named = (by: 'project' | 'vendor' | 'assignee'): Sql =>
  byName(groupKeys('UTC')[by].name, sql`g.value`)

/**
 * The values that are counted, and none. Row-level security hides the counts of other vendors from
 * vendors, but not what they own.
 */
const countedValues =
  (by: 'territory' | 'vendor' | 'assignee', column: Sql) =>
  (viewer: Viewer): Sql =>
    sql`
    select c.studio_id, ${countedGroups[by]!.value} as value from row_count c
    where ${isOfKinds(countedGroups[by]!.kinds)} and ${seesStudio(viewer, sql`c.studio_id`)}
    group by 1, 2 having sum(c.total) > 0
    ${
      viewer.seesAllOf || viewer.onlyRole === 'territory'
        ? sql``
        : sql`
    union
    select w.studio_id, ${column} from work_request w
    where w.owner_id = ${viewer.id} and w.studio_id = any (${viewer.studios})`
    }`

/** Looks up the next language in the index, because there are few. */
const languagesOf = (viewer: Viewer): Sql => sql`
  select st.id as studio_id, spoken.value from studio st cross join lateral (
    with recursive one (value) as (
      select (select min(w.language) from work_request w where w.studio_id = st.id)
      union all
      select (
        select min(w.language) from work_request w
        where w.studio_id = st.id and w.language > one.value)
      from one where one.value is not null)
    select value from one where value is not null) spoken
  where ${seesStudio(viewer, sql`st.id`)}`

const GROUPS: Record<string, WalkedGroup> = {
  status: {
    column: sql`w.status`,
    values: (viewer) => sql`
      select st.id as studio_id, one.value
      from studio st cross join unnest(${STATUSES}::text[]) one (value)
      where ${seesStudio(viewer, sql`st.id`)}`,
    key: positionOf(sql`g.value`),
  },
  project: {
    column: sql`w.project_id`,
    values: (viewer) => sql`
      select p.studio_id, p.id as value from project p where ${seesStudio(viewer, sql`p.studio_id`)}`,
    key: named('project'),
  },
  territory: {
    column: sql`w.territory`,
    values: countedValues('territory', sql`w.territory`),
    key: sql`g.value`,
  },
  language: { column: sql`w.language`, values: languagesOf, key: sql`g.value` },
  vendor: {
    column: sql`w.vendor_id`,
    values: countedValues('vendor', sql`w.vendor_id`),
    key: named('vendor'),
    hasNone: true,
  },
  assignee: {
    column: sql`w.assignee_id`,
    values: countedValues('assignee', sql`w.assignee_id`),
    key: named('assignee'),
    hasNone: true,
  },
}
