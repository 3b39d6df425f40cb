import { useTerritories } from '../../shared/lookups.ts'
import type { Option } from '../../../ui/fields/select.tsx'

/** Users refer to a territory by id, orders by code. */
export const useTerritoryIds = (): Option[] =>
  useTerritories().records.map(({ _id, name }) => ({ value: _id, name }))
