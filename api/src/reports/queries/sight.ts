// Reports speak of what their reader sees, and with report.read of all that happens in their
// studios. Nothing else is counted.
import { sql, type RawBuilder } from 'kysely'
import {
  pastEmbargo,
  seesAsset,
  seesFile,
  seesStudio,
  seesWorkRequest,
  type Viewer,
} from '../../access/queries/sight.ts'
import { all } from '../../kernel/db/page.ts'
import type { Which } from '../contract.ts'

type Sql = RawBuilder<unknown>

const studioWide = (viewer: Viewer, studio: Sql): Sql =>
  sql`(${viewer.holds('report.read')} and ${seesStudio(viewer, studio)})`

/** Over `work_request w`. */
export const reportsRequest = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`w.studio_id`)} or ${seesWorkRequest(viewer)})`

/** Over `asset a`. */
export const reportsAsset = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`a.studio_id`)} or ${seesAsset(viewer)})`

/** Over `file f` and `asset a`. What is held back from the reader is held back from the report. */
export const reportsFile = (viewer: Viewer): Sql =>
  sql`(f.removed_at is null and ${pastEmbargo(viewer)} and (${studioWide(viewer, sql`f.studio_id`)} or ${seesFile(viewer)}))`

/** Over `work_request w`, as the query asks. */
export const chosen = ({ studio, project, territory }: Which): Sql =>
  all(
    studio ? sql`w.studio_id in (select id from studio where ${studio} in (id, slug))` : sql`true`,
    project
      ? sql`w.project_id in (select id from project where ${project} in (id, slug))`
      : sql`true`,
    territory ? sql`w.territory = any (${territory.split(',')})` : sql`true`,
  )
