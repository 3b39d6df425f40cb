// Totals of work requests from stored counts (docs/decisions/0091).
import { sql, type RawBuilder } from 'kysely'
import { storedTotal, sumOfCounts } from '../../access/queries/totals.ts'
import { isOfVendor, type Viewer } from '../../access/queries/visibility.ts'
import { allOf } from '../../kernel/db/page.ts'

type Sql = RawBuilder<unknown>
type CountedFilter = { status?: string; territory?: string; order?: string }

export const statusesOf = (status: string): string[] => status.replaceAll('_', '-').split(',')

/**
 * Undefined if the rows must be counted: for filters other than these, and for viewers whose
 * visibility is not a matter of studios, territories and vendors.
 */
export function totalOfRequests(viewer: Viewer, filter: CountedFilter): Sql | undefined {
  const { order: _order, status, territory, ...others } = filter
  if (Object.keys(others).length > 0) return undefined
  const matchesFilter = (row: Sql) =>
    allOf(
      status ? sql`${row}.status = any (${statusesOf(status)})` : sql`true`,
      territory ? sql`${row}.territory = any (${territory.split(',')})` : sql`true`,
    )
  return (
    storedTotal(viewer, 'work_request', matchesFilter(sql`c`)) ?? totalByRole(viewer, matchesFilter)
  )
}

/**
 * The requests that a role shows, and the viewer's own requests that it does not show. The
 * conditions are those of `seesWorkRequest`.
 */
function totalByRole(viewer: Viewer, matchesFilter: (row: Sql) => Sql): Sql | undefined {
  const sum = (counted: Sql, shown: Sql): Sql => sql`(
    ${sumOfCounts('work_request', sql`${counted} and ${matchesFilter(sql`c`)}`)} + (
      select count(*) from work_request w
      where w.owner_id = ${viewer.id} and w.studio_id = any (${viewer.studios})
        and (${shown}) is not true and ${matchesFilter(sql`w`)}))`
  if (viewer.onlyRole === 'territory')
    return sum(
      viewer.isOfTerritory(sql`c.studio_id`, sql`c.territory`),
      viewer.isOfTerritory(sql`w.studio_id`, sql`w.territory`),
    )
  if (viewer.onlyRole === 'vendor')
    return sum(
      sql`c.studio_id = any (${viewer.studios}) and c.offered
        and (c.vendor_id = '' or c.vendor_id = any (${viewer.groups}))`,
      sql`w.submitted_at is not null and ${isOfVendor(viewer)}`,
    )
  return undefined
}
