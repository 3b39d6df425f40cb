import type { ReactNode } from 'react'
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx'
import { useCurrentUserQuery } from './current-user.ts'

/**
 * Who one is has to be known before anything of this can be shown. Until then what is on its way,
 * or what stands in the way.
 */
export function CurrentUserPending({ pending }: { pending: ReactNode }) {
  const { error, refetch, isFetching } = useCurrentUserQuery()
  return error ? (
    <ErrorAlert error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
  ) : (
    pending
  )
}
