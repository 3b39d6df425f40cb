import type { Caller } from '../kernel/caller.ts'
import type { Refusal } from '../kernel/problem.ts'
import type { View } from '../kernel/view.ts'
import { presentSummary, type StoredSummary } from '../users/rules.ts'
import type { RequestComment } from './contract.ts'

/** `answered`: whether somebody's answer to it is shown. */
export type StoredComment = Omit<RequestComment, 'from' | 'mentions' | '$links'> & {
  from: StoredSummary
  mentions: StoredSummary[]
  answered: boolean
}
/** The request that is spoken of, with what deciding about its comments needs to know. */
export type Discussed = { _id: string; studio: string; asset: string; owner: string }
export type By = Pick<Caller, '_id' | 'rights'>

export function presentComment(
  { answered: _answered, ...comment }: StoredComment,
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
export const mayComment = ({ owner }: { owner: string }, by: By): boolean =>
  by._id === owner ||
  (['workrequest.approve', 'workrequest.work', 'translation.write'] as const).some((right) =>
    by.rights.has(right),
  )

/** Why its words cannot be changed, if they cannot: an answer must remain one to what was said. */
export function refusalOfEdit(
  {
    from,
    removed,
    answered,
  }: Pick<StoredComment, 'removed' | 'answered'> & { from: { _id: string } },
  by: Pick<By, '_id'>,
): Refusal | undefined {
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

export const refusalOfRemoval = (
  { from }: { from: { _id: string } },
  by: Pick<By, '_id'>,
): Refusal | undefined => (from._id === by._id ? undefined : NOT_YOURS)

const NOT_YOURS: Refusal = {
  status: 403,
  code: 'comment.not-yours',
  why: 'Only who wrote a comment can change or remove it.',
}
