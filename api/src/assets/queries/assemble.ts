// Assets as a viewer sees them, from a few rows for all of them.
import {
  isInvited,
  notEmbargoed,
  seesAsset,
  seesFile,
  seesStudio,
  seesVendorOfFile,
  seesVendorOfRequest,
  type Viewer,
} from '../../access/queries/visibility.ts'
import { inStudio, readingByKey } from '../../access/queries/viewers.ts'
import { definitionOf } from '../../access/queries/phases.ts'
import { readByStudio } from '../../kernel/db/by-studio.ts'
import { columnArraysJson } from '../../kernel/db/column-json.ts'
import type { Db } from '../../kernel/db/connect.ts'
import {
  groupRows,
  partColumns,
  partsOf,
  selectParts,
  type PartRow,
  type PartSources,
} from '../../kernel/db/parts.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { previewFields } from '../../previews/queries.ts'
import type { StoredPreview } from '../../previews/rules.ts'
import { watermarksFilms } from '../../renditions/queries/playback.ts'
import type { StoredAsset, StoredAssetView } from '../rules.ts'

type AssetRow = Omit<StoredAsset, 'thumbnail' | 'previews' | 'poster' | keyof StoredAssetView> & {
  archived: boolean
}
type Thumbnail = {
  asset: string
  _id: string
  verified: boolean
  embargoEvent: boolean
  warnings: unknown[]
  mime: string | null
  tags: string[]
  length: number
  md5: string
  uploadDate: number
}
export type AssetParts = {
  assets: AssetRow[]
  previews: (StoredPreview & { hasImage: boolean })[]
  thumbnails: Thumbnail[]
  embargoed: { asset: string }[]
  sources: {
    asset: string
    language: string
    territory: string
    complete: boolean
    timed: boolean
  }[]
  votes: { asset: string; vote: 'up' | 'down'; count: number }[]
  feedback: { asset: string; share: string; vote: StoredAsset['feedback']['vote'] }[]
}

const MAX_PREVIEWS = 50

const ASSET_COLUMNS = partColumns<Omit<AssetParts, 'previews'>>({
  assets: {
    _id: sql`a.id`,
    studio: sql`a.studio_id`,
    project: sql`a.project_id`,
    name: sql`a.name`,
    importName: sql`a.import_name`,
    slug: sql`a.slug`,
    type: sql`ty.slug`,
    category: sql`ty.category`,
    mediaType: sql`a.media_type`,
    usage: sql`a.usage`,
    aspectRatio: sql`a.aspect_ratio`,
    verified: sql`a.verified`,
    creative: sql`a.creative`,
    archived: sql`a.archived_at is not null`,
    created: sql`seconds(a.created_at)`,
    workflow: sql`json_build_object('id', a.workflow_id, 'phase', a.phase,
        'definition', ${definitionOf})`,
  },
  thumbnails: {
    asset: sql`listed.id`,
    _id: sql`f.id`,
    verified: sql`f.verified_at is not null`,
    embargoEvent: sql`f.embargo_event`,
    warnings: sql`jsonb_path_query_array(f.warnings, '$[*] ? (!exists (@.compared))')`,
    mime: sql`f.mime`,
    tags: sql`to_json(f.tags)`,
    length: sql`coalesce(f.length, 0)`,
    md5: sql`coalesce(f.md5, '')`,
    uploadDate: sql`seconds(coalesce(f.received_at, f.created_at))`,
  },
  embargoed: { asset: sql`a.id` },
  sources: {
    asset: sql`w.asset_id`,
    language: sql`w.language`,
    territory: sql`w.territory`,
    complete: sql`w.status = 'complete'`,
    timed: sql`w.timed`,
  },
  votes: { asset: sql`v.asset_id`, vote: sql`v.vote`, count: sql`v.count` },
  feedback: { asset: sql`asset_id`, share: sql`share`, vote: sql`vote` },
})

/** `ids` is an array of assets that the viewer sees. */
export const assetParts = (viewer: Viewer, ids: Sql): PartSources<AssetParts> => ({
  assets: {
    columns: ASSET_COLUMNS.assets,
    from: sql`asset a join asset_type ty on ty.id = a.type_id
      where a.id = any (${ids}) and ${viewer.isIn(sql`a.studio_id`)}`,
  },
  previews: {
    columns: columnArraysJson<AssetParts['previews'][number]>({
      ...previewFields,
      hasImage: sql`exists (
        select from rendition r
        where ${viewer.isIn(sql`r.studio_id`)} and r.studio_id = v.studio_id
          and r.file_id = v.file_id and r.person_id is null and r.complete
          and (r.kind = 'image' or r.kind = 'poster' and not v.watermarked))`,
    }),
    from: sql`unnest(${ids}) requested (id) cross join lateral (
      select v.*, ${watermarksFilms} as watermarked
      from preview v join file f on f.studio_id = v.studio_id and f.id = v.file_id
        join asset a on a.studio_id = v.studio_id and a.id = v.asset_id
      where v.asset_id = requested.id and ${viewer.isIn(sql`v.studio_id`)}
        and ${seesVendorOfFile(viewer)} and ${notEmbargoed(viewer)}
      order by v.created_at desc, v.id desc limit ${sql.lit(MAX_PREVIEWS)}) v`,
  },
  thumbnails: {
    columns: ASSET_COLUMNS.thumbnails,
    from: sql`asset listed
      join file f on f.studio_id = listed.studio_id and f.id = listed.thumbnail_id
      join asset a on a.studio_id = f.studio_id and a.id = f.asset_id
      where listed.id = any (${ids}) and ${viewer.isIn(sql`listed.studio_id`)}
        and ${seesFile(viewer)}`,
  },
  embargoed: {
    columns: ASSET_COLUMNS.embargoed,
    from: sql`asset a where a.id = any (${ids}) and ${viewer.isIn(sql`a.studio_id`)} and exists (
      select from file f
        where ${viewer.isIn(sql`f.studio_id`)} and f.studio_id = a.studio_id
        and f.asset_id = a.id and f.removed_at is null and not ${notEmbargoed(viewer)})`,
  },
  sources: {
    columns: ASSET_COLUMNS.sources,
    from: sql`(
      select w.*, exists (
        select from translation tr
        where ${viewer.isIn(sql`tr.studio_id`)} and tr.studio_id = w.studio_id
          and tr.work_request_id = w.id and tr.status = 'approved') as timed
      from work_request w
      where w.asset_id = any (${ids}) and ${viewer.isIn(sql`w.studio_id`)}
        and (${seesStudio(viewer, sql`w.studio_id`)} or ${isInvited(viewer, sql`w.id`)})
        and ${seesVendorOfRequest(viewer)}
      offset 0) w
      where w.status = 'complete' or w.timed`,
  },
  votes: {
    columns: ASSET_COLUMNS.votes,
    from: sql`(
      select asset_id, vote, count(*) from feedback
      where asset_id = any (${ids}) and ${viewer.isIn(sql`studio_id`)} and vote <> '' group by 1, 2 order by 1, 2) v`,
  },
  feedback: {
    columns: ASSET_COLUMNS.feedback,
    from: sql`feedback where asset_id = any (${ids}) and ${viewer.isIn(sql`studio_id`)}
      and person_id = ${viewer.id}`,
  },
})

export type AssembledAsset = Omit<StoredAsset, 'thumbnail'> & {
  thumbnail: (Omit<Thumbnail, 'asset' | 'embargoEvent'> & { embargo: { event: boolean } }) | null
}

/** By id. */
export function assembleAssets(parts: AssetParts): Map<string, AssembledAsset> {
  const ofAsset = ({ asset }: { asset: string }) => asset
  const previewsOf = groupRows(parts.previews, ofAsset)
  const sourcesOf = groupRows(parts.sources, ofAsset)
  const votesOf = groupRows(parts.votes, ofAsset)
  const thumbnails = new Map(parts.thumbnails.map((thumbnail) => [thumbnail.asset, thumbnail]))
  const embargoed = new Set(parts.embargoed.map(ofAsset))
  const feedback = new Map(parts.feedback.map((row) => [row.asset, row]))
  return new Map(
    parts.assets.map((asset) => {
      const previews = previewsOf(asset._id)
      const sources = sourcesOf(asset._id)
      const { share = '', vote = '' } = feedback.get(asset._id) ?? {}
      const record: AssembledAsset = {
        ...asset,
        thumbnail: presentThumbnail(thumbnails.get(asset._id)),
        previews: previews.map(({ hasImage: _hasImage, ...preview }) => preview),
        poster: previews.find(({ hasImage }) => hasImage)?._id ?? null,
        embargo: embargoed.has(asset._id),
        sources: {
          requests: placesOf(sources.filter(({ complete }) => complete)),
          autosubs: placesOf(sources.filter(({ timed }) => timed)),
        },
        feedback: {
          share,
          vote,
          summary: votesOf(asset._id).map(({ asset: _asset, ...summary }) => summary),
        },
      }
      return [asset._id, record]
    }),
  )
}

function presentThumbnail(row: Thumbnail | undefined): AssembledAsset['thumbnail'] {
  if (!row) return null
  const { asset: _asset, embargoEvent, ...thumbnail } = row
  return { ...thumbnail, embargo: { event: embargoEvent } }
}

const placesOf = (sources: AssetParts['sources']) => ({
  languages: distinct(sources.map(({ language }) => language)),
  countries: distinct(sources.map(({ territory }) => territory)),
})

function selectAssets(caller: Viewer, requestedIds: readonly string[]) {
  const viewer = readingByKey(caller)
  const ids = sql`array(
    select a.id from asset a
    where a.id = any (${requestedIds}::text[]) and ${viewer.isIn(sql`a.studio_id`)}
      and ${seesAsset(viewer)})`
  return sql<PartRow<AssetParts>>`with seen as materialized (select ${ids} as ids)
    ${selectParts(assetParts(viewer, sql`(select ids from seen)::text[]`))}`
}

/** The assets that the viewer sees, in the order of their ids. */
export async function readAssets(
  db: Db,
  viewer: Viewer,
  ids: readonly string[],
): Promise<StoredAsset[]> {
  const assembled = await readByStudio(db, 'asset', ids, async (studio, own) => {
    const { rows } = await selectAssets(inStudio(viewer, studio), own).execute(db)
    return [...assembleAssets(partsOf(rows[0]!))]
  })
  const assets = new Map(assembled)
  return ids.flatMap((id) => {
    const asset = assets.get(id)
    return asset ? { ...asset, thumbnail: asset.thumbnail?._id ?? null } : []
  })
}

const distinct = (values: string[]) => [...new Set(values)].toSorted()
