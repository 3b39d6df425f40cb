// Rules for comments on work requests. Comments on offlines share those about threads.
import type { StudioCaller } from '../kernel/http/contract/caller.ts'
import type { Rejection } from '../kernel/http/contract/problem.ts'
import type { ReplyContext } from '../kernel/http/contract/reply-context.ts'
import { presentSummary, type StoredSummary } from '../users/rules/user.ts'
import type { RequestComment } from './contract.ts'

/** `hasReplies`: whether the reader sees a reply to it. */
export type StoredRequestComment = Omit<RequestComment, 'from' | 'mentions' | '$links'> & {
  from: StoredSummary
  mentions: StoredSummary[]
  hasReplies: boolean
}
/** What the commands need to know about a work request. */
export type CommentedRequest = { _id: string; studio: string; asset: string; owner: string }
export type Commenter = Pick<StudioCaller, '_id' | 'permissions' | 'roles'>

export function presentComment(
  { hasReplies: _hasReplies, ...comment }: StoredRequestComment,
  view: Pick<ReplyContext, 'host'>,
): RequestComment {
  const requestUrl = `//${view.host}/api/workrequests/${comment.workRequest}`
  return {
    ...comment,
    from: presentSummary(comment.from, view),
    mentions: comment.mentions.map((person) => presentSummary(person, view)),
    $links: { self: `${requestUrl}/comments/${comment._id}`, workRequest: requestUrl },
  }
}

const COMMENTING = ['workrequest.approve', 'workrequest.work', 'translation.write'] as const

/**
 * The owner and everyone who approves, works or translates. A guest who sees the request was invited
 * to review it. Visibility is checked elsewhere.
 */
export const mayComment = ({ owner }: { owner: string }, by: Commenter): boolean =>
  by._id === owner ||
  by.roles.includes('guest') ||
  COMMENTING.some((permission) => by.permissions.has(permission))

type Editable = {
  from: { _id: string }
  removed: boolean
  hasReplies: boolean
  resolved?: unknown
}

/** Why a comment cannot be edited, if so. A reply must keep the text that it refers to. */
export function checkEdit(
  { from, removed, hasReplies, resolved }: Editable,
  by: Pick<Commenter, '_id'>,
): Rejection | undefined {
  if (from._id !== by._id) return NOT_YOURS
  if (removed) return { status: 409, code: 'comment.removed', detail: 'This comment was removed.' }
  if (!hasReplies && !resolved) return undefined
  const state = hasReplies ? 'has replies' : 'is resolved'
  return {
    status: 409,
    code: 'comment.locked',
    detail: `This comment ${state}, so you cannot edit it. Add a reply instead.`,
  }
}

export const checkRemoval = (
  { from }: { from: { _id: string } },
  by: Pick<Commenter, '_id'>,
): Rejection | undefined => (from._id === by._id ? undefined : NOT_YOURS)

const NOT_YOURS: Rejection = {
  status: 403,
  code: 'comment.forbidden',
  detail: 'You can only edit or remove your own comments.',
}
