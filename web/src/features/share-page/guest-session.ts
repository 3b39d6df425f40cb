// Follows a review session on the page of a share link, while the guest wants to.
import type { reviewsessions } from '@reelay/api/contract'
import { stage } from '../player/stage.ts'
import { followPlayback } from '../review-sessions/follow-playback.ts'
import { newMember } from '../review-sessions/new-member.ts'
import { createServerClock } from '../review-sessions/server-clock.ts'
import { findSession, followSession, ShareError } from './share-client.ts'

export type GuestSessionState = {
  session: reviewsessions.GuestSession | null
  isFollowing: boolean
  /** The browser plays without sound until the guest turns it on. */
  isMuted: boolean
}

/** How often the page looks for a session, and tries again after an error. */
const LOOK_MS = 4_000
/** Replies that do not wait tell the clock of the service. */
const CLOCK_SAMPLES = 3

export function connectGuest(token: string, onChange: (state: GuestSessionState) => void) {
  const closing = new AbortController()
  const clock = createServerClock()
  let state: GuestSessionState = { session: null, isFollowing: false, isMuted: false }
  let member = newMember()
  let samples = 0
  let playing: { update: () => void; stop: () => void } | undefined
  let wake = () => {}

  function change(part: Partial<GuestSessionState>) {
    if (closing.signal.aborted) return
    state = { ...state, ...part }
    const isLed = state.isFollowing && state.session !== null
    if (isLed && !playing)
      playing = followPlayback({
        playback: () =>
          stage.film()?._id === state.session?.file ? state.session?.playback : undefined,
        now: clock.now,
        onMuted: () => change({ isMuted: true }),
      })
    if (!isLed) {
      playing?.stop()
      playing = undefined
    }
    playing?.update()
    onChange(state)
  }

  async function follow(session: reviewsessions.GuestSession) {
    const isSample = samples < CLOCK_SAMPLES
    const sent = performance.now()
    const found = await followSession(token, {
      session: session._id,
      member,
      state: 'following',
      ...(!isSample && { after: session.revision }),
    })
    if (found && isSample) clock.add({ sent, received: performance.now(), now: found.now })
    samples++
    return found
  }

  async function run() {
    while (!closing.signal.aborted) {
      try {
        const { session, isFollowing } = state
        const found = session && isFollowing ? await follow(session) : await findSession(token)
        change({ session: found })
        if (found && state.isFollowing) continue
      } catch (error) {
        change({ session: null })
        // The share has ended.
        if (error instanceof ShareError && error.status < 429 && error.status !== 409) return
      }
      await pause()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LOOK_MS)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })

  function leave() {
    const { session } = state
    if (!session || !state.isFollowing) return
    change({ isFollowing: false, isMuted: false })
    void followSession(token, { session: session._id, member, state: 'left' }).catch(() => {})
    member = newMember()
  }

  // A guest who uses the player is on their own.
  const stopListening = stage.onCommand(leave)
  void run()

  return {
    follow() {
      samples = 0
      change({ isFollowing: true })
      wake()
    },
    leave,
    unmute() {
      const media = stage.film()?.media.current
      if (media) media.muted = false
      change({ isMuted: false })
    },
    close() {
      leave()
      closing.abort()
      playing?.stop()
      stopListening()
      wake()
    },
  }
}
