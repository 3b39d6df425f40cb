// Calls the public side of a share. The page has no account, so it needs nothing of the app's client.
import type { reviewsessions, shares } from '@reelay/api/contract'

/** The part of a problem that the page explains. */
export class ShareError extends Error {
  readonly status: number
  readonly code: string
  readonly retryAfter: number

  constructor(status: number, code: string, detail: string, retryAfter: number) {
    super(detail)
    this.status = status
    this.code = code
    this.retryAfter = retryAfter
  }
}

export type SharedPage = shares.SharedPage
export type SharedFile = shares.SharedFile
export type SharedComment = shares.SharedComment
export type Opened = { token: string; share: SharedPage }

type FoundSession = { session: reviewsessions.GuestSession | null }
type Options = { method?: 'POST' | 'PUT'; body?: unknown; token?: string }

async function call<T>(path: string, { method, body, token }: Options = {}): Promise<T> {
  const response = await fetch(`/api${path}`, {
    ...(method && { method }),
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (response.ok) return (await response.json()) as T
  const problem = (await response.json().catch(() => ({}))) as { code?: string; detail?: string }
  throw new ShareError(
    response.status,
    problem.code ?? '',
    problem.detail ?? '',
    Number(response.headers.get('retry-after') ?? 0),
  )
}

export const checkLink = (code: string) => call<{ hasPassphrase: boolean }>(`/s/${code}`)
export const openLink = (code: string, body: { passphrase?: string; name?: string }) =>
  call<Opened>(`/s/${code}/open`, { method: 'POST', body })
export const readShare = (token: string) => call<SharedPage>('/shared', { token })
export const decide = (token: string, body: { decision: string; comment: string }) =>
  call<SharedPage>('/shared/decision', { method: 'PUT', body, token })
export const findSession = async (token: string) =>
  (await call<FoundSession>('/shared/session', { token })).session
export const followSession = async (token: string, body: reviewsessions.GuestPresence) =>
  (await call<FoundSession>('/shared/session', { method: 'PUT', body, token })).session
export const listComments = (token: string) => call<SharedComment[]>('/shared/comments', { token })
export const addComment = (token: string, body: shares.NewSharedComment) =>
  call<SharedComment>('/shared/comments', { method: 'POST', body, token })
