// A list of any length of which only the visible pages are fetched, so that the scroll bar can jump
// anywhere.
import { ranges, type Endpoint, type ReplyOf } from '@reelay/api/contract'
import type { ResultPage, RequestInput } from '@reelay/client'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { pagesCovering, WINDOW_PAGE_SIZE, type IndexRange } from './index-range.ts'
import { useService } from './service-context.ts'
import type { ServiceCall } from './service.ts'

type ListEndpoint = Endpoint & { list: true }
export type WindowedList<T> = {
  /** Undefined until the first response, null if there are more items than the service counts. */
  total: number | null | undefined
  /**
   * How many items the scroll bar reaches: the service finds no page by a later position. Undefined
   * until the first response.
   */
  reachable: number | undefined
  /** Undefined while the page of this item loads. */
  at: (index: number) => T | undefined
  error: Error | null
  isFetching: boolean
  /** The items still belong to the previous input. */
  isOutdated: boolean
  refetch: () => void
}

/** Long enough to scroll back and forth, short enough to never hold 100,000 items at once. */
const GC_MS = 60_000
/** Signed image URLs are valid for five minutes. */
const STALE_MS = 4 * 60_000

type Complete<E extends ListEndpoint, T> = (items: ReplyOf<E>[]) => Promise<T[]>

export const windowQuery = <E extends ListEndpoint, T extends ReplyOf<E> = ReplyOf<E>>(
  call: ServiceCall,
  endpoint: E,
  input: RequestInput<E>,
  number: number,
  complete?: Complete<E, T>,
) => ({
  queryKey: [endpoint.path, 'window', input, number, complete !== undefined],
  gcTime: GC_MS,
  staleTime: STALE_MS,
  structuralSharing: false as const,
  queryFn: async () => {
    const found = (await call(endpoint, {
      ...input,
      range: rangeOfPage(number),
    })) as ResultPage<ReplyOf<E>>
    return { ...found, items: complete ? await complete(found.items) : (found.items as T[]) }
  },
})

/** `complete` adds to the items of a page what is not part of the response. */
export function useWindowedQuery<E extends ListEndpoint, T extends ReplyOf<E> = ReplyOf<E>>(
  endpoint: E,
  input: RequestInput<E>,
  visible: IndexRange,
  complete?: Complete<E, T>,
): WindowedList<T> {
  const { call } = useService()
  const page = (number: number) => windowQuery(call, endpoint, input, number, complete)
  // The first page is always fetched: it has the total, and keeps the previous items while a new
  // input loads.
  const first = useQuery({ ...page(0), placeholderData: keepPreviousData })
  const total = first.data?.total
  const reachable = total === null ? ranges.MAX_FIRST : total
  const numbers = pagesCovering(visible, reachable ?? 0).filter((number) => number > 0)
  const others = useQueries({ queries: first.isPlaceholderData ? [] : numbers.map(page) })
  const pages = new Map(numbers.map((number, index) => [number, others[index]?.data]))
  return {
    total,
    reachable,
    error: first.error ?? others.find(({ error }) => error)?.error ?? null,
    isFetching: first.isFetching || others.some(({ isFetching }) => isFetching),
    isOutdated: first.isPlaceholderData,
    at: (index) => {
      const number = Math.floor(index / WINDOW_PAGE_SIZE)
      const data = number === 0 ? first.data : pages.get(number)
      return data?.items[index % WINDOW_PAGE_SIZE]
    },
    refetch: () =>
      [first, ...others].filter(({ error }) => error).forEach(({ refetch }) => void refetch()),
  }
}

const rangeOfPage = (number: number) => ({
  first: number * WINDOW_PAGE_SIZE,
  last: (number + 1) * WINDOW_PAGE_SIZE - 1,
})
