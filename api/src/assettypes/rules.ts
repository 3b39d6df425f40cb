import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { AssetType } from './contract.ts'

export type StoredAssetType = Omit<AssetType, '$links'>

/** Assets refer to their type by slug, so the link uses the slug too. */
export const presentAssetType = (
  type: StoredAssetType,
  { host }: Pick<ReplyContext, 'host'>,
): AssetType => ({ ...type, $links: { self: `//${host}/api/assettypes/${type.slug}` } })
