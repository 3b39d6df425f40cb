// Starts the queries of a page before its code is there. A screen asks with the same endpoint and
// input, and gets the response, or waits for the request that is under way.
import type { Endpoint, ReplyOf } from '@reelay/api/contract'
import type { RequestInput } from '@reelay/client'
import type { QueryClient } from '@tanstack/react-query'
import { pagedQuery, type CompletePage } from './paged-query.ts'
import { allItemsQuery, endpointQuery } from './queries.ts'
import type { Service } from './service.ts'
import { windowQuery } from './windowed-query.ts'

type ListEndpoint = Endpoint & { list: true }
type Options = {
  staleTime?: number
}
export type QueryStarter = ReturnType<typeof createQueryStarter>
export type QueryContext = { service: Pick<Service, 'call'>; queryClient: QueryClient }

/** With `onlyMissing`, what is in the cache is not loaded again. */
export function createQueryStarter(
  { service: { call }, queryClient }: QueryContext,
  { onlyMissing = false } = {},
) {
  const always = onlyMissing && { staleTime: Infinity }
  return {
    call,
    query: <E extends Endpoint>(endpoint: E, input: RequestInput<E>, options: Options = {}) =>
      void queryClient.prefetchQuery({
        ...endpointQuery(call, endpoint, input),
        ...options,
        ...always,
      }),
    allItems: <E extends ListEndpoint>(
      endpoint: E,
      input: RequestInput<E>,
      options: Options = {},
    ) =>
      void queryClient.prefetchQuery({
        ...allItemsQuery(call, endpoint, input),
        ...options,
        ...always,
      }),
    pages: <E extends ListEndpoint, T extends ReplyOf<E> = ReplyOf<E>>(
      endpoint: E,
      input: RequestInput<E>,
      complete?: CompletePage<E, T>,
    ) =>
      void queryClient.prefetchInfiniteQuery({
        ...pagedQuery(call, endpoint, input, complete),
        ...always,
      }),
    /** The first page of a list of any length. */
    window: <E extends ListEndpoint, T extends ReplyOf<E> = ReplyOf<E>>(
      endpoint: E,
      input: RequestInput<E>,
      complete?: (items: ReplyOf<E>[]) => Promise<T[]>,
    ) =>
      void queryClient.prefetchQuery({
        ...windowQuery(call, endpoint, input, 0, complete),
        ...always,
      }),
  }
}
