import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import type { Territory } from './contract.ts'

export type StoredTerritory = Omit<Territory, '$links'>

export const presentTerritory = (
  territory: StoredTerritory,
  { host }: Pick<ReplyContext, 'host'>,
): Territory => ({
  ...territory,
  $links: { self: `//${host}/api/territories/${territory._id}` },
})
