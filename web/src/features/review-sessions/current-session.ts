// At most one session is open in a tab.
import { useSyncExternalStore } from 'react'
import { reviewsessions } from '@reelay/api/contract'
import type { Service } from '../../api/service.ts'
import { newMember } from './new-member.ts'
import { connectSession, type SessionConnection, type SessionState } from './session-connection.ts'

type Current = { connection: SessionConnection; state: SessionState }

const KEY = 'reelay.review-session'
let current: Current | undefined
let isRestoring = false
const listeners = new Set<() => void>()
const endListeners = new Set<() => void>()

function set(next: Current | undefined) {
  current = next
  listeners.forEach((listener) => listener())
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useCurrentSession = (): Current | undefined =>
  useSyncExternalStore(subscribe, () => current)

/** Calls back when the session is taken away, not when the person leaves it. */
export function onSessionLost(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}

type Start = Omit<reviewsessions.NewReviewSession, 'member'>

export async function startSession(service: Service, body: Start): Promise<void> {
  const member = newMember()
  open(
    service,
    await service.call(reviewsessions.startReviewSession, { body: { member, ...body } }),
    member,
  )
}

export async function joinSession(
  service: Service,
  id: string,
  member = newMember(),
): Promise<reviewsessions.ReviewSession> {
  const { session } = await service.call(reviewsessions.joinReviewSession, {
    params: { id },
    body: { member, state: 'following' },
  })
  if (current && current.connection.id !== id) await current.connection.leave()
  if (!current) open(service, session!, member)
  return session!
}

/** After a reload. A session that is over is forgotten. */
export async function restoreSession(service: Service): Promise<void> {
  const [id, member] = sessionStorage.getItem(KEY)?.split(' ') ?? []
  if (!id || !member || current || isRestoring) return
  isRestoring = true
  await joinSession(service, id, member).catch(() => sessionStorage.removeItem(KEY))
  isRestoring = false
}

function open(service: Service, session: reviewsessions.ReviewSession, member: string) {
  sessionStorage.setItem(KEY, `${session._id} ${member}`)
  const connection = connectSession({
    service,
    session,
    member,
    onChange: (state) => set({ connection, state }),
    onEnd: (lost) => {
      sessionStorage.removeItem(KEY)
      set(undefined)
      if (lost) endListeners.forEach((listener) => listener())
    },
  })
  set({ connection, state: connection.state() })
}
