// Complete work requests are cached as documents (0006_documents.sql). Reading one takes a tenth of
// the time of assembling it.
import { sql } from 'kysely'
import {
  seesFile,
  seesTranslation,
  seesVendor,
  seesWorkRequest,
  serviceViewer,
  type PreparedViewer,
  type Viewer,
} from '../../access/queries/visibility.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { recordStatement } from '../../kernel/db/page.ts'
import { param, prepared } from '../../kernel/db/prepared.ts'
import { etagWithView, withEtag } from '../../kernel/http/etag.ts'
import { assetViewJson } from '../../assets/queries.ts'
import type { StoredAssetView } from '../../assets/rules.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { workRequestColumns, workRequestFrom } from './columns.ts'
import { getWorkRequest, workRequestEtag } from './work-requests.ts'

/**
 * Reads the document if it is fresh and the viewer may see all of it, else assembles the record.
 * Inside a transaction use getWorkRequest, because there the document is never up to date.
 */
export async function readWorkRequest(
  db: Db,
  viewer: PreparedViewer,
  id: string,
): Promise<StoredWorkRequest> {
  const [cached] = await selectDocument(db, viewer.shape, { id })
  if (cached?.document)
    return withEtag(
      { ...cached.document, assetView: cached.assetView },
      etagWithView(cached.etag, cached.assetView),
    )
  // A failed write, for example on a full disk, must not fail the read.
  if (cached && !cached.fresh) await storeDocument(db, id).catch(() => {})
  return getWorkRequest(db, viewer, id)
}

type CachedDocument = {
  fresh: boolean
  etag: string
  document: StoredWorkRequest | null
  assetView: StoredAssetView
}

const selectDocument = prepared(
  (viewer: Viewer) => sql<CachedDocument>`
  select state.fresh, d.etag,
    case when state.fresh and ${seesWholeDocument(viewer)} then d.document end as document,
    ${assetViewJson(viewer)} as "assetView"
  from work_request w join asset a on a.id = w.asset_id left join work_request_document d on d.work_request_id = w.id
  cross join lateral (
    select coalesce(d.valid_until > now() and not exists (
      select from cache_invalidation c
      where c.dependency = any (d.dependencies)
        and c.transaction_id >= pg_snapshot_xmin(d.snapshot)
        and changed_after(c.transaction_id, d.snapshot)), false) as fresh offset 0) state
  where w.id = ${param('id')} and ${seesWorkRequest(viewer)}`,
)

/**
 * Over a document `d`: the viewer sees everything that the record could leave out. Files are counted,
 * because row-level security hides the files of other vendors.
 */
const seesWholeDocument = (viewer: Viewer) => sql`(
  cardinality(d.files) = (
    select count(*) from file f join asset a on a.id = f.asset_id
    where f.id = any (d.files) and ${seesFile(viewer)})
  and not exists (
    select from unnest(d.vendors) made (vendor)
    where not ${seesVendor(viewer, sql`w.studio_id`, sql`made.vendor`)})
  and not exists (
    select from translation tr
    where tr.work_request_id = w.id and tr.part is not null and not ${seesTranslation(viewer)}))`

async function storeDocument(db: Db, id: string): Promise<void> {
  const [built] = await buildDocument(db, serviceViewer.shape, { id })
  if (!built) return
  const { snapshot, validUntil, dependencies, files, vendors, document } = built
  const row = {
    snapshot,
    valid_until: validUntil,
    dependencies,
    files,
    vendors,
    document: JSON.stringify(document),
    etag: workRequestEtag(document),
  }
  await db
    .insertInto('work_request_document')
    .values({ work_request_id: id, ...row })
    .onConflict((conflict) => conflict.column('work_request_id').doUpdateSet(row))
    .execute()
}

type BuiltDocument = {
  snapshot: string
  validUntil: Date
  dependencies: string[]
  files: string[]
  vendors: string[]
  document: StoredWorkRequest
}

/**
 * Returns nothing in a transaction that has written: its own invalidations would count as seen,
 * including later ones. Returns nothing to people of vendors: row-level security hides files from
 * them that others see in the document.
 * The only content that depends on the clock is whether the due date is at least the lead time
 * away, so a document is valid until that changes, and for 12 hours at most.
 */
const buildDocument = prepared(
  (viewer: Viewer) => sql<BuiltDocument>`
  select pg_current_snapshot()::text as snapshot,
    least(
      now() + interval '12 hours',
      case when lead_time.starts > now() then lead_time.starts end) as "validUntil",
    array_remove(
      array[w.id, w.asset_id, w.project_id, w.studio_id, w.territory, w.owner_id, a.type_id,
        a.workflow_id]
      || array(select person_id from work_request_history where work_request_id = w.id)
      || array(select translator_id from translation where work_request_id = w.id)
      || array(select f.asset_id from file f where f.id = any (used.files)), null) as dependencies,
    array(
      select f.id from file f
      where f.id = any (used.files) and f.removed_at is null) as files,
    array(
      select vendor_id from work_request_history
      where work_request_id = w.id and vendor_id is not null
      union select vendor_id from offline
      where work_request_id = w.id and vendor_id is not null) as vendors,
    (${recordStatement({
      columns: workRequestColumns(viewer, true),
      from: workRequestFrom,
      where: sql`w.id = ${param('id')}`,
    })}) as document
  from work_request w
  join asset a on a.id = w.asset_id
  join project p on p.id = w.project_id
  join studio s on s.id = w.studio_id
  cross join lateral (
    select w.due_at - make_interval(hours => (s.settings -> 'leadTimeHours')::int) as starts
  ) lead_time
  cross join lateral (
    select array[w.audio_file_id, a.thumbnail_id, p.logo_id]
      || array(select unnest(m.files) from material m where m.work_request_id = w.id)
      || array(select file_id from work_request_file where work_request_id = w.id)
      || array(select file_id from offline where work_request_id = w.id)
      || array(select file_id from preview where asset_id = a.id)
      || array(select file_id from encode where work_request_id = w.id) as files) used
  where w.id = ${param('id')} and pg_current_xact_id_if_assigned() is null
    and stated_vendor_studios() = '{}'`,
)

/**
 * Clears the cache on start. Documents restored from a backup refer to snapshots of another
 * database.
 */
export const clearDocuments = (db: Db) => sql`delete from work_request_document`.execute(db)

/** A document is valid for 12 hours at most, so older invalidations affect none. */
export async function pruneInvalidations(tx: Tx): Promise<void> {
  await sql`delete from cache_invalidation where created_at < now() - interval '1 day'`.execute(tx)
  await sql`delete from work_request_document where valid_until < now()`.execute(tx)
}
