// Items of a playlist or a review session: a letter for the kind of record, and its id.
import {
  seesAsset,
  seesFile,
  seesPreview,
  seesWorkRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { previewFrom } from '../../previews/queries.ts'
import { offlineFrom, seesOffline } from './offlines.ts'

/** Whether the viewer may read the record of an item. The same conditions as reading it. */
export function seesItem(viewer: Viewer, item: Sql): Sql {
  const id = sql`substr(${item}, 2)`
  return sql`case left(${item}, 1)
    when 'w' then exists (
      select from work_request w where w.id = ${id} and ${seesWorkRequest(viewer)})
    when 'a' then exists (select from asset a where a.id = ${id} and ${seesAsset(viewer)})
    when 'p' then exists (select from ${previewFrom} where v.id = ${id} and ${seesPreview(viewer)})
    when 'o' then exists (select from ${offlineFrom} where o.id = ${id} and ${seesOffline(viewer)})
    when 'f' then exists (
      select from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      where f.id = ${id} and ${seesFile(viewer)})
    else false end`
}

/** Row-level security can hide records, so those that are seen count. */
export const seesItems = (viewer: Viewer, items: Sql): Sql => sql`(
  select count(*) filter (where ${seesItem(viewer, sql`item`)}) from unnest(${items}) item
) = cardinality(${items})`
