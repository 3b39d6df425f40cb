import { assetHasAddress } from '../access/queries/slugs.ts'
import { seesAsset, type Viewer } from '../access/queries/visibility.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { lockRow } from '../kernel/db/lock-row.ts'
import { desc } from '../kernel/db/order.ts'
import { allOf, findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { ResolveTextTrack } from '../lines/queries/lines.ts'
import type { StoredScript } from './rules.ts'

const from = sql`
  script sc join asset a on a.studio_id = sc.studio_id and a.id = sc.asset_id
    join text_track t on t.studio_id = sc.studio_id and t.id = sc.text_track_id`
const columns = sql`
  sc.id as "_id", sc.studio_id as studio, sc.asset_id as asset, sc.part, sc.language,
  sc.text_track_id as "textTrack",
  t.revision, seconds(sc.created_at) as created,
  (select count(*) from text_track_line l
    where l.studio_id = t.studio_id and l.text_track_id = t.id) as lines`

export function listScripts(
  db: Db,
  viewer: Viewer,
  range: Range,
  filter: { asset?: string; part?: string },
): Promise<Page<StoredScript>> {
  return listPage(db, range, {
    columns,
    from,
    key: sql`sc.id`,
    where: allOf(
      seesAsset(viewer),
      filter.asset ? sql`${assetHasAddress(filter.asset)}` : sql`true`,
      filter.part ? sql`sc.part = ${filter.part}` : sql`true`,
    ),
    order: desc(sql`sc.created_at`, sql`sc.id`),
  })
}

export async function getScript(db: Db, viewer: Viewer, id: string): Promise<StoredScript> {
  const script = await findOne<StoredScript>(db, {
    columns,
    from,
    where: sql`sc.id = ${id} and ${seesAsset(viewer)}`,
  })
  if (!script) throw notFound('script')
  return script
}

/** Reads less than `getScript`, which counts the lines. */
export const resolveScriptTrack: ResolveTextTrack = async (db, viewer, id) => {
  const script = await findOne<Pick<StoredScript, 'textTrack' | 'asset' | 'language'>>(db, {
    columns: sql`sc.text_track_id as "textTrack", sc.asset_id as asset, sc.language`,
    from,
    where: sql`sc.id = ${id} and ${seesAsset(viewer)}`,
  })
  if (!script) throw notFound('script')
  return { ...script, sourceLanguage: null, locked: null }
}

export const lockScript = (tx: Tx, id: string) => lockRow(tx, 'script', id)
