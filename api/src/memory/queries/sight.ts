import { sql, type RawBuilder } from 'kysely'
import {
  seesAsset,
  seesStudio,
  seesTranslation,
  type Viewer,
} from '../../access/queries/visibility.ts'

type Sql = RawBuilder<unknown>

/**
 * Over `memory_unit m`: its text may be shown. What was imported belongs to the studio. A line of
 * an asset is shown to who could read it there
 * anyway, and beyond these to who sees the asset, or to all of the studio once the asset is
 * released; but never while a file of it is held back from them.
 */
export const seesUnit = (viewer: Viewer): Sql => sql`(${seesStudio(viewer, sql`m.studio_id`)} and (
  m.origin = 'import'
  or ${seesTranslationOf(viewer)}
  or exists (select from asset a where a.id = m.asset_id and (a.terminal or ${seesAsset(viewer)}) and (${viewer.hasPermission('embargo.bypass')} or not exists (
    select from file f where f.asset_id = a.id and f.removed_at is null and embargoed(f.embargo_end, f.embargo_event, a.terminal))))))`

export const seesTranslationOf = (viewer: Viewer): Sql => sql`exists (
  select from translation tr join work_request w on w.id = tr.work_request_id where tr.id = m.translation_id and ${seesTranslation(viewer)})`
