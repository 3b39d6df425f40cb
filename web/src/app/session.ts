// The session of the signed-in person.
//
// The token is in sessionStorage, not localStorage: studios share workstations, so closing the
// browser must remove it. A new tab would need a sign-in, so it asks the other tabs of the same
// origin for their session first. Somebody who stays signed in on this device has a cookie that
// only the API can read (POST /session/resume); localStorage remembers that there is one.
import type { WebSession } from '../api/service.ts'

type Message =
  | { type: 'request' }
  /** `replaces` is the former token of the same session. */
  | { type: 'session'; session: WebSession; replaces?: string | undefined }
  | { type: 'ended'; token: string }
type Options = {
  storage: Storage
  shared: Storage
  channel: BroadcastChannel
  /** How long a new tab waits for the others. */
  replyTimeoutMs?: number
}

const KEY = 'reelay.session'
const STAYS_KEY = 'reelay.stays-signed-in'
/** A tab that is awake answers in about 5 ms. */
const REPLY_TIMEOUT_MS = 150

export function createSession({
  storage,
  shared,
  channel,
  replyTimeoutMs = REPLY_TIMEOUT_MS,
}: Options) {
  let onReply: () => void = () => {}
  let onStart: () => void = () => {}
  let onEnd: () => void = () => {}

  const current = (): WebSession | undefined => parseSession(storage.getItem(KEY))
  const store = (session: WebSession) => storage.setItem(KEY, JSON.stringify(session))
  // A BroadcastChannel only reaches its own origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  const post = (message: Message) => channel.postMessage(message)

  /** Compares the token, so that a late response does not end a session started since. */
  function remove(token: string): boolean {
    if (current()?.token !== token) return false
    storage.removeItem(KEY)
    return true
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const session = current()
    if (data.type === 'request' && session) post({ type: 'session', session })
    if (data.type === 'session' && (!session || session.token === data.replaces)) {
      store(data.session)
      onReply()
      if (!session) onStart()
    }
    if (data.type === 'ended' && remove(data.token)) onEnd()
  })

  return {
    current,
    /** All tabs without a session, and those with the token that this one replaces, use it too. */
    save(session: WebSession) {
      const replaces = current()?.token
      store(session)
      post({ type: 'session', session, replaces })
    },
    /** Whether the person stays signed in on this device. */
    stays: () => shared.getItem(STAYS_KEY) !== null,
    setStays(stays: boolean) {
      if (stays) shared.setItem(STAYS_KEY, 'yes')
      else shared.removeItem(STAYS_KEY)
    },
    /** Ends the session in this tab and in the tabs that share it. */
    end(token: string): boolean {
      post({ type: 'ended', token })
      return remove(token)
    },
    /** Resolves when another tab replies, or after the timeout. */
    async askOtherTabs(): Promise<void> {
      if (current()) return
      await new Promise<void>((resolve) => {
        const timeout = setTimeout(resolve, replyTimeoutMs)
        onReply = () => {
          clearTimeout(timeout)
          resolve()
        }
        post({ type: 'request' })
      })
    },
    /** Called when another tab signs in. */
    onStart(listener: () => void) {
      onStart = listener
    },
    /** Called when another tab signs out. */
    onEnd(listener: () => void) {
      onEnd = listener
    },
  }
}

function parseSession(stored: string | null): WebSession | undefined {
  try {
    const { email, token } = JSON.parse(stored ?? '{}') as Partial<WebSession>
    return email && token ? { email, token } : undefined
  } catch {
    return undefined
  }
}
