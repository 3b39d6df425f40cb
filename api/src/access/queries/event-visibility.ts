import { checkEach } from '../../kernel/db/page.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import {
  isInvited,
  notEmbargoed,
  seesAsset,
  seesFile,
  seesPreview,
  seesProject,
  seesStudio,
  seesVendor,
  seesWorkRequest,
  type Viewer,
} from './visibility.ts'

/**
 * Over `event e`. An event is visible while everything it refers to is visible. People who work on
 * a request see events about its offlines although they see no files. A reply refers to two
 * versions and needs both. A vendor does not see what happened in the time of another vendor. From
 * people who see all records, only events about removed files are hidden.
 */
export const seesEvent = (viewer: Viewer): Sql =>
  viewer.seesAllOf
    ? sql`(${viewer.seesAllOf(sql`e.studio_id`)} and (e.files = '{}' or exists (
        select from file f
        where ${viewer.isIn(sql`f.studio_id`)} and f.studio_id = e.studio_id
          and f.id = any (e.files) and f.removed_at is null)))`
    : seesEventByParts(viewer)

const seesEventByParts = (viewer: Viewer): Sql => {
  // The few requests and assets of a reader are found once.
  const finds = viewer.seesFewRequests ? findsAny : checkEach
  return sql`(
  (${seesStudio(viewer, sql`e.studio_id`)} or ${isInvited(viewer, sql`e.work_request_id`)})
  and ${viewer.isIn(sql`e.studio_id`)}
  and ${seesVendor(viewer, sql`e.studio_id`, sql`e.vendor_id`)}
  and (e.work_request_id is null or ${finds(
    sql`work_request w`,
    sql`${viewer.isIn(sql`w.studio_id`)} and w.studio_id = e.studio_id and w.id = e.work_request_id
      and ${seesWorkRequest(viewer)}`,
  )})
  and (e.asset_id is null or ${finds(
    sql`asset a`,
    sql`${viewer.isIn(sql`a.studio_id`)} and a.studio_id = e.studio_id and a.id = e.asset_id
      and ${seesAsset(viewer)}`,
  )})
  and (e.project_id is null or ${finds(
    sql`project p`,
    sql`${viewer.isIn(sql`p.studio_id`)} and p.studio_id = e.studio_id and p.id = e.project_id
      and ${seesProject(viewer)}`,
  )})
  and (e.files = '{}' or ${checkEach(
    sql`file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id`,
    sql`${viewer.isIn(sql`f.studio_id`)} and f.studio_id = e.studio_id
      and f.id = any (e.files) and (${seesFile(viewer)}
      or e.work_request_id is not null and f.removed_at is null and ${seesPreview(viewer)})`,
  )})
  and not (e.type = 'ofc' and exists (
    select from file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
    where ${viewer.isIn(sql`f.studio_id`)} and f.studio_id = e.studio_id
      and f.id = any (e.files) and not ${notEmbargoed(viewer)})))`
}

const findsAny = (from: Sql, where: Sql): Sql => sql`exists (select from ${from} where ${where})`
