import { ApiError } from '@reelay/client'
import { MutationCache, onlineManager, QueryClient } from '@tanstack/react-query'

declare module '@tanstack/react-query' {
  interface Register {
    /** `reportError`: the app shows the error of this mutation, because the screen does not. */
    mutationMeta: { reportError?: boolean }
  }
}

export function createQueryClient({ onError }: { onError: (error: Error) => void }): QueryClient {
  // It starts as online, and would miss the first change of a page that was opened without a network.
  onlineManager.setOnline(navigator.onLine)
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => {
        if (meta?.reportError) onError(error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        // Only 5xx responses and lost connections are worth another attempt.
        retry: (count, error) =>
          count < 2 && navigator.onLine && !(error instanceof ApiError && error.status < 500),
        // The default pauses a request without a network instead of reporting an error.
        networkMode: 'always',
        refetchOnReconnect: 'always',
      },
    },
  })
}
