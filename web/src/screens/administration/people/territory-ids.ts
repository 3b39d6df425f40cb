import { useTerritories } from '../../../records/registers.ts'
import type { Option } from '../../../ui/choice.tsx'

/** People belong to a territory by its id; orders name its code. */
export const useTerritoryIds = (): Option[] =>
  useTerritories().records.map(({ _id, name }) => ({ value: _id, name }))
