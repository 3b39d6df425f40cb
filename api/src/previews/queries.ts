import { sql } from 'kysely'
import { assetHasAddress } from '../access/queries/slugs.ts'
import { storedTotal } from '../access/queries/totals.ts'
import {
  notEmbargoed,
  seesFile,
  seesPreview,
  seesVendorOfFile,
  type Viewer,
} from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { allOf, matches, findOne, listLongPage } from '../kernel/db/page.ts'
import { etagOf, withEtag } from '../kernel/http/etag.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { watermarksFilms, storedPlayback } from '../renditions/queries/playback.ts'
import type { PlayableRecord } from '../renditions/queries/playable.ts'
import { withoutProgress } from '../renditions/rules/playback.ts'
import type { PreviewWithPlayback, StoredFilePlayback } from './rules.ts'

export const previewFrom = sql`preview v join file f on f.id = v.file_id join asset a on a.id = v.asset_id`
const columns = sql`
  v.id as "_id", v.asset_id as asset, v.project_id as project, v.studio_id as studio,
    v.file_id as file,
  v.revision, v.label, v.language, v.type, seconds(v.created_at) as created`

export const previewColumns = sql`${columns}, ${storedPlayback} as playback`

export function listPreviews(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: { asset?: string; ids?: string; q?: string },
): Promise<Page<PreviewWithPlayback>> {
  const ofStudios = viewer.seesAllOf?.(sql`v.studio_id`)
  const isFiltered = Object.keys(filter).length > 0
  return listLongPage(db, range, {
    columns: previewColumns,
    from: previewFrom,
    list: ofStudios && !filter.asset ? sql`preview v` : previewFrom,
    key: sql`v.id`,
    total: isFiltered ? undefined : storedTotal(viewer, 'preview'),
    sees: ofStudios ?? seesPreview(viewer),
    where: allOf(
      filter.asset ? sql`${assetHasAddress(filter.asset)}` : sql`true`,
      filter.ids ? sql`v.id = any (${filter.ids.split(',')})` : sql`true`,
      filter.q ? matches(sql`fold(v.label)`, filter.q) : sql`true`,
    ),
    order: sql`v.created_at desc, v.id desc`,
  })
}

export async function getPreview(db: Db, viewer: Viewer, id: string): Promise<PreviewWithPlayback> {
  const found = await findOne<PreviewWithPlayback>(db, {
    columns: previewColumns,
    from: previewFrom,
    where: sql`v.id = ${id} and ${seesPreview(viewer)}`,
  })
  if (!found) throw notFound('preview')
  return withEtag(found, previewEtag(found))
}

export const previewEtag = (preview: PreviewWithPlayback): string =>
  etagOf({ ...preview, playback: withoutProgress(preview.playback) })

export const playablePreview: PlayableRecord = {
  noun: 'preview',
  from: previewFrom,
  sees: (viewer, id) => sql`v.id = ${id} and ${seesPreview(viewer)}`,
}

const fileFrom = sql`file f join asset a on a.id = f.asset_id`
export const playableFile: PlayableRecord = {
  noun: 'file',
  from: fileFrom,
  sees: (viewer, id) => sql`f.id = ${id} and ${seesFile(viewer)}`,
}

export async function getFilePlayback(
  db: Db,
  viewer: Viewer,
  id: string,
): Promise<StoredFilePlayback> {
  const found = await findOne<StoredFilePlayback>(db, {
    columns: sql`f.id as "_id", f.studio_id as studio, f.name, f.mime,
      f.verified_at is not null as verified, ${storedPlayback} as playback`,
    from: fileFrom,
    where: playableFile.sees(viewer, id),
  })
  if (!found) throw notFound('file')
  return found
}

export const lockPreview = (tx: Tx, id: string) =>
  sql`select from preview where id = ${id} for update`.execute(tx)

/** Over `file f` of an asset that the viewer may see. */
const seesFileOfPreview = (viewer: Viewer) =>
  sql`${seesVendorOfFile(viewer)} and ${notEmbargoed(viewer)}`

/** Over `asset a`, which the viewer may see: its previews for embedding, newest first. */
export const previewsOfAsset = (viewer: Viewer) => sql`coalesce((
  select json_agg(newest) from (
    select ${columns} from preview v join file f on f.id = v.file_id
    where v.asset_id = a.id and ${seesFileOfPreview(viewer)}
    order by v.created_at desc, v.id desc limit 50
  ) newest
), '[]')`

/**
 * Over `asset a`, which the viewer may see: the newest preview with an image that may be shown. A
 * film has none where its studio watermarks films.
 */
export const posterOfAsset = (viewer: Viewer) => sql`(
  select v.id from preview v join file f on f.id = v.file_id
  where v.asset_id = a.id and ${seesFileOfPreview(viewer)} and exists (
    select from rendition r
    where r.file_id = f.id and r.person_id is null and r.complete
      and (r.kind = 'image' or r.kind = 'poster' and not ${watermarksFilms})
  )
  order by v.created_at desc, v.id desc limit 1
)`
