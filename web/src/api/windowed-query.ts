// A list of any length, of which only what is looked at is fetched and kept: one may jump to its
// end by the scroll bar.
import type { Endpoint, Page, ReplyOf } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useService } from './queries.ts'
import { WINDOW_PAGE_SIZE, pagesCovering, type IndexRange } from './index-range.ts'

type ListEndpoint = Endpoint & { list: true }
export type WindowedList<T> = {
  /** Undefined until it is known how many there are. */
  total: number | undefined
  /** Undefined while its page is on its way. */
  at: (index: number) => T | undefined
  error: Error | null
  isFetching: boolean
  /** What is shown answers the question before. */
  isOutdated: boolean
  refetch: () => void
}

/**
 * Long enough to scroll back and forth, short enough that a hundred thousand are never here at
 * once.
 */
const GC_MS = 60_000
/** Signed addresses of pictures hold for five minutes. */
const STALE_MS = 4 * 60_000

export function useWindowedQuery<E extends ListEndpoint>(
  endpoint: E,
  input: RequestInput<E>,
  looked: IndexRange,
): WindowedList<ReplyOf<E>> {
  const { ask } = useService()
  const page = (number: number) => ({
    queryKey: [endpoint.path, 'window', input, number],
    gcTime: GC_MS,
    staleTime: STALE_MS,
    structuralSharing: false,
    queryFn: () =>
      ask(endpoint, {
        ...input,
        range: {
          first: number * WINDOW_PAGE_SIZE,
          last: number * WINDOW_PAGE_SIZE + WINDOW_PAGE_SIZE - 1,
        },
      }) as Promise<Page<ReplyOf<E>>>,
  })
  // The first page is always asked for: it says how many there are, and shows the old answer while
  // a new question is on its way.
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData })
  const total = first.data?.total
  const numbers = pagesCovering(looked, total ?? 0).filter((number) => number > 0)
  const others = useQueries({ queries: first.isPlaceholderData ? [] : numbers.map(page) })
  const found = new Map(numbers.map((number, index) => [number, others[index]?.data]))
  return {
    total,
    error: first.error ?? others.find(({ error }) => error)?.error ?? null,
    isFetching: first.isFetching || others.some(({ isFetching }) => isFetching),
    isOutdated: first.isPlaceholderData,
    at: (index) => {
      const number = Math.floor(index / WINDOW_PAGE_SIZE)
      return (number === 0 ? first.data : found.get(number))?.items[index % WINDOW_PAGE_SIZE]
    },
    refetch: () =>
      [first, ...others].filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  }
}
