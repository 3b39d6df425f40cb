// The one way from the app to the service: the typed client, with the session's token.
import { events, sessions, type Endpoint } from '@reelay/api/contract'
import {
  basicAuth,
  createClient,
  ApiError,
  type ResultOf,
  type Credential,
  type StreamMessage,
  type RequestInput,
} from '@reelay/client'
import type { Session, SessionStore } from '../app/session.ts'

export type Call = <E extends Endpoint>(endpoint: E, input: RequestInput<E>) => Promise<ResultOf<E>>
type CallAs = <E extends Endpoint>(
  credential: Credential,
  endpoint: E,
  input: RequestInput<E>,
) => Promise<ResultOf<E>>
export type Service = ReturnType<typeof createService>

const BASE = '/api'
/**
 * Longer than any list takes, shorter than patience. What is said while the page goes is still
 * carried to the service.
 */
const TIMEOUT_MS = 30_000
const fetchWithTimeout: typeof fetch = (address, init) =>
  fetch(address, {
    ...init,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    keepalive: isPageHiding || document.visibilityState === 'hidden',
  })

/**
 * A page that is loaded anew is still to be seen while it goes. Heard before whoever saves then.
 */
let isPageHiding = false
addEventListener(
  'pagehide',
  () => {
    isPageHiding = true
  },
  { capture: true },
)
addEventListener('pageshow', () => {
  isPageHiding = false
})

export function createService(session: SessionStore) {
  let refused: () => void = () => {}

  const call: Call = async (endpoint, input) => {
    const credential = session.current()
    const { call } = createClient({
      baseUrl: BASE,
      credential,
      fetch: fetchWithTimeout,
      retry: false,
    })
    try {
      // `call` leaves its input out where nothing is needed, which a generic caller cannot know.
      return await (call as Call)(endpoint, input)
    } catch (error) {
      if (credential && isUnauthorized(error) && session.end(credential.token)) refused()
      throw error
    }
  }

  /**
   * A stream outlives the key it was opened with: after a new password one goes on listening with
   * the new one.
   */
  const withPresentKey: typeof fetch = (address, init) => {
    const credential = session.current()
    return fetch(address, {
      ...init,
      headers: {
        ...(init?.headers as Record<string, string>),
        ...(credential && { authorization: basicAuth(credential) }),
      },
    })
  }

  return {
    ask: call,
    session,
    /**
     * For uploads: without the timeout, which would cut long requests. Short pauses resume an
     * upload within seconds after a restart of the service.
     */
    transferClient: createClient({
      baseUrl: BASE,
      credential: () => session.current(),
      retry: { maxPauseMs: 5_000 },
    }),
    listen(signal: AbortSignal): AsyncGenerator<StreamMessage<typeof events.streamEvents>> {
      return createClient({
        baseUrl: BASE,
        credential: session.current(),
        fetch: withPresentKey,
      }).listen(events.streamEvents, { signal })
    },
    /** When the service no longer takes the token. */
    onUnauthorized(listener: () => void) {
      refused = listener
    },

    /** For who has no session yet, or must show their password once more. */
    callAs: ((credential, endpoint, input) =>
      (
        createClient({ baseUrl: BASE, credential, fetch: fetchWithTimeout, retry: false })
          .call as Call
      )(endpoint, input)) as CallAs,

    async signIn(credential: Credential): Promise<Session> {
      const opened = await createClient({
        baseUrl: BASE,
        credential,
        fetch: fetchWithTimeout,
        retry: false,
      }).call(sessions.openSession)
      // With a token in place of the password the service answers with people: signing out would
      // then revoke a script's token.
      if (Array.isArray(opened))
        throw Object.assign(new Error('That is a token'), { name: 'TokenGiven' })
      session.keep(opened)
      return opened
    },

    /** Leaves in any case; says whether the service knows of it. */
    async signOut(): Promise<{ revoked: boolean }> {
      const credential = session.current()
      if (!credential) return { revoked: true }
      const { call } = createClient({
        baseUrl: BASE,
        credential,
        fetch: fetchWithTimeout,
        retry: false,
      })
      const revoked = await call(sessions.closeSession).then(() => true, isUnauthorized)
      session.end(credential.token)
      return { revoked }
    },
  }
}

const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
