// To change something: the service is told once however often the line breaks, whatever shows it is
// asked anew, and a refusal is said aloud.
import type { Endpoint } from '@reelay/api/contract'
import { Refusal, type Answer, type Input } from '@reelay/client'
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useService } from './queries.ts'
import { newKey } from './idempotency-key.ts'
import { explain } from '../ui/feedback/explain-error.ts'
import { tell } from '../ui/feedback/toasts.tsx'

type Wish<E extends Endpoint> = {
  /**
   * First parts of the paths whose answers it changes; that of its own path where nothing is said.
   */
  touches?: string[]
  done?: (answer: Answer<E>, input: Input<E>) => void
  /** Where the screen shows the refusal itself, beside what caused it. */
  quiet?: boolean
}

export function useEndpointMutation<E extends Endpoint>(
  endpoint: E,
  { touches, done, quiet = false }: Wish<E> = {},
) {
  const { ask } = useService()
  const queryClient = useQueryClient()
  const mutation = useMutation<Answer<E>, Error, { input: Input<E>; key: string }>({
    mutationFn: ({ input, key }) => ask(endpoint, withKey(endpoint, input, key)),
    retry: (count, error) => count < 2 && !(error instanceof Refusal),
    networkMode: 'always',
    onSuccess: (answer, { input }) => {
      refresh(queryClient, touches ?? [firstPart(endpoint.path)])
      done?.(answer, input)
    },
    onError: (error) => {
      if (quiet) return
      const { title, advice } = explain(error)
      tell(`${title}: ${advice}`, { tone: 'bad' })
    },
  })
  const { mutate, mutateAsync, ...state } = mutation
  return {
    ...state,
    act: (input: Input<E>) => mutate({ input, key: newKey() }),
    actAsync: (input: Input<E>) => mutateAsync({ input, key: newKey() }),
  }
}

const withKey = <E extends Endpoint>({ method }: E, input: Input<E>, key: string): Input<E> =>
  method === 'POST'
    ? ({ ...input, headers: { 'idempotency-key': key, ...input.headers } } as Input<E>)
    : input

const firstPart = (path: string) => `/${path.split('/')[1]}`

/**
 * Whatever lies under these paths is asked for anew: at once where it is shown, else when it is
 * next.
 */
export function refresh(queryClient: QueryClient, paths: readonly string[]) {
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [path] }) =>
      typeof path === 'string' &&
      paths.some((part) => path === part || path.startsWith(`${part}/`)),
  })
}
