import { assetHasAddress } from '../access/queries/slugs.ts'
import { seesFile, seesPreview, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { lockRow } from '../kernel/db/lock-row.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, checkEach, findOne, listPage, matches } from '../kernel/db/page.ts'
import { sql, type Sql } from '../kernel/db/sql.ts'
import { etagOf, withEtag } from '../kernel/http/etag.ts'
import { MAX_CHECKED, MAX_COUNTED, type Page, type Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import { storedPlayback } from '../renditions/queries/playback.ts'
import type { PlayableRecord } from '../renditions/queries/playable.ts'
import { withoutProgress } from '../renditions/rules/playback.ts'
import type { PreviewWithPlayback, StoredFilePlayback, StoredPreview } from './rules.ts'

export const previewFrom = sql`preview v
  join file f on f.studio_id = v.studio_id and f.id = v.file_id
join asset a on a.studio_id = v.studio_id and a.id = v.asset_id`
/** Over `preview v`. */
export const previewFields: { [F in keyof StoredPreview]: Sql } = {
  _id: sql`v.id`,
  asset: sql`v.asset_id`,
  project: sql`v.project_id`,
  studio: sql`v.studio_id`,
  file: sql`v.file_id`,
  revision: sql`v.revision`,
  label: sql`v.label`,
  language: sql`v.language`,
  type: sql`v.type`,
  created: sql`seconds(v.created_at)`,
}
const columns = sql.join(
  Object.entries(previewFields).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
)

export const previewColumns = sql`${columns}, ${storedPlayback} as playback`

/** Over `preview v`. */
const seesPreviewByKey = (viewer: Viewer) =>
  viewer.seesAllOf?.(sql`v.studio_id`) ??
  allOf(
    viewer.isIn(sql`v.studio_id`),
    checkEach(
      sql`file f, asset a`,
      allOf(sql`f.id = v.file_id and a.id = v.asset_id`, seesPreview(viewer)),
    ),
  )

export function listPreviews(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: { asset?: string; ids?: string; q?: string },
): Promise<Page<PreviewWithPlayback>> {
  return listPage(db, range, {
    columns: previewColumns,
    records: previewFrom,
    from: viewer.seesFewRequests ? previewFrom : sql`preview v`,
    key: sql`v.id`,
    sees: viewer.seesFewRequests ? seesPreview(viewer) : seesPreviewByKey(viewer),
    where: allOf(
      filter.asset
        ? sql`v.asset_id in (select a.id from asset a where ${assetHasAddress(filter.asset)})`
        : sql`true`,
      filter.ids ? sql`v.id = any (${filter.ids.split(',')})` : sql`true`,
      filter.q ? matches(sql`fold(v.label)`, filter.q) : sql`true`,
    ),
    order: desc(sql`v.created_at`, sql`v.id`),
    countTo: viewer.seesAllOf ? MAX_COUNTED : MAX_CHECKED,
  })
}

export async function getPreview(db: Db, viewer: Viewer, id: string): Promise<PreviewWithPlayback> {
  const preview = await findOne<PreviewWithPlayback>(db, {
    columns: previewColumns,
    from: previewFrom,
    where: sql`v.id = ${id} and ${seesPreview(viewer)}`,
  })
  if (!preview) throw notFound('preview')
  return withEtag(preview, previewEtag(preview))
}

export const previewEtag = (preview: PreviewWithPlayback): string =>
  etagOf({ ...preview, playback: withoutProgress(preview.playback) })

export const playablePreview: PlayableRecord = {
  noun: 'preview',
  from: previewFrom,
  sees: (viewer, id) => sql`v.id = ${id} and ${seesPreview(viewer)}`,
}

const fileFrom = sql`file f join asset a on a.studio_id = f.studio_id and a.id = f.asset_id`
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
  const playback = await findOne<StoredFilePlayback>(db, {
    columns: sql`f.id as "_id", f.studio_id as studio, f.name, f.mime,
      f.verified_at is not null as verified, ${storedPlayback} as playback`,
    from: fileFrom,
    where: playableFile.sees(viewer, id),
  })
  if (!playback) throw notFound('file')
  return playback
}

export const lockPreview = (tx: Tx, id: string) => lockRow(tx, 'preview', id)
