import { seesWorkRequest, type ZonedViewer } from '../../access/queries/visibility.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { orderBy } from '../../kernel/db/order.ts'
import { allOf, listKeys } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { Page, Range } from '../../kernel/http/contract/range.ts'
import type { RequestGroup, RequestGrouping } from '../contract.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { assembleWorkRequests } from './assemble.ts'
import { matchesFilter, type WorkRequestFilter } from './filter.ts'
import { groupKeys, sortKeys, tablesOf, withDue } from './sort-keys.ts'

export async function listWorkRequests(
  db: Db,
  viewer: ZonedViewer,
  range: Range,
  { order, ...filter }: WorkRequestFilter & { order?: string },
): Promise<Page<StoredWorkRequest>> {
  const { items: ids, ...page } = await listKeys(db, range, {
    from: listFrom(filter, order),
    key: sql`w.id`,
    studios: viewer.studioIds,
    studio: viewer.hasSeveralStudios && !viewer.seesFewRequests ? sql`w.studio_id` : undefined,
    where: allOf(seesWorkRequest(viewer), await matchesFilter(db, viewer, filter)),
    order: orderBy(withDue(order), sortKeys, '-created', sql`w.id`),
  })
  return { ...page, items: await assembleWorkRequests(db, viewer, ids) }
}

/** Other tables only if something compares their names: many requests are walked. */
const listFrom = ({ q, asset }: WorkRequestFilter, order = ''): Sql =>
  tablesOf([
    ...order.split(',').map((key) => key.replace('-', '')),
    ...(q !== undefined || asset !== undefined ? ['asset'] : []),
  ])

/** More groups than this are of no use to a reader. */
const MAX_GROUPS = 500

/** Counts the listed requests, in the order of a list that is sorted by the same field. */
export async function groupWorkRequests(
  db: Db,
  viewer: ZonedViewer,
  { by, ...filter }: WorkRequestFilter & { by: RequestGrouping },
): Promise<RequestGroup[]> {
  const { name, order, value, ofValue = sql`v.value` } = groupKeys(viewer.zone)[by]
  const counted = sql`
    select ${ofValue} as value, sum(v.count) as count
    from (
      select ${value} as value, count(*) as count from ${listFrom(filter)}
      where ${seesWorkRequest(viewer)} and ${await matchesFilter(db, viewer, filter)}
      group by 1) v
    group by 1`
  const { rows } = await sql<RequestGroup>`
    select g.value, coalesce(g.name, g.value, '') as name, g.count::int as count
    from (select g.value, g.count, ${name} as name from (${counted}) g offset 0) g
    order by ${order}, g.value limit ${MAX_GROUPS}`.execute(db)
  return rows
}
