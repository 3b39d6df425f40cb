import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Rejection } from '../kernel/http/contract/problem.ts'
import type { View } from '../kernel/http/contract/view.ts'
import { presentSummary, type StoredSummary } from '../users/rules.ts'
import type { RequestComment } from './contract.ts'

/** `answered`: whether somebody's answer to it is shown. */
export type StoredRequestComment = Omit<RequestComment, 'from' | 'mentions' | '$links'> & {
  from: StoredSummary
  mentions: StoredSummary[]
  answered: boolean
}
/** The request that is spoken of, with what deciding about its comments needs to know. */
export type CommentedRequest = { _id: string; studio: string; asset: string; owner: string }
export type Commenter = Pick<Caller, '_id' | 'permissions'>

export function presentComment(
  { answered: _answered, ...comment }: StoredRequestComment,
  view: Pick<View, 'host'>,
): RequestComment {
  const at = `//${view.host}/api/workrequests/${comment.workRequest}`
  return {
    ...comment,
    from: presentSummary(comment.from, view),
    mentions: comment.mentions.map((one) => presentSummary(one, view)),
    $links: { self: `${at}/comments/${comment._id}`, workRequest: at },
  }
}

/** Who orders, approves, works on it or translates it. To see it is asked elsewhere. */
export const mayComment = ({ owner }: { owner: string }, by: Commenter): boolean =>
  by._id === owner ||
  (['workrequest.approve', 'workrequest.work', 'translation.write'] as const).some((right) =>
    by.permissions.has(right),
  )

/** Why its words cannot be changed, if they cannot: an answer must remain one to what was said. */
export function checkEdit(
  {
    from,
    removed,
    answered,
  }: Pick<StoredRequestComment, 'removed' | 'answered'> & { from: { _id: string } },
  by: Pick<Commenter, '_id'>,
): Rejection | undefined {
  if (from._id !== by._id) return NOT_YOURS
  if (removed) return { status: 409, code: 'comment.removed', why: 'The comment was removed.' }
  if (answered)
    return {
      status: 409,
      code: 'comment.answered',
      why: 'The comment was answered, so its words stand. Add an answer instead.',
    }
  return undefined
}

export const checkRemoval = (
  { from }: { from: { _id: string } },
  by: Pick<Commenter, '_id'>,
): Rejection | undefined => (from._id === by._id ? undefined : NOT_YOURS)

const NOT_YOURS: Rejection = {
  status: 403,
  code: 'comment.not-yours',
  why: 'Only who wrote a comment can change or remove it.',
}
