// Reports cover what the reader can see, and with report.read everything in their studios.
import { sql, type RawBuilder } from 'kysely'
import { projectHasAddress } from '../../access/queries/slugs.ts'
import {
  hasStudioWide,
  isOfVendor,
  isVendorOnly,
  notEmbargoed,
  seesAsset,
  seesFile,
  seesWorkRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { allOf } from '../../kernel/db/page.ts'
import type { ReportFilter } from '../contract.ts'

type Sql = RawBuilder<unknown>

const studioWide = (viewer: Viewer, studio: Sql): Sql =>
  hasStudioWide(viewer, studio, 'report.read')

/** Over `work_request w`. */
export const maySeeRequest = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`w.studio_id`)} or ${seesWorkRequest(viewer)})`

/** The same, if many requests are compared. */
export const mayFindRequest = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`w.studio_id`)} or ${seesWorkRequest(viewer)})`

/**
 * Over `work_request w`: whether the viewer's role shows the request. Others are shown because the
 * viewer owns, translates or was invited to them.
 */
const seesRequestByRole = (viewer: Viewer): Sql =>
  sql`(${studioWide(viewer, sql`w.studio_id`)}
    or ${viewer.hasRole(sql`w.studio_id`, 'admin', 'studio', 'service')}
    or ${viewer.isOfTerritory(sql`w.studio_id`, sql`w.territory`)}
    or ${viewer.hasRole(sql`w.studio_id`, 'vendor')} and w.submitted_at is not null
      and ${isOfVendor(viewer)})`

/**
 * Over `work_request w`: whether prepared days show the request to the viewer, because of their role
 * or because they own it. Vendors do not get the days of other vendors.
 */
export const seesRequestInDays = (viewer: Viewer): Sql =>
  sql`(${seesRequestByRole(viewer)} or w.owner_id = ${viewer.id}
    and w.studio_id = any (${viewer.studios}) and not ${isVendorOnly(viewer, sql`w.studio_id`)})`

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
