// Totals of work requests from stored counts (docs/decisions/0091).
import { sql, type RawBuilder } from 'kysely'
import {
  ownNotShown,
  shownByRole,
  storedTotal,
  storedTotalByRequest,
} from '../../access/queries/totals.ts'
import type { Viewer } from '../../access/queries/visibility.ts'
import { allOf } from '../../kernel/db/page.ts'

type Sql = RawBuilder<unknown>
/** `value` is over `row_count c`. */
export type CountedGroup = { kind: 'work_request' | 'project_request'; value: Sql }
type CountedFilter = { status?: string; territory?: string; order?: string }

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
  const matchesFilter = countedFilter(filter)
  if (!matchesFilter) return undefined
  return (
    storedTotal(viewer, 'work_request', matchesFilter(sql`c`)) ??
    storedTotalByRequest(viewer, 'work_request', {
      matches: matchesFilter(sql`c`),
      ownRows: (isOwn) => sql`work_request w
        where ${isOwn} and ${matchesFilter(sql`w`)}
          and ${areOpen(statusesOf(filter.status ?? '')) ? isOpen : sql`true`}`,
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
  const matchesFilter = countedFilter(filter)
  if (!group || !matchesFilter || !hasColumns(group.counted, viewer, filter)) return undefined
  const { kind, value } = group.counted
  const counts = (condition: Sql): Sql => sql`
    select ${value} as value, sum(c.total) as count from row_count c
    where c.kind = ${kind} and ${condition} and ${matchesFilter(sql`c`)}
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
        select ${group.own}, count(*) from work_request w
        where ${ownNotShown(viewer, shown)} and ${matchesFilter(sql`w`)} group by 1) counted
      group by 1`
  )
}

/** The counts of projects have neither status nor territory. */
const hasColumns = ({ kind }: CountedGroup, viewer: Viewer, filter: CountedFilter): boolean =>
  kind === 'work_request' ||
  (!filter.status && !filter.territory && viewer.onlyRole !== 'territory')

/** Undefined for filters by something that is not counted. */
function countedFilter(filter: CountedFilter): ((row: Sql) => Sql) | undefined {
  const { order: _order, status, territory, ...others } = filter
  if (Object.keys(others).length > 0) return undefined
  return (row) =>
    allOf(
      status ? sql`${row}.status = any (${statusesOf(status)})` : sql`true`,
      territory ? sql`${row}.territory = any (${territory.split(',')})` : sql`true`,
    )
}
