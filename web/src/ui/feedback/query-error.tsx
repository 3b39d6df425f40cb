import { ErrorAlert } from './error-alert.tsx'

type Query = {
  error: Error | null
  refetch: () => unknown
  isFetching: boolean
  data?: unknown
}

/** The error of a query with a button that repeats it, or nothing. */
export function QueryError({
  query,
  isStale = Boolean(query.data),
}: {
  query: Query
  isStale?: boolean
}) {
  return (
    query.error && (
      <ErrorAlert
        error={query.error}
        onRetry={() => void query.refetch()}
        isRetrying={query.isFetching}
        isStale={isStale}
      />
    )
  )
}
