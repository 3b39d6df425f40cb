// Studios and groups by name, for filters and forms. They change rarely, so they are asked for once in a while.
import { groups, studios } from '@reelay/api/contract'
import { useAnswer } from '../answers.ts'
import type { Option } from '../ui/choice.tsx'

const range = { first: 0, last: 499 }
const seldom = { staleTime: 60_000 }

type House<T> = { records: T[]; options: Option[]; nameOf: (id: string) => string }

export function useStudios(): House<studios.Studio> {
  return houseOf(useAnswer(studios.listStudios, { range }, seldom).data?.items)
}

export function useGroups(): House<groups.Group> {
  return houseOf(useAnswer(groups.listGroups, { range }, seldom).data?.items)
}

function houseOf<T extends { _id: string; name: string }>(records: T[] = []): House<T> {
  const names = new Map(records.map(({ _id, name }) => [_id, name]))
  return { records, options: records.map(({ _id, name }) => ({ value: _id, name })), nameOf: (id) => names.get(id) ?? '…' }
}
