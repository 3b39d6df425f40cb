// The app talks to the API through this service: the typed client with the token of the session.
import { sessions, type Endpoint } from '@reelay/api/contract'
import {
  ApiError,
  basicAuth,
  createClient,
  type ClientCredential,
  type Listen,
  type RequestInput,
  type ResultOf,
} from '@reelay/client'

import { createOfflineCopies } from './offline-copies.ts'

export type WebSession = { email: string; token: string }
/** Where the session of this browser is stored (app/session.ts). */
export type SessionStore = {
  current: () => WebSession | undefined
  save: (session: WebSession) => void
  stays: () => boolean
  setStays: (stays: boolean) => void
  askOtherTabs: () => Promise<void>
  /** False if another session has started since. */
  end: (token: string) => boolean
}
export type ServiceCall = <E extends Endpoint>(
  endpoint: E,
  input: RequestInput<E>,
) => Promise<ResultOf<E>>
export type Service = ReturnType<typeof createService>

const BASE = '/api'
/** Asks for a session that ends when it is idle, instead of a token that does not. */
export const WEB_SESSION = { 'x-session': 'web' }
/** Longer than any list takes. */
const TIMEOUT_MS = 30_000

const fetchWithTimeout: typeof fetch = (address, init) =>
  fetch(address, {
    ...init,
    signal: AbortSignal.timeout(TIMEOUT_MS),
    // Lets a request that starts while the page closes reach the server.
    keepalive: isPageHiding || document.visibilityState === 'hidden',
  })

// A page that reloads is still visible while it closes, so visibilityState is not enough. Captured
// first, because other `pagehide` listeners save.
let isPageHiding = false
addEventListener('pagehide', () => (isPageHiding = true), { capture: true })
addEventListener('pageshow', () => (isPageHiding = false))

// The `call` of the client omits the input of endpoints that need none, which a generic caller
// cannot know.
function callAs<E extends Endpoint>(
  credential: ClientCredential | undefined,
  endpoint: E,
  input: RequestInput<E>,
) {
  const client = createClient({
    baseUrl: BASE,
    credential,
    fetch: fetchWithTimeout,
    retry: false,
  })
  return (client.call as ServiceCall)(endpoint, input)
}

export function createService(session: SessionStore) {
  let onUnauthorized: () => void = () => {}
  let askForProof: () => Promise<boolean> = async () => false
  /** Calls that wait for a proof at the same time share one dialog. */
  let proof: Promise<boolean> | undefined

  const call: ServiceCall = async (endpoint, input) => {
    const credential = session.current()
    try {
      return await callAs(credential, endpoint, input)
    } catch (error) {
      if (credential && isUnauthorized(error)) {
        if (await resume(session, credential.token))
          return callAs(session.current(), endpoint, input)
        if (session.end(credential.token)) onUnauthorized()
      }
      if (!isVerificationRequired(error)) throw error
      proof ??= askForProof().finally(() => (proof = undefined))
      if (!(await proof)) throw error
      return callAs(credential, endpoint, input)
    }
  }

  /** A stream outlives the token it started with: it reconnects with the current one. */
  const fetchWithCurrentToken: typeof fetch = (address, init) => {
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
    call,
    copies: createOfflineCopies({ owner: session.current }),
    /** For people without a session, or when the password is required again. */
    callAs,
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
    listen: ((endpoint, options) =>
      createClient({
        baseUrl: BASE,
        credential: session.current(),
        fetch: fetchWithCurrentToken,
      }).listen(endpoint, options)) as Listen,
    /** Called when the server rejects the token. */
    onUnauthorized(listener: () => void) {
      onUnauthorized = listener
    },
    /** Called when a call needs the person to prove who they are. True repeats the call. */
    onVerificationRequired(listener: () => Promise<boolean>) {
      askForProof = listener
    },
    signIn: (credential: ClientCredential) => signIn(session, credential),
    /** Takes the session of another tab, or the one of a device that stays signed in. */
    resume: () => resume(session, undefined),
    /** Stays signed in on this device. The session must be new. */
    async stay(): Promise<void> {
      await callAs(session.current(), sessions.rememberDevice, {})
      session.setStays(true)
    },
    signOut: () => signOut(session),
  }
}

/**
 * Replaces a token that has ended. One tab at a time: the others then use its session. False if the
 * person has to sign in.
 */
function resume(session: SessionStore, ended: string | undefined): Promise<boolean> {
  const run = async () => {
    await session.askOtherTabs()
    const known = session.current()
    if (known && known.token !== ended) return true
    if (!session.stays()) return false
    try {
      session.save(await callAs(undefined, sessions.resumeSession, {}))
      return true
    } catch (error) {
      if (isUnauthorized(error)) session.setStays(false)
      return false
    }
  }
  // Browsers offer locks only on https and localhost. Elsewhere the API accepts both tabs.
  const locks = navigator.locks as LockManager | undefined
  return locks && session.stays() ? locks.request('reelay.resume', run) : run()
}

async function signIn(session: SessionStore, credential: ClientCredential): Promise<WebSession> {
  const opened = await callAs(credential, sessions.openSession, { headers: WEB_SESSION })
  // Given a token instead of a password, the endpoint lists people. Signing out would then revoke
  // the token of a script.
  if (Array.isArray(opened))
    throw Object.assign(new Error('That is a token'), { name: 'TokenGiven' })
  session.save(opened)
  return opened
}

/** Always ends the local session. `revoked` is false if the server could not be reached. */
async function signOut(session: SessionStore): Promise<{ revoked: boolean }> {
  const credential = session.current()
  if (!credential) return { revoked: true }
  const revoked = await callAs(credential, sessions.closeSession, {}).then(
    () => true,
    isUnauthorized,
  )
  session.setStays(false)
  session.end(credential.token)
  return { revoked }
}

const isVerificationRequired = (error: unknown) =>
  error instanceof ApiError && error.code === 'session.verification-required'
const isUnauthorized = (error: unknown) => error instanceof ApiError && error.status === 401
