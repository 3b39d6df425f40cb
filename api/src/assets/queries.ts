import { projectHasAddress, findIdByAddress } from '../access/queries/slugs.ts'
import { seesAsset, type ZonedViewer, type Viewer } from '../access/queries/visibility.ts'
import { between } from '../kernel/db/between.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { lockRow } from '../kernel/db/lock-row.ts'
import { desc, orderBy } from '../kernel/db/order.ts'
import { assetsInPhaseOf } from '../access/queries/phases.ts'
import { findByName } from '../access/queries/search.ts'
import { allOf, checkEach, listKeys, matchesIdOrSlug, type ListSource } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { etagOf, etagWithView, withEtag } from '../kernel/http/etag.ts'
import { readAssets } from './queries/assemble.ts'
import type { StoredAsset } from './rules.ts'

export type AssetFilter = {
  q?: string
  ids?: string
  studio?: string
  project?: string
  type?: string
  mediaType?: string
  phase?: string
  created?: string
  order?: string
}

export async function listAssets(
  db: Db,
  viewer: ZonedViewer,
  range: Range,
  filter: AssetFilter,
): Promise<Page<StoredAsset>> {
  const named = filter.q ? await findByName(db, 'asset', filter.q) : undefined
  return listAssembled(db, viewer, range, {
    from: sql`asset a join asset_type ty on ty.id = a.type_id`,
    key: sql`a.id`,
    where: allOf(
      sql`a.archived_at is null and ${seesAsset(viewer)}`,
      filter.q && named
        ? sql`${named.condition(sql`a`)}
          or ${matchesIdOrSlug(filter.q, sql`a.id`, sql`a.slug`)}`
        : sql`true`,
      filter.ids ? sql`a.id = any (${filter.ids.split(',')})` : sql`true`,
      filter.studio
        ? sql`a.studio_id in (select id from studio where ${filter.studio} in (id, slug))`
        : sql`true`,
      filter.project
        ? sql`a.project_id in (
            select id from project where ${projectHasAddress(filter.project)})`
        : sql`true`,
      filter.type ? sql`${filter.type} in (ty.id, ty.slug)` : sql`true`,
      filter.mediaType ? sql`a.media_type = ${filter.mediaType}` : sql`true`,
      filter.phase ? sql`a.phase = ${filter.phase}` : sql`true`,
      filter.created ? between(sql`a.created_at`, filter.created, viewer.zone) : sql`true`,
    ),
    order: orderBy(
      filter.order,
      { created: sql`a.created_at`, name: sql`a.name`, type: sql`ty.slug`, phase: sql`a.phase` },
      '-created',
      sql`a.id`,
    ),
  })
}

const inPhaseOf = ({ id, groups }: Viewer) =>
  assetsInPhaseOf(id, groups, sql`x.archived_at is null and not x.terminal`)

/** The assets of open requests that the viewer owns, decides about, translates or has moved. */
const assetsInWork = ({ id, isIn }: Viewer) => {
  const open = sql`w.status not in ('complete', 'cancelled')`
  return sql.join(
    [
      sql`select w.asset_id from work_request w where w.owner_id = ${id} and ${open}`,
      sql`select w.asset_id from work_request w
        where (w.reviewer_id = ${id} or w.approver_id = ${id}) and ${open}`,
      sql`select w.asset_id from translation tr
        join work_request w on w.studio_id = tr.studio_id and w.id = tr.work_request_id
        where tr.translator_id = ${id} and ${open}`,
      // Somebody may have moved most requests, of which few are open.
      sql`select w.asset_id from work_request w
        where ${open} and ${isIn(sql`w.studio_id`)} and ${checkEach(
          sql`work_request_history h`,
          sql`h.person_id = ${id} and h.work_request_id = w.id`,
        )}`,
    ],
    sql` union `,
  )
}

/**
 * Those of them whose phase the viewer has not seen. These are few, so `offset 0` makes PostgreSQL look
 * up each of them instead of reading all assets.
 */
const changedSinceViewed = (viewer: Viewer) => sql`
  select x.id
  from (${assetsInWork(viewer)}) in_work
  cross join lateral (
    select x.id from asset x
    left join asset_view seen
        on seen.studio_id = x.studio_id and seen.asset_id = x.id and seen.person_id = ${viewer.id}
    where x.id = in_work.asset_id and x.phase_changed_at > coalesce(seen.viewed_at, x.created_at)
    offset 0) x`

/**
 * Assets whose phase lists the caller, or changed since the caller viewed them while they take part
 * in an open request.
 */
export function listWorkflowNotify(
  db: Db,
  viewer: ZonedViewer,
  range: Range,
): Promise<Page<StoredAsset>> {
  return listAssembled(db, viewer, range, {
    from: sql`asset a`,
    key: sql`a.id`,
    where: sql`a.archived_at is null and ${seesAsset(viewer)}
      and a.id = any (array(${inPhaseOf(viewer)} union ${changedSinceViewed(viewer)}))`,
    order: desc(sql`a.phase_changed_at`, sql`a.id`),
  })
}

async function listAssembled(
  db: Db,
  viewer: ZonedViewer,
  range: Range,
  source: ListSource,
): Promise<Page<StoredAsset>> {
  const { items: ids, ...page } = await listKeys(db, range, source)
  return { ...page, items: await readAssets(db, viewer, ids) }
}

export async function getAsset(
  db: Db,
  viewer: ZonedViewer,
  idOrSlug: string,
): Promise<StoredAsset> {
  const id = await resolveAsset(db, viewer, idOrSlug)
  const [asset] = await readAssets(db, viewer, [id])
  if (!asset) throw notFound('asset')
  return withEtag(asset, assetEtag(asset))
}

/** The view of the reader is added, because it differs between readers. */
const assetEtag = ({ archived, embargo, sources, feedback, ...asset }: StoredAsset): string =>
  etagWithView(etagOf(asset), { archived, embargo, sources, feedback })

export async function resolveAsset(db: Db, viewer: Viewer, idOrSlug: string): Promise<string> {
  const id = await findIdByAddress(db, 'asset', idOrSlug, seesAsset(viewer))
  if (!id) throw notFound('asset')
  return id
}

export const lockAsset = (tx: Tx, id: string) => lockRow(tx, 'asset', id)

/**
 * Gets an asset and records that the caller viewed its current phase. Writes only if the phase is
 * new to them.
 */
export async function getAssetAndMarkViewed(
  db: Db,
  reader: ZonedViewer,
  idOrSlug: string,
): Promise<StoredAsset> {
  const asset = await getAsset(db, reader, idOrSlug)
  await sql`
    insert into asset_view (studio_id, asset_id, person_id, viewed_at)
    select a.studio_id, a.id, ${reader.id}, now() from asset a
    where a.studio_id = ${asset.studio} and a.id = ${asset._id} and not exists (
      select from asset_view seen
      where seen.studio_id = ${asset.studio} and seen.asset_id = a.id
        and seen.person_id = ${reader.id} and seen.viewed_at >= a.phase_changed_at)
    on conflict (studio_id, asset_id, person_id)
    do update set viewed_at = excluded.viewed_at`.execute(db)
  return asset
}
