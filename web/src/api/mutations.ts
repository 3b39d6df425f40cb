// Calls an endpoint that changes something. An idempotency key makes retries safe, the affected
// queries are invalidated, and an error is shown as a toast.
import type { Endpoint } from '@reelay/api/contract'
import { ApiError, type RequestInput, type ResultOf } from '@reelay/client'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { randomKey } from './random-key.ts'
import { useService } from './service-context.ts'

type MutationOptions<E extends Endpoint> = {
  /** Paths whose queries are invalidated; by default the first segment of the endpoint's path. */
  invalidates?: string[]
  onSuccess?: (response: ResultOf<E>, input: RequestInput<E>) => void
  /** Set when the screen shows the error itself. */
  silent?: boolean
}

export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { invalidates, onSuccess, silent = false }: MutationOptions<E> = {},
) {
  const { call } = useService()
  const queryClient = useQueryClient()
  const mutation = useMutation<ResultOf<E>, Error, { input: RequestInput<E>; key: string }>({
    mutationFn: ({ input, key }) => call(endpoint, withIdempotencyKey(endpoint, input, key)),
    retry: (count, error) => count < 2 && !(error instanceof ApiError),
    networkMode: 'always',
    meta: { reportError: !silent },
    onSuccess: (response, { input }) => {
      invalidatePaths(queryClient, invalidates ?? [firstSegment(endpoint.path)])
      onSuccess?.(response, input)
    },
  })
  const { mutate, mutateAsync, ...state } = mutation
  return {
    ...state,
    mutate: (input: RequestInput<E>) => mutate({ input, key: randomKey() }),
    mutateAsync: (input: RequestInput<E>) => mutateAsync({ input, key: randomKey() }),
  }
}

const withIdempotencyKey = <E extends Endpoint>(
  { method }: E,
  input: RequestInput<E>,
  key: string,
): RequestInput<E> =>
  method === 'POST'
    ? ({ ...input, headers: { 'idempotency-key': key, ...input.headers } } as RequestInput<E>)
    : input

const firstSegment = (path: string) => `/${path.split('/')[1]}`

/** Invalidates the queries under these paths. Visible ones are fetched again at once. */
export function invalidatePaths(queryClient: QueryClient, paths: readonly string[]) {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' &&
      paths.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)),
  })
}
