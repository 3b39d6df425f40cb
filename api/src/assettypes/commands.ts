import type { Static } from 'typebox'
import type { Tx } from '../kernel/db/connect.ts'
import { freeSlug } from '../kernel/db/free-slug.ts'
import { sql } from '../kernel/db/sql.ts'
import type { RecordChange } from '../kernel/http/serve.ts'
import type * as contract from './contract.ts'
import { getAssetType, lockAssetType } from './queries.ts'
import type { StoredAssetType } from './rules.ts'

type New = Static<typeof contract.createAssetType.body>
type Change = Static<typeof contract.changeAssetType.body>

export async function createAssetType(tx: Tx, { body }: { body: New }): Promise<StoredAssetType> {
  const slug = await freeSlug(tx, 'asset_type', body)
  const { rows } = await sql<{ id: string }>`
    insert into asset_type (name, slug, category, media_type)
    values (${body.name}, ${slug}, ${body.category}, ${body.mediaType})
    returning id`.execute(tx)
  const { id } = rows[0]!
  return getAssetType(tx, id)
}

export async function changeAssetType(
  tx: Tx,
  { id, body, checkPreconditions }: Omit<RecordChange, 'by'> & { body: Change },
): Promise<StoredAssetType> {
  await lockAssetType(tx, id)
  const current = await getAssetType(tx, id)
  checkPreconditions(current)
  const slug =
    body.slug && body.slug !== current.slug
      ? await freeSlug(tx, 'asset_type', { slug: body.slug, name: current.name })
      : current.slug
  await sql`
    update asset_type set name = ${body.name ?? current.name}, slug = ${slug},
      category = ${body.category ?? current.category},
      media_type = ${body.mediaType ?? current.mediaType}
    where id = ${current._id}`.execute(tx)
  return getAssetType(tx, current._id)
}

export async function removeAssetType(
  tx: Tx,
  { id, checkPreconditions }: Omit<RecordChange, 'by'>,
) {
  await lockAssetType(tx, id)
  const current = await getAssetType(tx, id)
  checkPreconditions(current)
  await sql`delete from asset_type where id = ${current._id}`.execute(tx)
  return { _id: current._id, removed: true as const }
}
