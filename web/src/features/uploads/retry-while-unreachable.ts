import { ApiError } from '@reelay/client'

const ATTEMPTS = 25
const PAUSE_MS = 3_000

/** Retries for about as long as an upload does. A rejection (4xx) is final. */
export async function retryWhileUnreachable<T>(
  work: () => Promise<T>,
  onUnreachable: () => void,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const isFinal =
        error instanceof ApiError && error.status < 500 && error.code !== 'idempotency.in-flight'
      if (isFinal || attempt === ATTEMPTS) throw error
      onUnreachable()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
