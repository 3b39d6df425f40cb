import type { Db, Tx } from '../kernel/db/connect.ts'
import { asc } from '../kernel/db/order.ts'
import { findOne, listPage } from '../kernel/db/page.ts'
import { sql } from '../kernel/db/sql.ts'
import type { Page, Range } from '../kernel/http/contract/range.ts'
import { notFound } from '../kernel/http/contract/problem.ts'
import type { StoredAssetType } from './rules.ts'

// Asset types belong to the installation, so every signed-in user sees them.
const from = sql`asset_type ty`
const columns = sql`ty.id as "_id", ty.slug, ty.name, ty.category, ty.media_type as "mediaType",
  seconds(ty.created_at) as created`

export const listAssetTypes = (db: Db, range: Range): Promise<Page<StoredAssetType>> =>
  listPage(db, range, {
    columns,
    from,
    where: sql`true`,
    order: asc(sql`ty.name`, sql`ty.id`),
    key: sql`ty.id`,
  })

export async function getAssetType(db: Db, idOrSlug: string): Promise<StoredAssetType> {
  const assetType = await findOne<StoredAssetType>(db, {
    columns,
    from,
    where: sql`${idOrSlug} in (ty.id, ty.slug)`,
  })
  if (!assetType) throw notFound('asset type')
  return assetType
}

export const lockAssetType = (tx: Tx, idOrSlug: string) =>
  sql`select from asset_type where ${idOrSlug} in (id, slug) for update`.execute(tx)
