import { sql, type RawBuilder } from 'kysely'
import { seesPreview, type Viewer } from '../access/queries/sight.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { all, matches, one, page } from '../kernel/db/page.ts'
import { etagOf, withEtag } from '../kernel/http/etag.ts'
import type { Page, Range } from '../kernel/http/range.ts'
import { notFound } from '../kernel/problem.ts'
import { marks, showing } from '../renditions/queries/showing.ts'
import type { Screen } from '../renditions/queries/watched.ts'
import { steadyShowing } from '../renditions/rules/showing.ts'
import type { ShownPreview } from './rules.ts'

const from = sql`preview v join file f on f.id = v.file_id join asset a on a.id = v.asset_id`
const columns = sql`
  v.id as "_id", v.asset_id as asset, v.project_id as project, v.studio_id as studio, v.file_id as file,
  v.revision, v.label, v.language, v.type, seconds(v.created_at) as created`

const shown = sql`${columns}, ${showing} as showing`

export function listPreviews(
  db: Db,
  viewer: Viewer,
  range: Range,
  asked: { asset?: string; q?: string },
): Promise<Page<ShownPreview>> {
  return page(db, range, {
    columns: shown,
    from,
    key: sql`v.id`,
    where: all(
      seesPreview(viewer),
      asked.asset ? sql`${asked.asset} in (a.id, a.slug)` : sql`true`,
      asked.q ? matches(sql`fold(v.label)`, asked.q) : sql`true`,
    ),
    order: sql`v.created_at desc, v.id desc`,
  })
}

export async function getPreview(db: Db, viewer: Viewer, id: string): Promise<ShownPreview> {
  const found = await one<ShownPreview>(db, {
    columns: shown,
    from,
    where: sql`v.id = ${id} and ${seesPreview(viewer)}`,
  })
  if (!found) throw notFound('preview')
  return withEtag(found, etagOf({ ...found, showing: steadyShowing(found.showing) }))
}

export const previewScreen: Screen = {
  noun: 'preview',
  from,
  sees: (viewer, id) => sql`v.id = ${id} and ${seesPreview(viewer)}`,
}

export const lockPreview = (tx: Tx, id: string) =>
  sql`select from preview where id = ${id} for update`.execute(tx)

/**
 * The previews of an asset, newest first, for embedding: over `asset a`, which the reader sees
 * already.
 */
export const previewsOfAsset = (pastEmbargo: RawBuilder<unknown>) => sql`coalesce((
  select json_agg(shown) from (select ${columns} from preview v join file f on f.id = v.file_id where v.asset_id = a.id and ${pastEmbargo} order by v.created_at desc, v.id desc limit 50) shown), '[]')`

/**
 * The newest preview of an asset with a still that may be shown: that of a film, where films are
 * not marked, or a picture itself. Over `asset a`, like the above.
 */
export const posterOfAsset = (pastEmbargo: RawBuilder<unknown>) => sql`(
  select v.id from preview v join file f on f.id = v.file_id
  where v.asset_id = a.id and ${pastEmbargo} and exists (select from rendition r where r.file_id = f.id and r.person_id is null and r.whole and (r.kind = 'image' or r.kind = 'poster' and not ${marks}))
  order by v.created_at desc, v.id desc limit 1)`
