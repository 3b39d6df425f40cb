import { useEffect } from 'react'
import { ApiError } from '@reelay/client'
import { useQuery } from '@tanstack/react-query'
import { useService } from './service-context.ts'

type Query<T> = { data: T | undefined; error: Error | null }

/** Stores the response of a query, and returns the stored one when the service is unreachable. */
export function useOfflineCopy<T, Q extends Query<T>>(key: readonly unknown[], query: Q): Q {
  const { copies } = useService()
  const { data } = query
  const cacheKey = JSON.stringify(key)
  useEffect(() => {
    if (data !== undefined) void copies.save(key, data)
  }, [copies, cacheKey, data])
  return useUnreachableCopy<T, Q>(key, query)
}

/** Returns the stored response while the service is unreachable. */
export function useUnreachableCopy<T, Q extends Query<T>>(key: readonly unknown[], query: Q): Q {
  const { copies } = useService()
  const { data, error } = query
  const isUnreachable = data === undefined && error !== null && !(error instanceof ApiError)
  const copy = useQuery({
    queryKey: ['offline copy', ...key],
    enabled: isUnreachable,
    queryFn: async () => (await copies.find<T>(key)) ?? null,
  })
  // While the query runs again, it has no error: the copy stays.
  const known = data === undefined && !(error instanceof ApiError) ? copy.data : null
  return known ? { ...query, data: known, error: null } : query
}
