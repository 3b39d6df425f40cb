// Server state lives in the query cache. The key is the path of the endpoint and its input.
import type { Endpoint, ReplyOf } from '@reelay/api/contract'
import type { ResultPage, RequestInput, ResultOf } from '@reelay/client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { loadAllPages } from './all-pages.ts'
import { useService } from './service-context.ts'
import type { ServiceCall } from './service.ts'

export const endpointQuery = <E extends Endpoint>(
  call: ServiceCall,
  endpoint: E,
  input: RequestInput<E>,
) => ({
  queryKey: [endpoint.path, input],
  queryFn: () => call(endpoint, input),
})

export const allItemsQuery = <E extends Endpoint & { list: true }>(
  call: ServiceCall,
  endpoint: E,
  input: RequestInput<E>,
) => ({
  queryKey: [endpoint.path, 'all', input],
  queryFn: () =>
    loadAllPages(
      (place) => call(endpoint, { ...input, ...place }) as Promise<ResultPage<ReplyOf<E>>>,
    ),
})

type QueryOptions<T> = {
  enabled?: boolean
  staleTime?: number
  /** Shows the previous response while another input is loading. */
  keepPrevious?: boolean
  /** What is known before the response, such as the row of a list. */
  placeholder?: () => T | undefined
  /** Fetches again every two seconds while this is true of the response. */
  pollWhile?: (response: T) => boolean
}

export function useEndpointQuery<E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
  { pollWhile, keepPrevious = false, placeholder, ...options }: QueryOptions<ResultOf<E>> = {},
) {
  const { call } = useService()
  return useQuery<ResultOf<E>>({
    ...endpointQuery(call, endpoint, input),
    refetchInterval: pollInterval(pollWhile),
    ...(keepPrevious && { placeholderData: keepPreviousData }),
    ...(placeholder && { placeholderData: placeholder }),
    ...options,
  })
}

/** All items of a list that screens need as a whole. */
export function useAllItems<E extends Endpoint & { list: true }>(
  endpoint: E,
  input: RequestInput<E>,
  options: { staleTime?: number; enabled?: boolean } = {},
) {
  const { call } = useService()
  return useQuery({ ...allItemsQuery(call, endpoint, input), ...options })
}

const POLL_MS = 2_000

export const pollInterval =
  <T>(pollWhile: ((response: T) => boolean) | undefined) =>
  ({ state: { data } }: { state: { data: T | undefined } }) =>
    data !== undefined && pollWhile?.(data) ? POLL_MS : false
