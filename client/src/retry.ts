// Which requests are retried, how often, and after which pause.
import type { Endpoint } from '@reelay/api/contract'
import { ApiError } from './api-error.ts'
import type { ClientCredential } from './request.ts'
import { sleep } from './sleep.ts'
import type { AnyRequestInput } from './types.ts'

/**
 * `attempts` includes the first. Pauses start at `pauseMs` and double, with 50 % jitter. If the
 * service asks for a longer wait than `maxPauseMs`, the request fails at once.
 */
export type RetryPolicy = {
  attempts: number
  pauseMs: number
  maxPauseMs: number
  onRetry?: OnRetry | undefined
}
/** Called before each pause. */
export type OnRetry = (about: { error: unknown; pauseMs: number }) => void

export const DEFAULT_RETRY: RetryPolicy = { attempts: 5, pauseMs: 300, maxPauseMs: 20_000 }
export const NO_RETRY: RetryPolicy = { ...DEFAULT_RETRY, attempts: 1 }

/** Runs `work`, and runs it again while `isRetryable` accepts the error. */
export async function withRetries<T>(
  work: (attempt: number) => Promise<T>,
  {
    retry,
    isRetryable,
    signal,
  }: {
    retry: RetryPolicy
    isRetryable: (error: unknown) => boolean
    signal?: AbortSignal | undefined
  },
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const mayRetry = attempt + 1 < retry.attempts && !signal?.aborted && isRetryable(error)
      const pauseMs = mayRetry ? pauseAfter(error, attempt, retry) : undefined
      if (pauseMs === undefined) throw error
      retry.onRetry?.({ error, pauseMs })
      await sleep(pauseMs, signal)
      signal?.throwIfAborted()
    }
  }
}

function pauseAfter(
  error: unknown,
  attempt: number,
  { pauseMs, maxPauseMs }: RetryPolicy,
): number | undefined {
  const backoff = Math.min(pauseMs * 2 ** attempt, maxPauseMs) * (0.5 + Math.random())
  const requested =
    error instanceof ApiError ? parseRetryAfter(error.headers.get('retry-after')) : 0
  if (requested > maxPauseMs) return undefined
  return requested > backoff ? requested + pauseMs * Math.random() : backoff
}

/** Seconds or an HTTP date (RFC 9110, 10.2.3), in milliseconds from now. */
function parseRetryAfter(header: string | null): number {
  if (header === null) return 0
  return /^\d+$/.test(header)
    ? Number(header) * 1000
    : Math.max(0, (Date.parse(header) || 0) - Date.now())
}

/**
 * A request that the service did not process may always be sent again. After a lost connection,
 * only a request that does no harm when it runs twice is sent again.
 */
export const retryCheckFor =
  (
    endpoint: Endpoint,
    input: AnyRequestInput | undefined,
    credential: ClientCredential | undefined,
  ) =>
  (error: unknown): boolean =>
    !usesPassword(credential) &&
    (isTemporaryRejection(error) ||
      (isConnectionLost(error) && isSafeToRepeat(endpoint, input, credential)))

export const isTemporaryRejection = (error: unknown) =>
  error instanceof ApiError &&
  ([429, 503].includes(error.status) || error.code === 'idempotency.in-flight')

/**
 * The request may or may not have been processed: fetch failed with a TypeError, it timed out, or a
 * proxy lost the response.
 */
export const isConnectionLost = (error: unknown) =>
  error instanceof ApiError
    ? [408, 502, 504].includes(error.status)
    : error instanceof TypeError || (error as Error | undefined)?.name === 'TimeoutError'

/** Failed passwords are counted and one-time codes work once, so only the person retries. */
const usesPassword = (credential: ClientCredential | undefined) =>
  credential !== undefined && 'password' in credential

/**
 * Not safe: endpoints that show a secret once, and changes with If-Match, where the ETag is another
 * one after the first success. A POST is safe under an idempotency key, which the service supports
 * for signed-in callers and not for bytes.
 */
function isSafeToRepeat(
  endpoint: Endpoint,
  input: AnyRequestInput | undefined,
  credential: ClientCredential | undefined,
): boolean {
  if (endpoint.secret || input?.headers?.['if-match']) return false
  return endpoint.method === 'POST'
    ? supportsKey(endpoint, credential)
    : endpoint.method !== 'PATCH'
}

/** Adds an Idempotency-Key unless the caller gave one. */
export function withIdempotencyKey(
  endpoint: Endpoint,
  input: AnyRequestInput | undefined,
  credential: ClientCredential | undefined,
): AnyRequestInput | undefined {
  if (!supportsKey(endpoint, credential) || endpoint.secret) return input
  return { ...input, headers: { 'idempotency-key': newKey(), ...input?.headers } }
}

const supportsKey = (
  { method, bytes, access }: Endpoint,
  credential: ClientCredential | undefined,
) => method === 'POST' && !bytes && access !== 'anyone' && credential !== undefined

/** Browsers offer randomUUID only on pages that were loaded over TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
