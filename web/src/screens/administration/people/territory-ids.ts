import { territories } from '@reelay/api/contract'
import { useAnswer } from '../../../answers.ts'
import type { Option } from '../../../ui/choice.tsx'

/** People belong to a territory by its id; orders name its code. */
export function useTerritoryIds(): Option[] {
  const { data } = useAnswer(territories.listTerritories, { range: { first: 0, last: 499 } }, { staleTime: 60_000 })
  return data?.items.map(({ _id, name }) => ({ value: _id, name })) ?? []
}
