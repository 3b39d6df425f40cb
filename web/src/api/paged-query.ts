import type { Endpoint, Page, ReplyOf } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { pollInterval } from './queries.ts'
import { useService } from './service-context.ts'

type ListEndpoint = Endpoint & { list: true }
export type PagedList<T> = {
  items: T[] | undefined
  total: number
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

/** A list that grows by pages of X-Range. Keeps the previous items while a new input loads. */
export function usePagedQuery<E extends ListEndpoint>(
  endpoint: E,
  input: RequestInput<E>,
  { pollWhile }: { pollWhile?: (item: ReplyOf<E>) => boolean } = {},
): PagedList<ReplyOf<E>> {
  const { call } = useService()
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', input],
    queryFn: ({ pageParam: first }) =>
      call(endpoint, { ...input, range: { first, last: first + PAGE_SIZE - 1 } }) as Promise<
        Page<ReplyOf<E>>
      >,
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, { items }) => sum + items.length, 0)
      return last.items.length > 0 && shown < last.total ? shown : undefined
    },
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval(
      pollWhile && ((data) => data.pages.some(({ items }) => items.some(pollWhile))),
    ),
  })
  const { data, error, isFetchNextPageError } = query
  return {
    items: data && uniqueById(data.pages.flatMap((page) => page.items)),
    total: data?.pages.at(-1)?.total ?? 0,
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

/** A record added between two requests pushes its neighbour onto the next page. */
const uniqueById = <T>(items: T[]): T[] => [
  ...new Map(items.map((item) => [(item as { _id: string })._id, item])).values(),
]
