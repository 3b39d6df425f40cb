import { sql } from 'kysely'
import { seesAsset, type Viewer } from '../access/queries/sight.ts'
import type { Db, Tx } from '../kernel/db/connect.ts'
import { all, one, page } from '../kernel/db/page.ts'
import type { Page, Range } from '../kernel/http/range.ts'
import { notFound } from '../kernel/problem.ts'
import type { Holder } from '../lines/queries/lines.ts'
import type { StoredScript } from './rules.ts'

const from = sql`script sc join asset a on a.id = sc.asset_id join sheet sh on sh.id = sc.sheet_id`
const columns = sql`
  sc.id as "_id", sc.asset_id as asset, sc.part, sc.language, sc.sheet_id as sheet, sh.revision, (select count(*) from sheet_line l where l.sheet_id = sh.id) as lines, seconds(sc.created_at) as created`

export function listScripts(
  db: Db,
  viewer: Viewer,
  range: Range,
  asked: { asset?: string; part?: string },
): Promise<Page<StoredScript>> {
  return page(db, range, {
    columns,
    from,
    key: sql`sc.id`,
    where: all(
      seesAsset(viewer),
      asked.asset ? sql`${asked.asset} in (a.id, a.slug)` : sql`true`,
      asked.part ? sql`sc.part = ${asked.part}` : sql`true`,
    ),
    order: sql`sc.created_at desc, sc.id desc`,
  })
}

export async function getScript(db: Db, viewer: Viewer, id: string): Promise<StoredScript> {
  const found = await one<StoredScript>(db, {
    columns,
    from,
    where: sql`sc.id = ${id} and ${seesAsset(viewer)}`,
  })
  if (!found) throw notFound('script')
  return found
}

export const heldByScript: Holder = async (db, viewer, id) => {
  const { sheet, asset, language } = await getScript(db, viewer, id)
  return { sheet, asset, language, closed: null }
}

export const lockScript = (tx: Tx, id: string) =>
  sql`select from script where id = ${id} for update`.execute(tx)
