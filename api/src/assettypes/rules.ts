import type { View } from '../kernel/http/contract/view.ts'
import type { AssetType } from './contract.ts'

export type StoredAssetType = Omit<AssetType, '$links'>

/** Assets refer to their type by slug, so the link uses the slug too. */
export const presentAssetType = (
  type: StoredAssetType,
  { host }: Pick<View, 'host'>,
): AssetType => ({ ...type, $links: { self: `//${host}/api/assettypes/${type.slug}` } })
