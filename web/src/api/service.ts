// The one way from the app to the service: the typed client, with the session's token.
import { events, sessions, type Endpoint } from '@reelay/api/contract'
import {
  basic,
  createClient,
  Refusal,
  type Answer,
  type Credential,
  type Heard,
  type Input,
} from '@reelay/client'
import type { Session, SessionStore } from '../app/session.ts'

export type Ask = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<Answer<E>>
type AskAs = <E extends Endpoint>(
  credential: Credential,
  endpoint: E,
  input: Input<E>,
) => Promise<Answer<E>>
export type Service = ReturnType<typeof createService>

const BASE = '/api'
/**
 * Longer than any list takes, shorter than patience. What is said while the page goes is still
 * carried to the service.
 */
const TIMEOUT_MS = 30_000
const patient: typeof fetch = (address, init) =>
  fetch(address, {
    ...init,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    keepalive: isGoing || document.visibilityState === 'hidden',
  })

/**
 * A page that is loaded anew is still to be seen while it goes. Heard before whoever saves then.
 */
let isGoing = false
addEventListener(
  'pagehide',
  () => {
    isGoing = true
  },
  { capture: true },
)
addEventListener('pageshow', () => {
  isGoing = false
})

export function createService(session: SessionStore) {
  let refused: () => void = () => {}

  const ask: Ask = async (endpoint, input) => {
    const credential = session.current()
    const { call } = createClient({ baseUrl: BASE, credential, fetch: patient, retry: false })
    try {
      // `call` leaves its input out where nothing is needed, which a generic caller cannot know.
      return await (call as Ask)(endpoint, input)
    } catch (error) {
      if (credential && isUnauthorized(error) && session.forget(credential.token)) refused()
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
        ...(credential && { authorization: basic(credential) }),
      },
    })
  }

  return {
    ask,
    session,
    /** For what does not go through the typed client: bytes by tus. */
    headers(): Record<string, string> {
      const credential = session.current()
      return {
        'x-requested-with': 'reelay',
        ...(credential && { authorization: basic(credential) }),
      }
    },
    listen(signal: AbortSignal): AsyncGenerator<Heard<typeof events.streamEvents>> {
      return createClient({
        baseUrl: BASE,
        credential: session.current(),
        fetch: withPresentKey,
      }).listen(events.streamEvents, { signal })
    },
    /** When the service no longer takes the token. */
    onRefused(listener: () => void) {
      refused = listener
    },

    /** For who has no session yet, or must show their password once more. */
    askAs: ((credential, endpoint, input) =>
      (createClient({ baseUrl: BASE, credential, fetch: patient, retry: false }).call as Ask)(
        endpoint,
        input,
      )) as AskAs,

    async signIn(credential: Credential): Promise<Session> {
      const opened = await createClient({
        baseUrl: BASE,
        credential,
        fetch: patient,
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
      const { call } = createClient({ baseUrl: BASE, credential, fetch: patient, retry: false })
      const revoked = await call(sessions.closeSession).then(() => true, isUnauthorized)
      session.forget(credential.token)
      return { revoked }
    },
  }
}

const isUnauthorized = (error: unknown) => error instanceof Refusal && error.status === 401
