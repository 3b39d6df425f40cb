import { viewerOf } from '../access/queries/visibility.ts'
import type { Db } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { allOf, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import type { ListView } from './contract.ts'

/** Over `list_view v`. */
export const viewColumns = (by: Caller) => sql`
  v.id as "_id", v.studio_id as studio, v.list, v.name, v.query, v.shared,
  v.person_id = ${by._id} as own, seconds(v.created_at) as created`

/** The names of views can contain titles, so a vendor sees only those of its own people. */
export function listViews(
  db: Db,
  by: Caller,
  range: Range,
  { list }: { list?: ListView['list'] },
): Promise<Page<ListView>> {
  const viewer = viewerOf(by)
  const isShared = sql`(v.shared and v.studio_id = any (${viewer.studios}) and (
    v.territory is null and v.group_id is null
      and ${viewer.hasRole(sql`v.studio_id`, 'admin', 'studio')}
    or v.group_id = any (${viewer.groups})
    or ${viewer.isOfTerritory(sql`v.studio_id`, sql`v.territory`)}))`
  return listPage(db, range, {
    columns: viewColumns(by),
    from: sql`list_view v`,
    key: sql`v.id`,
    where: allOf(
      sql`v.person_id = ${by._id} or ${isShared}`,
      list ? sql`v.list = ${list}` : sql`true`,
    ),
    order: asc(sql`lower(v.name)`, sql`v.id`),
  })
}
