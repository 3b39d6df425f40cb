import { useDebouncedValue } from '@mantine/hooks'
import { users } from '@reelay/api/contract'
import { useQueries } from '@tanstack/react-query'
import { useEndpointQuery } from '../../api/queries.ts'
import { useService } from '../../api/service-context.ts'
import type { ComboboxOption } from '../../ui/fields/combobox.tsx'

const RARELY_CHANGES = { staleTime: 60_000 }

/** Undefined while searching. */
export function usePeopleSearch(typed: string): ComboboxOption[] | undefined {
  const [q] = useDebouncedValue(typed.trim(), 200)
  const { data } = useEndpointQuery(
    users.listUsers,
    { query: { q }, range: { first: 0, last: 7 } },
    { ...RARELY_CHANGES, enabled: q !== '' },
  )
  if (q === '') return []
  return data?.items.map(({ _id, name, emailNormal }) => ({ value: _id, name, note: emailNormal }))
}

/** Names by id. Most are in the cached list; the others are fetched one by one. */
export function usePeopleNames(ids: readonly string[]): (id: string) => string {
  const { call } = useService()
  const { data, isSuccess } = useEndpointQuery(
    users.listUsers,
    { range: { first: 0, last: 499 } },
    { ...RARELY_CHANGES, enabled: ids.length > 0 },
  )
  const listedNames = new Map(data?.items.map(({ _id, name }) => [_id, name]))
  const others = isSuccess ? ids.filter((id) => !listedNames.has(id)) : []
  const found = useQueries({
    queries: others.map((id) => ({
      queryKey: [users.getUser.path, { params: { id } }],
      queryFn: () => call(users.getUser, { params: { id } }),
      ...RARELY_CHANGES,
    })),
  })
  const fetchedNames = new Map(others.map((id, index) => [id, found[index]?.data?.name]))
  return (id) => listedNames.get(id) ?? fetchedNames.get(id) ?? '…'
}
