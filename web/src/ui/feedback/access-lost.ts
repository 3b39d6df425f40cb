import { ApiError } from '@reelay/client'

/** The record was removed, or the person may not see it any more. The service tells no difference. */
export const isAccessLost = (error: Error | null): boolean =>
  error instanceof ApiError && error.status === 404
