// To change something: the service is told once however often the line breaks, whatever shows it is
// asked anew, and a refusal is said aloud.
import type { Endpoint } from '@reelay/api/contract'
import { ApiError, type ResultOf, type RequestInput } from '@reelay/client'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useService } from './queries.ts'
import { randomKey } from './random-key.ts'
import { explainError } from '../ui/feedback/explain-error.ts'
import { showToast } from '../ui/feedback/toasts.tsx'

type MutationOptions<E extends Endpoint> = {
  /**
   * First parts of the paths whose answers it changes; that of its own path where nothing is said.
   */
  invalidates?: string[]
  onSuccess?: (answer: ResultOf<E>, input: RequestInput<E>) => void
  /** Where the screen shows the refusal itself, beside what caused it. */
  silent?: boolean
}

export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { invalidates: touches, onSuccess: done, silent: quiet = false }: MutationOptions<E> = {},
) {
  const { ask } = useService()
  const queryClient = useQueryClient()
  const mutation = useMutation<ResultOf<E>, Error, { input: RequestInput<E>; key: string }>({
    mutationFn: ({ input, key }) => ask(endpoint, withIdempotencyKey(endpoint, input, key)),
    retry: (count, error) => count < 2 && !(error instanceof ApiError),
    networkMode: 'always',
    onSuccess: (answer, { input }) => {
      invalidatePaths(queryClient, touches ?? [firstSegment(endpoint.path)])
      done?.(answer, input)
    },
    onError: (error) => {
      if (quiet) return
      const { title, advice } = explainError(error)
      showToast(`${title}: ${advice}`, { tone: 'bad' })
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

/**
 * Whatever lies under these paths is asked for anew: at once where it is shown, else when it is
 * next.
 */
export function invalidatePaths(queryClient: QueryClient, paths: readonly string[]) {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' &&
      paths.some((part) => path === part || path.startsWith(`${part}/`)),
  })
}
