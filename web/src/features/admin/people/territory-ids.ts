import { useTerritories } from '../../shared/lookups.ts'
import type { Option } from '../../../ui/fields/select.tsx'

/** People belong to a territory by its id; orders name its code. */
export const useTerritoryIds = (): Option[] =>
  useTerritories().records.map(({ _id, name }) => ({ value: _id, name }))
