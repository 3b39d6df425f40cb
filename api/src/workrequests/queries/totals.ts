// Totals of work requests from stored counts (docs/decisions/0091).
import { sql, type RawBuilder } from 'kysely'
import {
  countedOwnRequests,
  isOfKinds,
  ownNotShown,
  shownByRole,
  storedTotal,
  storedTotalByRequest,
} from '../../access/queries/totals.ts'
import {
  countsOfAssigned,
  isTranslator,
  partsOfTranslator,
  totalOfTranslator,
} from '../../access/queries/assigned.ts'
import type { PreparedViewer, Viewer } from '../../access/queries/visibility.ts'
import { allOf } from '../../kernel/db/page.ts'

type Sql = RawBuilder<unknown>
type CountedKind = 'work_request' | 'project_request' | 'assignee_request'
/** `value` is over `row_count c`. */
export type CountedGroup = { kinds: readonly CountedKind[]; value: Sql }
type CountedFilter = {
  status?: string
  territory?: string
  language?: string
  vendor?: string
  assignee?: string
}

export const statusesOf = (status: string): string[] => status.replaceAll('_', '-').split(',')

/** Over `work_request w`. Open requests have indexes. PostgreSQL uses them only with this condition. */
export const isOpen = sql`w.status not in ('complete', 'cancelled')`
export const areOpen = (statuses: string[]): boolean =>
  statuses.length > 1 && !statuses.some((status) => status === 'complete' || status === 'cancelled')

/**
 * Undefined if the rows must be counted: for filters other than these, and for viewers whose
 * visibility is not a matter of studios, territories and vendors.
 */
export function totalOfRequests(viewer: Viewer, filter: CountedFilter): Sql | undefined {
  if (isTranslator(viewer))
    return Object.keys(filter).length === 0 ? totalOfTranslator(viewer) : undefined
  const kinds: CountedKind[] = filter.assignee
    ? ['work_request', 'assignee_request']
    : ['work_request']
  const matches = countedFilter(viewer, filter)
  if (!matches || !haveColumns(kinds, viewer, filter)) return undefined
  return (
    storedTotal(viewer, kinds, matches.counts) ??
    storedTotalByRequest(viewer, kinds, {
      matches: matches.counts,
      own: (isOwn) => sql`select coalesce(sum(w.total), 0)::bigint
        from ${countedOwnRequests(viewer, 'requests')} where ${isOwn} and ${matches.requests}`,
    })
  )
}

/**
 * The number of requests for each value of a group. `counted` is over `row_count c`, `own` over
 * `work_request w`, for the viewer's own requests that their role does not show.
 */
export function countedRequests(
  viewer: Viewer,
  filter: CountedFilter,
  group: { counted: CountedGroup; own: Sql } | undefined,
): Sql | undefined {
  if (isTranslator(viewer))
    return group?.counted.kinds.includes('assignee_request') && Object.keys(filter).length === 0
      ? assigneesOfTranslator(viewer)
      : undefined
  const matches = countedFilter(viewer, filter)
  if (!group || !matches || !haveColumns(group.counted.kinds, viewer, filter)) return undefined
  const { kinds, value } = group.counted
  const counts = (condition: Sql): Sql => sql`
    select ${value} as value, sum(c.total) as count from row_count c
    where ${isOfKinds(kinds)} and ${condition} and ${matches.counts}
    group by 1 having sum(c.total) > 0`
  const ofStudios = viewer.seesAllOf?.(sql`c.studio_id`)
  if (ofStudios) return counts(ofStudios)
  const shown = shownByRole(viewer)
  return (
    shown &&
    sql`
      select value, sum(count) as count from (
        ${counts(shown.counted)}
        union all
        select ${group.own}, sum(w.total) from ${
          kinds.includes('project_request') ? eachRequest : countedOwnRequests(viewer, 'requests')
        }
        where ${ownNotShown(viewer, shown)} and ${matches.requests} group by 1) counted
      group by 1`
  )
}

/** Own requests are not counted by project. */
const eachRequest = sql`(select *, 1 as total from work_request) w`

function assigneesOfTranslator(viewer: Viewer): Sql {
  const [, isOther] = partsOfTranslator(viewer)
  return sql`
    select ${viewer.id} as value, sum(c.total) as count from ${countsOfAssigned(viewer)}
    having sum(c.total) > 0
    union all
    select w.assignee_id, count(*) from work_request w where ${isOther!} group by 1`
}

/** Only the counts of all requests have the status and the language, and those of projects no territory. */
const haveColumns = (
  kinds: readonly CountedKind[],
  { onlyRole }: Viewer,
  { status, territory, language, assignee }: CountedFilter,
): boolean =>
  (kinds.every((kind) => kind === 'work_request') || (!status && !language)) &&
  (!kinds.includes('project_request') || (!territory && onlyRole !== 'territory')) &&
  (!assignee || kinds.includes('assignee_request'))

/** Over `row_count c`. The type of a request is its language. */
export const countedAssignee = sql`case c.kind when 'assignee_request' then nullif(c.type, '') end`

/** The same condition over `row_count c` and over `work_request w`. */
type CountedCondition = { counts: Sql; requests: Sql }

/** Undefined for filters by something that is not counted. */
function countedFilter(viewer: Viewer, filter: CountedFilter): CountedCondition | undefined {
  const { status, territory, language, vendor, assignee, ...others } = filter
  if (Object.keys(others).length > 0 || (assignee && assignee !== 'none')) return undefined
  const inBoth = (row: Sql) =>
    allOf(
      status ? sql`${row}.status = any (${statusesOf(status)})` : sql`true`,
      territory ? sql`${row}.territory = any (${territory.split(',')})` : sql`true`,
    )
  return {
    counts: allOf(
      inBoth(sql`c`),
      language ? sql`c.type = any (${language.split(',')})` : sql`true`,
      vendor
        ? isAssignedTo(viewer, vendor, { id: sql`c.vendor_id`, isNone: sql`c.vendor_id = ''` })
        : sql`true`,
      assignee ? sql`${countedAssignee} is null` : sql`true`,
    ),
    requests: allOf(
      inBoth(sql`w`),
      language ? sql`w.language = any (${language.split(',')})` : sql`true`,
      vendor ? isOfRequestedVendor(viewer, vendor) : sql`true`,
      assignee ? sql`w.assignee_id is null` : sql`true`,
    ),
  }
}

/** Over `work_request w`. The id of a group, `me` for the viewer's groups, or `none`. */
export const isOfRequestedVendor = (viewer: Viewer, vendor: string): Sql =>
  isAssignedTo(viewer, vendor, { id: sql`w.vendor_id`, isNone: sql`w.vendor_id is null` })

function isAssignedTo(
  { groups }: Viewer,
  vendor: string,
  { id, isNone }: { id: Sql; isNone: Sql },
): Sql {
  if (vendor === 'none') return isNone
  return vendor === 'me' ? sql`${id} = any (${groups})` : sql`${id} = any (${vendor.split(',')})`
}

/**
 * The number of requests due in each week, in the time zone of the viewer. Undefined with filters, and
 * for viewers who see other requests than those of their studios, territories or vendors.
 */
export function countedWeeks(viewer: PreparedViewer, filter: CountedFilter): Sql | undefined {
  if (Object.keys(filter).length > 0) return undefined
  if (viewer.seesAllOf)
    return weeksIn(viewer.zone, sql`studio s where ${viewer.seesAllOf(sql`s.id`)}`)
  const shown = shownByRole(viewer)
  if (!shown || !viewer.ofStudios) return undefined
  return sql`
    ${viewer.onlyRole === 'vendor' ? weeksOfVendor(viewer) : weeksOfTerritory(viewer)}
    union all
    select w.week, sum(w.total) from ${countedOwnRequests(viewer, 'weeks', viewer.zone)}
    where ${ownNotShown(viewer, shown)} group by 1`
}

/** The weeks of each row of `from`, with the studio `s` and a condition. */
const weeksIn = (zone: string, from: Sql, groups = sql`null`, territory = sql`null`): Sql => sql`
  select counted.week as value, counted.requests as count
  from (select s.id, ${territory} as territory from ${from} offset 0) s
  cross join lateral count_due_weeks(s.id, ${groups}, s.territory, ${zone}) counted`

const weeksOfVendor = ({ zone, ofStudios, groups }: PreparedViewer): Sql =>
  weeksIn(zone, sql`studio s where ${ofStudios!(sql`s.id`)}`, groups)

const weeksOfTerritory = ({ zone, ofStudios, isOfTerritory }: PreparedViewer): Sql =>
  weeksIn(
    zone,
    sql`studio s cross join territory t
      where ${ofStudios!(sql`s.id`)} and ${isOfTerritory(sql`s.id`, sql`t.code`)}`,
    sql`null`,
    sql`t.code`,
  )
