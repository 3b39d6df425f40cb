import type { View } from '../kernel/http/contract/view.ts'
import type { Territory } from './contract.ts'

export type StoredTerritory = Omit<Territory, '$links'>

export const presentTerritory = (
  territory: StoredTerritory,
  { host }: Pick<View, 'host'>,
): Territory => ({
  ...territory,
  $links: { self: `//${host}/api/territories/${territory._id}` },
})
