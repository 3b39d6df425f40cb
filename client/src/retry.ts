// What is tried again, how often, and after which pause.
import type { Endpoint } from '@reelay/api/contract'
import type { AnyInput } from './types.ts'
import { Refusal } from './api-error.ts'
import type { Credential } from './request.ts'
import { rest } from './sleep.ts'

/**
 * `tries`: the first among them. Pauses double from `pauseMs` on, by chance half as long again or
 * half as short; who is asked to wait longer than `longestMs` gives up at once.
 */
export type Retry = {
  tries: number
  pauseMs: number
  longestMs: number
  onPause?: ((about: { error: unknown; pauseMs: number }) => void) | undefined
}
export const RETRY: Retry = { tries: 5, pauseMs: 300, longestMs: 20_000 }
export const NEVER: Retry = { ...RETRY, tries: 1 }

/** Does the work, and again while `again` says that it may help. */
export async function persist<T>(
  work: (attempt: number) => Promise<T>,
  {
    retry,
    again,
    signal,
  }: { retry: Retry; again: (error: unknown) => boolean; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work(attempt)
    } catch (error) {
      const pauseMs =
        attempt + 1 < retry.tries && !signal?.aborted && again(error)
          ? pauseAfter(error, attempt, retry)
          : undefined
      if (pauseMs === undefined) throw error
      retry.onPause?.({ error, pauseMs })
      await rest(pauseMs, signal)
      signal?.throwIfAborted()
    }
  }
}

function pauseAfter(
  error: unknown,
  attempt: number,
  { pauseMs, longestMs }: Retry,
): number | undefined {
  const own = Math.min(pauseMs * 2 ** attempt, longestMs) * (0.5 + Math.random())
  const asked = error instanceof Refusal ? waitAsked(error.headers.get('retry-after')) : 0
  if (asked > longestMs) return undefined
  return asked > own ? asked + pauseMs * Math.random() : own
}

/** Seconds, or a moment. */
function waitAsked(header: string | null): number {
  if (header === null) return 0
  return /^\d+$/.test(header)
    ? Number(header) * 1000
    : Math.max(0, (Date.parse(header) || 0) - Date.now())
}

/**
 * A call of which the service said that it did not do it now may always be made again; one whose
 * answer was lost only if doing it twice does no harm.
 */
export const againFor =
  (endpoint: Endpoint, input: AnyInput | undefined, credential: Credential | undefined) =>
  (error: unknown): boolean =>
    !isOfPassword(credential) &&
    (isPutOff(error) || (isLost(error) && mayBeDoneTwice(endpoint, input, credential)))

export const isPutOff = (error: unknown) =>
  error instanceof Refusal &&
  ([429, 503].includes(error.status) || error.code === 'idempotency.in-flight')

/**
 * Nobody knows whether it was done: the line broke, which every fetch tells by a TypeError, or
 * whoever stands before the service lost it.
 */
export const isLost = (error: unknown) =>
  error instanceof Refusal
    ? [408, 502, 504].includes(error.status)
    : error instanceof TypeError || (error as Error | undefined)?.name === 'TimeoutError'

/** Passwords are counted and codes work once, so only the person tries again. */
const isOfPassword = (credential: Credential | undefined) =>
  credential !== undefined && 'password' in credential

/**
 * A secret is shown once. After a change under If-Match the record has another tag, so the
 * repetition would be refused as somebody else's doing.
 * A POST is done once under its key, which the service keeps for who is signed in, and not for
 * bytes.
 */
function mayBeDoneTwice(
  endpoint: Endpoint,
  input: AnyInput | undefined,
  credential: Credential | undefined,
): boolean {
  if (endpoint.secret || input?.headers?.['if-match']) return false
  return endpoint.method === 'POST' ? takesKey(endpoint, credential) : endpoint.method !== 'PATCH'
}

/** With a key of its own, unless the caller gave one. */
export function underKey(
  endpoint: Endpoint,
  input: AnyInput | undefined,
  credential: Credential | undefined,
): AnyInput | undefined {
  if (!takesKey(endpoint, credential) || endpoint.secret) return input
  return { ...input, headers: { 'idempotency-key': newKey(), ...input?.headers } }
}

const takesKey = ({ method, bytes, access }: Endpoint, credential: Credential | undefined) =>
  method === 'POST' && !bytes && access !== 'anyone' && credential !== undefined

/** Not randomUUID: browsers have that only on pages that came over TLS. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
