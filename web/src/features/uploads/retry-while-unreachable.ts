import { ApiError } from '@reelay/client'

const TRIES = 25
const PAUSE_MS = 3_000

/**
 * Tries until the service answers, for about as long as bytes are tried (`DELAYS` of the engine). A
 * refusal is an answer.
 */
export async function retryWhileUnreachable<T>(
  work: () => Promise<T>,
  onAway: () => void,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const isAnswer =
        error instanceof ApiError && error.status < 500 && error.code !== 'idempotency.in-flight'
      if (isAnswer || tries === TRIES) throw error
      onAway()
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}
