import type { View } from '../kernel/http/contract/view.ts'
import type { AssetType } from './contract.ts'

export type StoredAssetType = Omit<AssetType, '$links'>

/** Assets carry the slug as their `type`, so the address is made of the slug too. */
export const presentAssetType = (
  type: StoredAssetType,
  { host }: Pick<View, 'host'>,
): AssetType => ({ ...type, $links: { self: `//${host}/api/assettypes/${type.slug}` } })
