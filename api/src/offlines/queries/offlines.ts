import { assetHasAddress } from '../../access/queries/slugs.ts'
import {
  notEmbargoed,
  seesVendor,
  seesVendorOfFile,
  seesWorkRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { studioOfRow } from '../../kernel/db/lock-row.ts'
import { desc } from '../../kernel/db/order.ts'
import { allOf, checkEach, findOne, listPage } from '../../kernel/db/page.ts'
import { sql } from '../../kernel/db/sql.ts'
import { etagOf, withEtag } from '../../kernel/http/etag.ts'
import {
  MAX_CHECKED,
  MAX_COUNTED,
  type Page,
  type Range,
} from '../../kernel/http/contract/range.ts'
import { notFound } from '../../kernel/http/contract/problem.ts'
import { storedPlayback } from '../../renditions/queries/playback.ts'
import type { PlayableRecord } from '../../renditions/queries/playable.ts'
import { withoutProgress } from '../../renditions/rules/playback.ts'
import { WITHDRAWAL_SECONDS } from '../rules/decisions.ts'
import type { StoredOffline } from '../rules/offlines.ts'

export const offlineFrom = sql`
  offline o
  join work_request w on w.studio_id = o.studio_id and w.id = o.work_request_id
  join file f on f.studio_id = o.studio_id and f.id = o.file_id
  join asset a on a.studio_id = o.studio_id and a.id = o.asset_id`
const columns = sql`
  o.id as "_id", o.work_request_id as "workRequest", o.from_id as "from", o.project_id as project,
  o.asset_id as asset, o.studio_id as studio, o.file_id as file, o.version, o.decision, o.reason,
  o.code, case when o.decided_at is null then null else
    json_build_object('by', o.decided_by, 'date', seconds(o.decided_at)) end as decided,
  o.decided_at > now() - make_interval(secs => ${WITHDRAWAL_SECONDS}) as "isRecent",
  seconds(o.created_at) as created, w.owner_id as owner, w.status,
  ${storedPlayback} as showing,
  not exists (
    select from offline later
    where later.studio_id = o.studio_id and later.work_request_id = o.work_request_id
      and later.version > o.version) as newest`

/** Over `offlineFrom`. A vendor does not see the offlines of the vendor before. */
export const seesOffline = (viewer: Viewer) =>
  viewer.seesAllOf?.(sql`o.studio_id`) ??
  sql`(${seesWorkRequest(viewer)} and ${notEmbargoed(viewer)} and ${seesVendorOfFile(viewer)}
    and ${seesVendor(viewer, sql`o.studio_id`, sql`o.vendor_id`)})`

/** Over `offline o`. */
const seesOfflineByKey = (viewer: Viewer) =>
  viewer.seesAllOf?.(sql`o.studio_id`) ??
  allOf(
    viewer.isIn(sql`o.studio_id`),
    checkEach(
      sql`work_request w, file f, asset a`,
      allOf(
        sql`w.id = o.work_request_id and f.id = o.file_id and a.id = o.asset_id`,
        seesOffline(viewer),
      ),
    ),
  )

export function listOfflines(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: { workRequest?: string; asset?: string; ids?: string },
): Promise<Page<StoredOffline>> {
  return listPage(db, range, {
    columns,
    records: offlineFrom,
    from: viewer.seesFewRequests ? offlineFrom : sql`offline o`,
    key: sql`o.id`,
    sees: viewer.seesFewRequests ? seesOffline(viewer) : seesOfflineByKey(viewer),
    where: allOf(
      filter.workRequest ? sql`o.work_request_id = ${filter.workRequest}` : sql`true`,
      filter.asset
        ? sql`o.asset_id in (select a.id from asset a where ${assetHasAddress(filter.asset)})`
        : sql`true`,
      filter.ids ? sql`o.id = any (${filter.ids.split(',')})` : sql`true`,
    ),
    order: desc(sql`o.created_at`, sql`o.id`),
    countTo: viewer.seesAllOf ? MAX_COUNTED : MAX_CHECKED,
  })
}

export async function getOffline(db: Db, viewer: Viewer, id: string): Promise<StoredOffline> {
  const offline = await findOne<StoredOffline>(db, {
    columns,
    from: offlineFrom,
    where: sql`o.id = ${id} and ${seesOffline(viewer)}`,
  })
  if (!offline) throw notFound('offline')
  return withEtag(
    offline,
    etagOf({ ...offline, isRecent: null, showing: withoutProgress(offline.showing) }),
  )
}

export const offlineScreen: PlayableRecord = {
  noun: 'offline',
  from: offlineFrom,
  sees: (viewer, id) => sql`o.id = ${id} and ${seesOffline(viewer)}`,
}

/** Locks the work request, so that decisions about its offlines are serialized. */
export async function lockWorkRequestOf(tx: Tx, offline: string): Promise<void> {
  const studio = await studioOfRow(tx, 'offline', offline)
  await sql`
    select from work_request
    where studio_id = ${studio} and id = (
      select work_request_id from offline where studio_id = ${studio} and id = ${offline})
    for update`.execute(tx)
}
