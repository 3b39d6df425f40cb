import type { Endpoint } from '@reelay/api/contract'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'

type Listed = { _id: string; slug?: string }
type Lists = { items?: Listed[]; pages?: { items: Listed[] }[] } | Listed[] | undefined

/** Finds a record in the lists that were shown, by its id or slug: what its page shows until it is loaded. */
export const useFindListedRecord = <R extends Listed>(
  endpoint: Endpoint & { list: true },
  id: string,
): (() => R | undefined) => {
  const queryClient = useQueryClient()
  return () => findListed(queryClient, endpoint.path, id) as R | undefined
}

function findListed(queryClient: QueryClient, path: string, id: string): Listed | undefined {
  for (const [, data] of queryClient.getQueriesData<Lists>({ queryKey: [path] })) {
    const record = itemsOf(data).find((item) => item._id === id || item.slug === id)
    if (record) return record
  }
  return undefined
}

function itemsOf(data: Lists): Listed[] {
  if (Array.isArray(data)) return data
  return data?.items ?? data?.pages?.flatMap(({ items }) => items) ?? []
}
