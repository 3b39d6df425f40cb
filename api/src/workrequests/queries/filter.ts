import type { Static } from 'typebox'
import { findIdsByText } from '../../access/queries/search.ts'
import { assetHasAddress, projectHasAddress } from '../../access/queries/slugs.ts'
import { type ZonedViewer, type Viewer } from '../../access/queries/visibility.ts'
import { between } from '../../kernel/db/between.ts'
import type { Db } from '../../kernel/db/connect.ts'
import { allOf, matches, matchesIdOrSlug } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { ListFilter } from '../contract/list.ts'

export type WorkRequestFilter = Partial<Static<typeof ListFilter>>

/** Over `work_request w` and `asset a`. */
export async function matchesFilter(
  db: Db,
  viewer: ZonedViewer,
  { q, ids, status, project, asset, territory, language, ...filter }: WorkRequestFilter,
): Promise<Sql> {
  const { from, vendor, assignee, due, created } = filter
  const conditions: Sql[] = [sql`true`]
  if (q) conditions.push(await hasText(db, q))
  if (ids) conditions.push(sql`w.id = any (${ids.split(',')})`)
  if (status) conditions.push(hasStatus(status.replaceAll('_', '-').split(',')))
  if (project)
    conditions.push(
      sql`w.project_id in (select id from project where ${projectHasAddress(project)})`,
    )
  if (asset) conditions.push(assetHasAddress(asset))
  if (territory) conditions.push(sql`w.territory = any (${territory.split(',')})`)
  if (language) conditions.push(sql`w.language = any (${language.split(',')})`)
  if (from) conditions.push(isFrom(viewer, from))
  if (vendor) conditions.push(hasVendor(viewer, vendor))
  if (assignee) conditions.push(hasAssignee(viewer, assignee))
  if (due) conditions.push(between(sql`w.due_at`, due, viewer.zone))
  if (created) conditions.push(between(sql`w.created_at`, created, viewer.zone))
  return allOf(...conditions)
}

/** Over `work_request w`. Open requests have indexes. PostgreSQL uses them only with this condition. */
export const isOpen = sql`w.status not in ('complete', 'cancelled')`

function hasStatus(statuses: string[]): Sql {
  const areOpen = !statuses.some((status) => status === 'complete' || status === 'cancelled')
  return sql`w.status = any (${statuses}) and ${areOpen ? isOpen : sql`true`}`
}

const isFrom = (viewer: Viewer, from: string): Sql =>
  from === 'me'
    ? sql`w.owner_id = ${viewer.id}`
    : sql`w.owner_id in (
        select id from person_summary where ${from.toLowerCase()} in (id, email))`

/** The ids of groups, `me` for the viewer's groups, or `none`. */
function hasVendor({ groups }: Viewer, vendor: string): Sql {
  if (vendor === 'none') return sql`w.vendor_id is null`
  return sql`w.vendor_id = any (${vendor === 'me' ? groups : vendor.split(',')})`
}

/** The ids of translators, `me` or `none`. */
function hasAssignee(viewer: Viewer, assignee: string): Sql {
  if (assignee === 'none') return sql`w.assignee_id is null`
  const people = assignee === 'me' ? sql`array[${viewer.id}]` : sql`${assignee.split(',')}::text[]`
  return sql`w.id in (
    select assigned.work_request_id from translation assigned
    where assigned.part is not null and assigned.translator_id = any (${people}))`
}

/** In the instructions, or in the name of the asset or the project. */
async function hasText(db: Db, q: string): Promise<Sql> {
  const ids = await findIdsByText(db, ['work_request', 'asset', 'project'], q)
  return ids
    ? sql`w.id = any (${ids.work_request}::text[]) or w.asset_id = any (${ids.asset}::text[])
        or w.project_id = any (${ids.project}::text[]) or ${matchesIdOrSlug(q, sql`w.id`)}`
    : sql`${matches(sql`a.name_folded`, q)}
        or ${matches(sql`w.instructions_folded`, q)}
        or w.project_id in (select id from project where ${matches(sql`name_folded`, q)})
        or ${matchesIdOrSlug(q, sql`w.id`)}`
}
