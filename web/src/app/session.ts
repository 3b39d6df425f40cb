// Who is signed in.
//
// The token lies in sessionStorage: the service's tokens never expire by themselves and studios
// share workstations, so a closed
// browser must not leave a key behind, as localStorage would. (An HttpOnly cookie would be safer
// still, but the contract knows
// only Basic.) The price, a sign-in for every new tab, is paid by asking the other open tabs first;
// they are of the same origin.
export type Session = { email: string; token: string }
export type SessionStore = ReturnType<typeof createSession>
type Message =
  | { about: 'who' }
  | { about: 'me'; session: Session }
  | { about: 'left'; token: string }
type Options = { storage: Storage; channel: BroadcastChannel }

const KEY = 'reelay.session'
/** A tab that is awake answers in about 5 ms. */
const PATIENCE_MS = 150

export function createSession({ storage, channel }: Options) {
  let answered: () => void = () => {}
  let ended: () => void = () => {}

  const current = (): Session | undefined => read(storage.getItem(KEY))
  const save = (session: Session) => storage.setItem(KEY, JSON.stringify(session))
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its
  // own origin only
  const tell = (message: Message) => channel.postMessage(message)

  /**
   * A token is dropped by name: an answer that comes late must not end the session that was opened
   * since.
   */
  function drop(token: string): boolean {
    if (current()?.token !== token) return false
    storage.removeItem(KEY)
    return true
  }

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    const session = current()
    if (data.about === 'who' && session) tell({ about: 'me', session })
    if (data.about === 'me' && !session) {
      save(data.session)
      answered()
    }
    if (data.about === 'left' && drop(data.token)) ended()
  })

  return {
    current,
    keep: save,
    /** Ends it here and in the tabs that shared it. */
    end(token: string): boolean {
      tell({ about: 'left', token })
      return drop(token)
    },
    /** Resolves once another tab has answered, or when none does. */
    async askOtherTabs(): Promise<void> {
      if (current()) return
      await new Promise<void>((resolve) => {
        answered = resolve
        setTimeout(resolve, PATIENCE_MS)
        tell({ about: 'who' })
      })
    },
    /** When another tab signed out. */
    onEnd(listener: () => void) {
      ended = listener
    },
  }
}

function read(kept: string | null): Session | undefined {
  try {
    const { email, token } = JSON.parse(kept ?? '{}') as Partial<Session>
    return email && token ? { email, token } : undefined
  } catch {
    return undefined
  }
}
