import {
  seesAsset,
  seesStudio,
  seesTranslation,
  seesVendorOfRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'

/**
 * Whether the viewer can see the text of `memory_unit m`. Imported units belong to the studio.
 * Units of an asset are visible to everybody who can see the translation or the asset, and to the
 * whole studio once the asset is released, but never while one of its files is under embargo. A
 * vendor does not see the units of another vendor.
 */
export const seesUnit = (viewer: Viewer): Sql => sql`(
  ${seesStudio(viewer, sql`m.studio_id`)} and (
    m.origin = 'import'
    or ${seesTranslationOf(viewer)}
    or exists (
      select from asset a
      where a.studio_id = m.studio_id and a.id = m.asset_id and ${isOfVisibleVendor(viewer)}
        and (a.terminal or ${seesAsset(viewer)})
        and (${viewer.hasPermission(sql`a.studio_id`, 'embargo.bypass')} or not exists (
          select from file f
          where f.studio_id = a.studio_id and f.asset_id = a.id and f.removed_at is null
            and embargoed(f.embargo_end, f.embargo_event, a.terminal)
        ))
    )
  )
)`

const isOfVisibleVendor = (viewer: Viewer): Sql => sql`exists (
  select from translation tr
    join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
  where tr.studio_id = m.studio_id and tr.id = m.translation_id
    and ${seesVendorOfRequest(viewer)}
)`

export const seesTranslationOf = (viewer: Viewer): Sql => sql`exists (
  select from translation tr
    join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
  where tr.studio_id = m.studio_id and tr.id = m.translation_id and ${seesTranslation(viewer)}
)`
