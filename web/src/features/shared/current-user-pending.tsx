import type { ReactNode } from 'react'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { useCurrentUserQuery } from './current-user.ts'

/** Shown until the current user is loaded: a placeholder, or the error. */
export function CurrentUserPending({ pending }: { pending: ReactNode }) {
  const { error, refetch, isFetching } = useCurrentUserQuery()
  return error ? (
    <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  ) : (
    pending
  )
}
