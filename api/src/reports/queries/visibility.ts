// Reports cover what the reader can see, and with report.read everything in their studios.
import { projectHasAddress } from '../../access/queries/slugs.ts'
import {
  hasStudioWide,
  notEmbargoed,
  seesAsset,
  seesFile,
  seesStudio,
  seesWorkRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { allOf } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import type { ReportFilter } from '../contract.ts'

const studioWide = (viewer: Viewer, studio: Sql): Sql =>
  hasStudioWide(viewer, studio, 'report.read')

/** Over `work_request w`. */
export const maySeeRequest = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`w.studio_id`)} or ${seesWorkRequest(viewer)})`

/**
 * Over rows with a studio and a request: those of the requests that the viewer may see and that match.
 * For somebody who sees all requests of a studio no request is read, so a year takes half the time.
 */
export function ofVisibleRequests(
  viewer: Viewer,
  { studio, project, territory }: ReportFilter,
  row: 'h' | 'o',
): Sql {
  const [studioId, request] = [sql.ref(`${row}.studio_id`), sql.ref(`${row}.work_request_id`)]
  const seesAll = viewer.seesAllOf?.(studioId) ?? studioWide(viewer, studioId)
  const matching = matchesFilter({ studio, project, territory })
  return sql`((${seesAll} or ${request} in (
      select w.id from work_request w where ${maySeeRequest(viewer)}))
    and ${
      studio || project || territory
        ? sql`${request} in (select w.id from work_request w where ${matching})`
        : sql`true`
    })`
}

/** Over `work_request_history h`. */
export const maySeeChange = (viewer: Viewer, filter: ReportFilter): Sql =>
  sql`(${seesStudio(viewer, sql`h.studio_id`)} and ${ofVisibleRequests(viewer, filter, 'h')})`

/** Over `asset a`. */
export const maySeeAsset = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`a.studio_id`)} or ${seesAsset(viewer)})`

/** Over `file f` and `asset a`. Embargoed files are left out. */
export const maySeeFile = (viewer: Viewer): Sql =>
  sql`(
    f.removed_at is null and ${notEmbargoed(viewer)}
    and (${studioWide(viewer, sql`f.studio_id`)} or ${seesFile(viewer)}))`

/** Over `work_request w`. */
export const matchesFilter = ({ studio, project, territory }: ReportFilter): Sql =>
  allOf(
    studio ? sql`w.studio_id in (select id from studio where ${studio} in (id, slug))` : sql`true`,
    project
      ? sql`w.project_id in (select id from project where ${projectHasAddress(project)})`
      : sql`true`,
    territory ? sql`w.territory = any (${territory.split(',')})` : sql`true`,
  )
