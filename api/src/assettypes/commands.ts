import type { Static } from 'typebox'
import type { Tx } from '../kernel/db/connect.ts'
import { freeSlug } from '../kernel/db/free-slug.ts'
import type { PreconditionCheck } from '../kernel/http/serve.ts'
import type * as contract from './contract.ts'
import { getAssetType, lockAssetType } from './queries.ts'
import type { StoredAssetType } from './rules.ts'

type New = Static<typeof contract.createAssetType.body>
type Change = Static<typeof contract.changeAssetType.body>

export async function createAssetType(tx: Tx, { body }: { body: New }): Promise<StoredAssetType> {
  const slug = await freeSlug(tx, 'asset_type', body)
  const { id } = await tx
    .insertInto('asset_type')
    .values({ name: body.name, slug, category: body.category, media_type: body.mediaType })
    .returning('id')
    .executeTakeFirstOrThrow()
  return getAssetType(tx, id)
}

export async function changeAssetType(
  tx: Tx,
  {
    id,
    body,
    checkPreconditions,
  }: { id: string; body: Change; checkPreconditions: PreconditionCheck },
): Promise<StoredAssetType> {
  await lockAssetType(tx, id)
  const current = await getAssetType(tx, id)
  checkPreconditions(current)
  const slug =
    body.slug && body.slug !== current.slug
      ? await freeSlug(tx, 'asset_type', { slug: body.slug, name: current.name })
      : current.slug
  await tx
    .updateTable('asset_type')
    .where('id', '=', current._id)
    .set({
      name: body.name ?? current.name,
      slug,
      category: body.category ?? current.category,
      media_type: body.mediaType ?? current.mediaType,
    })
    .execute()
  return getAssetType(tx, current._id)
}

export async function removeAssetType(
  tx: Tx,
  { id, checkPreconditions }: { id: string; checkPreconditions: PreconditionCheck },
) {
  await lockAssetType(tx, id)
  const current = await getAssetType(tx, id)
  checkPreconditions(current)
  await tx.deleteFrom('asset_type').where('id', '=', current._id).execute()
  return { _id: current._id, removed: true as const }
}
