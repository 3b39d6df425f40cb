import { sql, type RawBuilder } from 'kysely'
import { projectHasAddress, findIdByAddress } from '../access/queries/slugs.ts'
import {
  definitionOf,
  notEmbargoed,
  isInvited,
  seesStudio,
  seesVendorOfRequest,
  serviceViewer,
  seesAsset,
  type PreparedViewer,
  type Viewer,
} from '../access/queries/visibility.ts'
import { NO_VENDOR, namedFile } from '../files/queries.ts'
import { between } from '../kernel/db/between.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { isWholeList, orderBy } from '../kernel/db/order.ts'
import { findsAsset, isTranslator, knownAssets } from '../access/queries/assigned.ts'
import { findByName, type FoundNames } from '../access/queries/search.ts'
import { skipDays, storedTotalOfAssets, storedTotalOfSearch } from '../access/queries/totals.ts'
import {
  allOf,
  isIdOrSlug,
  matchesIdOrSlug,
  findOne,
  listLongPage,
  recordStatement,
} from '../kernel/db/page.ts'
import { param, prepared } from '../kernel/db/prepared.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { etagOf, etagWithView, withEtag } from '../kernel/http/etag.ts'
import { posterOfAsset, previewsOfAsset } from '../previews/queries.ts'
import type { StoredAsset } from './rules.ts'

export const assetFrom = sql`asset a join asset_type ty on ty.id = a.type_id`
export const assetColumns = (viewer: Viewer) => sql`
  a.id as "_id", a.studio_id as studio, a.project_id as project, a.name,
    a.import_name as "importName", a.slug, ty.slug as type, ty.category,
    a.media_type as "mediaType",
  a.usage, a.aspect_ratio as "aspectRatio", a.verified, a.creative,
    a.archived_at is not null as archived, seconds(a.created_at) as created,
  (select f.id from ${namedFile(viewer, sql`a.thumbnail_id`)}) as thumbnail,
  ${previewsOfAsset(viewer)} as previews,
  ${posterOfAsset(viewer)} as poster,
  json_build_object('id', a.workflow_id, 'phase', a.phase, 'definition',
    ${definitionOf}) as workflow,
  ${hasEmbargo(viewer)} as embargo,
  ${sourcesJson(viewer)} as sources,
  ${feedbackJson(viewer)} as feedback`

/** Over `asset a`: whether it has a file that the viewer cannot see yet. */
const hasEmbargo = (viewer: Viewer) => sql`exists (
  select from file f where f.asset_id = a.id and f.removed_at is null
    and not ${notEmbargoed(viewer)})`

const sourcesJson = (viewer: Viewer) => sql`json_build_object(
    'requests', (select json_build_object('languages', coalesce(json_agg(distinct w.language),
      '[]'), 'countries', coalesce(json_agg(distinct w.territory), '[]'))
      from work_request w where w.asset_id = a.id and w.status = 'complete'
        and (${seesStudio(viewer, sql`a.studio_id`)} or ${isInvited(viewer, sql`w.id`)})
        and ${seesVendorOfRequest(viewer)}),
    'autosubs', (select json_build_object('languages', coalesce(json_agg(distinct tr.language),
      '[]'), 'countries', coalesce(json_agg(distinct w.territory), '[]'))
      from translation tr join work_request w on w.id = tr.work_request_id where tr.asset_id = a.id
        and ${seesVendorOfRequest(viewer)}
        and (${seesStudio(viewer, sql`a.studio_id`)} or ${isInvited(viewer, sql`w.id`)})
        and tr.status = 'approved' and exists (select from text_track_line l
        where l.text_track_id = tr.text_track_id)))`

const feedbackJson = (viewer: Viewer) => sql`json_build_object(
    'share', coalesce((select share from feedback where asset_id = a.id
      and person_id = ${viewer.id}), ''),
    'vote', coalesce((select vote from feedback where asset_id = a.id
      and person_id = ${viewer.id}), ''),
    'summary', coalesce((select json_agg(json_build_object('vote', vote, 'count', count)) from (
      select vote, count(*) from feedback where asset_id = a.id and vote <> '' group by vote
        order by vote) votes), '[]'))`

/** Over `asset a`: `StoredAssetView`, for records that embed the asset. */
export const assetViewJson = (viewer: Viewer): RawBuilder<unknown> => sql`json_build_object(
  'archived', a.archived_at is not null, 'embargo', ${hasEmbargo(viewer)},
  'sources', ${sourcesJson(viewer)}, 'feedback', ${feedbackJson(viewer)})`

/** Over `asset a`: `AssetViewFacts`, from which the view of each reader is computed. */
export const assetViewFacts = sql`json_build_object(
  'archived', a.archived_at is not null,
  'embargo', exists (
    select from file f where f.asset_id = a.id and f.removed_at is null
      and embargoed(f.embargo_end, f.embargo_event, a.terminal)),
  'sources', ${sourcesJson(serviceViewer)},
  'feedback', (
    select coalesce(json_object_agg(person_id, json_build_array(share, vote)), '{}')
    from feedback where asset_id = a.id),
  'votes', ${feedbackJson(serviceViewer)} -> 'summary')`

/**
 * Over `asset a`: the vendors whose requests are among its sources. A vendor that declined a request
 * sees it no longer, so the request then belongs to nobody.
 */
export const vendorsOfSources = sql`
  select case when w.vendor_answer = 'declined' then ${NO_VENDOR} else w.vendor_id end from work_request w
  where w.asset_id = a.id and w.vendor_id is not null and (w.status = 'complete' or exists (
    select from translation tr where tr.work_request_id = w.id and tr.status = 'approved'))`

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

/** Undefined if the rows must be counted. */
function totalOf(viewer: Viewer, filter: AssetFilter, named: FoundNames | undefined) {
  const { order: _order, q, ...others } = filter
  if (Object.keys(others).length > 0) return undefined
  if (!q) return storedTotalOfAssets(viewer)
  return named?.isCommon && !isIdOrSlug(q)
    ? storedTotalOfSearch(viewer.seesAllAssetsOf, 'asset', q)
    : undefined
}

const hasFilter = ({ order: _order, q: _q, ...others }: AssetFilter) =>
  Object.keys(others).length > 0

export async function listAssets(
  db: Db,
  viewer: PreparedViewer,
  range: Range,
  filter: AssetFilter,
): Promise<Page<StoredAsset>> {
  const named = filter.q ? await findByName(db, 'asset', filter.q) : undefined
  return listLongPage(db, range, {
    columns: assetColumns(viewer),
    from: assetFrom,
    list: filter.type || filter.order?.includes('type') ? assetFrom : sql`asset a`,
    key: sql`a.id`,
    total: totalOf(viewer, filter, named),
    skip: isWholeList(filter, filter.order)
      ? skipDays(viewer.seesAllAssetsOf, 'asset', range, sql`a.created_at`)
      : undefined,
    sees: sql`a.archived_at is null and ${seesAsset(viewer)}`,
    finds: findsAsset(viewer),
    findsOnce: isTranslator(viewer),
    plansForValues: hasFilter(filter),
    known: isWholeList(filter, filter.order) ? knownAssets(viewer) : undefined,
    where: allOf(
      sql`a.archived_at is null`,
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

/**
 * Assets whose phase lists the viewer. Few phases of few workflows do, so these are found first.
 * Assets with a definition of their own are compared one by one.
 */
const inPhaseOf = (viewer: Viewer) => sql`
  select x.id from asset x
  where x.archived_at is null and not x.terminal and x.definition is null
    and (x.workflow_id, x.phase) in (
      select f.id, named.phase
      from workflow f cross join jsonb_each(f.definition -> 'phases') named (phase, definition)
      where phase_includes(named.definition, ${viewer.id}, ${viewer.groups}))
  union
  select x.id from asset x
  where x.archived_at is null and not x.terminal and x.definition is not null
    and phase_includes(x.definition -> 'phases' -> x.phase, ${viewer.id}, ${viewer.groups})`

/**
 * Assets of open requests that the viewer takes part in, whose phase they have not seen. These are
 * few, so `offset 0` makes PostgreSQL look up each of them instead of reading all requests and
 * assets.
 */
const changedSinceViewed = (viewer: Viewer) => sql`
  select x.id
  from (
    select distinct w.asset_id
    from open_requests_of(${viewer.id}) mine (id)
    cross join lateral (
      select w.asset_id from work_request w where w.id = mine.id offset 0) w) shown
  cross join lateral (
    select x.id from asset x
    left join asset_view seen on seen.asset_id = x.id and seen.person_id = ${viewer.id}
    where x.id = shown.asset_id and x.phase_changed_at > coalesce(seen.viewed_at, x.created_at)
    offset 0) x`

/**
 * Assets whose phase lists the caller, or changed since the caller viewed them while they take part
 * in an open request.
 */
export function listWorkflowNotify(
  db: Db,
  viewer: Viewer,
  range: Range,
): Promise<Page<StoredAsset>> {
  return listLongPage(db, range, {
    columns: assetColumns(viewer),
    from: assetFrom,
    list: sql`asset a`,
    key: sql`a.id`,
    total: undefined,
    sees: sql`a.archived_at is null and ${seesAsset(viewer)}`,
    where: sql`a.id = any (array(${inPhaseOf(viewer)} union ${changedSinceViewed(viewer)}))`,
    order: sql`a.phase_changed_at desc, a.id desc`,
    findsOnce: true,
  })
}

export async function getAsset(db: Db, viewer: Viewer, idOrSlug: string): Promise<StoredAsset> {
  const found = await findOne<StoredAsset>(db, {
    columns: assetColumns(viewer),
    from: assetFrom,
    where: isVisible(viewer, sql`${await resolveAsset(db, viewer, idOrSlug)}`),
  })
  if (!found) throw notFound('asset')
  return withEtag(found, assetEtag(found))
}

/** The view of the reader is added, because it differs between readers. */
const assetEtag = ({ archived, embargo, sources, feedback, ...asset }: StoredAsset): string =>
  etagWithView(etagOf(asset), { archived, embargo, sources, feedback })

export async function resolveAsset(db: Db, viewer: Viewer, idOrSlug: string): Promise<string> {
  const id = await findIdByAddress(db, 'asset', idOrSlug, seesAsset(viewer))
  if (!id) throw notFound('asset')
  return id
}

export const lockAsset = (tx: Tx, id: string) =>
  sql`select from asset where id = ${id} for update`.execute(tx)

const findWithView = prepared((viewer: Viewer) =>
  recordStatement<StoredAsset & { unseen: boolean }>({
    columns: sql`${assetColumns(viewer)}, a.phase_changed_at > coalesce((select viewed_at from asset_view
      where asset_id = a.id and person_id = ${viewer.id}), '-infinity') as unseen`,
    from: assetFrom,
    where: isVisible(viewer, param('asset')),
  }),
)

/**
 * Gets an asset and records that the caller viewed its current phase. Writes only if the phase is
 * new to them.
 */
export async function getAssetAndMarkViewed(
  db: Db,
  reader: PreparedViewer,
  idOrSlug: string,
): Promise<StoredAsset> {
  const id = await resolveAsset(db, reader, idOrSlug)
  const [found] = await findWithView(db, reader.shape, { asset: id })
  if (!found) throw notFound('asset')
  const { unseen, ...asset } = found.record
  if (unseen)
    await sql`
    insert into asset_view (asset_id, person_id) values (${asset._id}, ${reader.id})
    on conflict (asset_id, person_id) do update set viewed_at = now()`.execute(db)
  return withEtag(asset, assetEtag(asset))
}

const isVisible = (viewer: Viewer, id: RawBuilder<unknown>) =>
  sql`a.id = ${id} and ${seesAsset(viewer)}`
