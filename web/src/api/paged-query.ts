import type { Endpoint, ReplyOf } from '@reelay/api/contract'
import type { ResultPage, RequestInput } from '@reelay/client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pollInterval } from './queries.ts'
import { useService } from './service-context.ts'
import type { ServiceCall } from './service.ts'

type ListEndpoint = Endpoint & { list: true }
export type PagedList<T> = {
  items: T[] | undefined
  /** Null if there are more items than the service counts. */
  total: number | null
  /** The list could not be loaded or refreshed. */
  error: Error | null
  /** Only the next page failed; the items shown are valid. */
  loadMoreError: Error | null
  /** The items still belong to the previous input. */
  isOutdated: boolean
  hasMore: boolean
  isFetching: boolean
  isFetchingMore: boolean
  loadMore: () => void
  refetch: () => void
}

const PAGE_SIZE = 25

/**
 * Adds to the items of a page what is not part of the response. It gets their promise, so that it
 * can load at the same time.
 */
export type CompletePage<E extends ListEndpoint, T> = (
  items: Promise<ReplyOf<E>[]>,
  first: number,
) => Promise<T[]>
type Options<E extends ListEndpoint, T> = {
  pollWhile?: (item: T) => boolean
  complete?: CompletePage<E, T>
  /** The `_id`, if it is not given. */
  keyOf?: (item: T) => string
}

/** `first`: how many items the pages before have. */
type PageParam = { after?: string; first: number }

export const pagedQuery = <E extends ListEndpoint, T extends ReplyOf<E> = ReplyOf<E>>(
  call: ServiceCall,
  endpoint: E,
  input: RequestInput<E>,
  complete?: CompletePage<E, T>,
) => ({
  queryKey: [endpoint.path, 'pages', input, complete !== undefined],
  queryFn: async ({
    pageParam: { after, first },
  }: {
    pageParam: PageParam
  }): Promise<ResultPage<T>> => {
    const range = { first: 0, last: PAGE_SIZE - 1 }
    const loading = call(endpoint, { ...input, range, after }) as Promise<ResultPage<T>>
    if (!complete) return loading
    const items = await complete(
      loading.then((page) => page.items),
      first,
    )
    return { ...(await loading), items }
  },
  initialPageParam: { first: 0 } as PageParam,
})

/** A list that grows by pages of X-Range. Keeps the previous items while a new input loads. */
export function usePagedQuery<E extends ListEndpoint, T extends ReplyOf<E> = ReplyOf<E>>(
  endpoint: E,
  input: RequestInput<E>,
  { pollWhile, complete, keyOf = idOf }: Options<E, T> = {},
): PagedList<T> {
  const { call } = useService()
  const query = useInfiniteQuery({
    ...pagedQuery(call, endpoint, input, complete),
    getNextPageParam: ({ next }, pages) => {
      const first = pages.reduce((sum, { items }) => sum + items.length, 0)
      return next === undefined ? undefined : { after: next, first }
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval(
      pollWhile && ((data) => data.pages.some(({ items }) => items.some(pollWhile))),
    ),
  })
  const { data, error, isFetchNextPageError } = query
  return {
    items:
      data &&
      uniqueBy(
        keyOf,
        data.pages.flatMap((page) => page.items),
      ),
    total: data ? data.pages[0]!.total : 0,
    error: isFetchNextPageError ? null : error,
    loadMoreError: isFetchNextPageError ? error : null,
    isOutdated: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isFetching: query.isFetching,
    isFetchingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    refetch: () => void query.refetch(),
  }
}

const idOf = (item: unknown): string => (item as { _id: string })._id

/** A record added between two requests pushes its neighbour onto the next page. */
const uniqueBy = <T>(keyOf: (item: T) => string, items: T[]): T[] => [
  ...new Map(items.map((item) => [keyOf(item), item])).values(),
]
