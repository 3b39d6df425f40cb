// Server state: every answer lies in the query cache under the endpoint's own path and what was
// asked of it.
import { createContext, useContext } from 'react'
import type { Endpoint, Page, ReplyOf } from '@reelay/api/contract'
import { ApiError, type ResultOf, type RequestInput } from '@reelay/client'
import { keepPreviousData, QueryClient, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Service } from './service.ts'

const ServiceContext = createContext<Service | null>(null)
export const ServiceProvider = ServiceContext.Provider

export function useService(): Service {
  const service = useContext(ServiceContext)
  if (!service) throw new Error('There is no ServiceProvider above this component')
  return service
}

export const createQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // A refusal is an answer: asking again changes nothing, except where the service itself
        // says that it is busy or broken.
        retry: (count, error) => count < 2 && !(error instanceof ApiError && error.status < 500),
        // Otherwise a request without network waits in silence instead of saying so.
        networkMode: 'always',
      },
    },
  })

/**
 * `pollWhile`: asks again and again as long as the answer says that something is still on its way.
 */
type QueryOptions<T> = { enabled?: boolean; staleTime?: number; pollWhile?: (answer: T) => boolean }

const POLL_MS = 2_000
const pollInterval =
  <T>(pollWhile: ((answer: T) => boolean) | undefined) =>
  ({ state: { data } }: { state: { data: T | undefined } }) =>
    data !== undefined && pollWhile?.(data) ? POLL_MS : false

export function useEndpointQuery<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  { pollWhile, ...wish }: QueryOptions<ResultOf<E>> = {},
) {
  const { ask } = useService()
  return useQuery<ResultOf<E>>({
    queryKey: [endpoint.path, input],
    queryFn: () => ask(endpoint, input),
    refetchInterval: pollInterval(pollWhile),
    ...wish,
  })
}

type ListEndpoint = Endpoint & { list: true }
export type PagedList<T> = {
  items: T[] | undefined
  total: number
  /** The whole list could not be had, or not anew. */
  error: Error | null
  /** What is shown stands; only the next page could not be had. */
  loadMoreError: Error | null
  /** What is shown answers the question before. */
  isOutdated: boolean
  hasMore: boolean
  isFetching: boolean
  isFetchingMore: boolean
  loadMore: () => void
  refetch: () => void
}

const PAGE_SIZE = 25

/**
 * A list that grows by pages of X-Range; what was shown stays while a new question is on its way.
 */
export function usePagedQuery<E extends ListEndpoint>(
  endpoint: E,
  input: RequestInput<E>,
  { pollWhile }: { pollWhile?: (item: ReplyOf<E>) => boolean } = {},
): PagedList<ReplyOf<E>> {
  const { ask } = useService()
  const query = useInfiniteQuery({
    queryKey: [endpoint.path, 'pages', input],
    queryFn: ({ pageParam: first }) =>
      ask(endpoint, { ...input, range: { first, last: first + PAGE_SIZE - 1 } }) as Promise<
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
  const {
    data,
    error,
    isPlaceholderData,
    hasNextPage,
    isFetching,
    isFetchingNextPage,
    isFetchNextPageError,
    fetchNextPage,
    refetch,
  } = query
  return {
    items: data && uniqueById(data.pages.flatMap((page) => page.items)),
    total: data?.pages.at(-1)?.total ?? 0,
    error: isFetchNextPageError ? null : error,
    loadMoreError: isFetchNextPageError ? error : null,
    isOutdated: isPlaceholderData,
    hasMore: hasNextPage,
    isFetching,
    isFetchingMore: isFetchingNextPage,
    loadMore: () => void fetchNextPage(),
    refetch: () => void refetch(),
  }
}

/** A record that was added between two pages pushes its neighbour onto the next one. */
const uniqueById = <T>(items: T[]): T[] => [
  ...new Map(items.map((item) => [(item as { _id: string })._id, item])).values(),
]
