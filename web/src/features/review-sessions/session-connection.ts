// The session that this tab is in. It stays while pages come and go, and after a reload.
import { reviewsessions, reviewSessionRules } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { Service } from '../../api/service.ts'
import { stage } from '../player/stage.ts'
import { followPlayback } from './follow-playback.ts'
import { leadPlayback, type Message } from './lead-playback.ts'
import { createServerClock } from './server-clock.ts'
import { pageKey, showsFilm, showsPage, viewOf, type OpenPage } from './session-view.ts'

type ReviewSession = reviewsessions.ReviewSession
export type SessionState = {
  session: ReviewSession
  /** The id of this tab. */
  member: string
  isLeader: boolean
  isFollowing: boolean
  offersLead: boolean
  /** The browser plays without sound until the person turns it on. */
  isMuted: boolean
}
export type SessionConnection = ReturnType<typeof connectSession>
type Options = {
  service: Service
  session: ReviewSession
  member: string
  onChange: (state: SessionState) => void
  /** `lost`: the session has ended, or the person does not see it any more. */
  onEnd: (lost: boolean) => void
}

/** The service drops a member after three missed beats. */
const BEAT_MS = 4_000
/** Soon after joining, for the clock. */
const FIRST_BEATS_MS = [0, 400, 1_200]

export function connectSession({ service, session: first, member, onChange, onEnd }: Options) {
  const { call } = service
  const params = { id: first._id }
  const clock = createServerClock()
  const closing = new AbortController()
  let page: OpenPage | undefined
  let hasArrived = false
  let playing: { update: () => void; stop: () => void } | undefined
  let state: SessionState = {
    session: first,
    member,
    isLeader: first.leader === member,
    isFollowing: true,
    offersLead: false,
    isMuted: false,
  }

  function change(part: Partial<SessionState>) {
    if (closing.signal.aborted) return
    const wasLeader = state.isLeader
    const wasFollowing = state.isFollowing
    state = { ...state, ...part }
    if (state.isLeader !== wasLeader || state.isFollowing !== wasFollowing || !playing) restart()
    showArrangement()
    playing?.update()
    onChange(state)
  }

  /** Replies and the stream can overtake each other. */
  function receive(session: ReviewSession) {
    if (session.revision < state.session.revision) return
    const isLeader = session.leader === member
    if (pageKey(session.view) !== pageKey(state.session.view)) hasArrived = false
    change({
      session,
      isLeader,
      ...(isLeader && { isFollowing: true }),
      ...(isLeader !== state.isLeader && { offersLead: false }),
    })
  }

  const ownView = () => page && viewOf(page, stage.film(), stage.arrangement())
  const isOnFilm = () => {
    const own = ownView()
    return own !== undefined && own.version !== null && showsFilm(state.session.view, own)
  }

  function restart() {
    playing?.stop()
    playing = state.isLeader
      ? leadPlayback({
          page: () => page,
          offered: () => state.offersLead,
          now: clock.now,
          send,
        })
      : state.isFollowing
        ? followPlayback({
            playback: () => (isOnFilm() ? state.session.playback : undefined),
            now: clock.now,
            onMuted: () => change({ isMuted: true }),
          })
        : undefined
  }

  function showArrangement() {
    const { mode, wipe } = state.session.view
    const isLed = state.isFollowing && !state.isLeader && isOnFilm()
    stage.show(isLed ? { mode, wipe, drawing: state.session.drawing } : null)
  }

  /** Ends the connection if the session is gone, or the person may not see it any more. */
  function fail(error: unknown) {
    const status = error instanceof ApiError ? error.status : undefined
    if (status === 404 || status === 401 || status === 403) close(true)
  }

  async function beat() {
    const sent = performance.now()
    try {
      const { session } = await call(reviewsessions.joinReviewSession, {
        params,
        body: { member, state: state.isFollowing ? 'following' : 'apart' },
      })
      if (!session) return
      clock.add({ sent, received: performance.now(), now: session.now })
      receive(session)
    } catch (error) {
      fail(error)
    }
  }

  async function send(message: Message) {
    const sent = performance.now()
    try {
      const body = { member, ...message }
      const session = await call(reviewsessions.leadReviewSession, { params, body })
      clock.add({ sent, received: performance.now(), now: session.now })
      receive(session)
    } catch (error) {
      // Somebody else took the lead while this tab was away.
      if (error instanceof ApiError && error.code === 'review-session.not-leader') await beat()
      fail(error)
      throw error
    }
  }

  async function listen() {
    const { signal } = closing
    const endpoint = reviewsessions.streamReviewSession
    for await (const message of service.listen(endpoint, { params, signal }))
      if (message.type === 'message') receive(message.data)
    close(true)
  }

  function close(lost: boolean) {
    if (closing.signal.aborted) return
    closing.abort()
    clearInterval(timer)
    playing?.stop()
    stage.show(null)
    stopListening()
    onEnd(lost)
  }

  const stopListening = stage.onCommand(() => {
    if (!state.isLeader && state.isFollowing && isOnFilm()) setFollowing(false)
  })
  function setFollowing(isFollowing: boolean) {
    hasArrived = false
    change({ isFollowing })
    void beat()
  }

  for (const delay of FIRST_BEATS_MS) setTimeout(() => void beat(), delay)
  const timer = setInterval(() => void beat(), BEAT_MS)
  listen().catch(fail)
  queueMicrotask(() => change({}))

  return {
    id: first._id,
    state: () => state,
    /**
     * The workspace that this tab shows, or undefined on other pages. Returns the view to open, if
     * the leader shows something else. Somebody who leaves the page of the leader is on their own.
     */
    setPage(open: OpenPage | undefined): reviewsessions.SessionView | undefined {
      page = open
      showArrangement()
      const own = ownView()
      const { view } = state.session
      if (!own || state.isLeader || !state.isFollowing) return undefined
      const isThere = showsPage(view, own)
      if (isThere && (own.version !== null || view.version === null)) hasArrived = true
      if (isThere) return undefined
      if (!hasArrived) return view
      setFollowing(false)
      return undefined
    },
    setFollowing,
    offerLead: (offersLead: boolean) => change({ offersLead }),
    unmute() {
      const media = stage.film()?.media.current
      if (media) media.muted = false
      change({ isMuted: false })
    },
    async takeLead() {
      receive(await call(reviewsessions.takeLead, { params, body: { member } }))
    },
    async leave() {
      close(false)
      await call(reviewsessions.joinReviewSession, { params, body: { member, state: 'left' } })
    },
    async end() {
      close(false)
      await call(reviewsessions.endReviewSession, { params })
    },
  }
}

export const leaderOf = reviewSessionRules.leaderOf
export const mayTakeLead = ({ session, member, isLeader }: SessionState): boolean =>
  !isLeader && reviewSessionRules.mayTakeLead(session, member)
