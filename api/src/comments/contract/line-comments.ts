// Comments on the lines of a translation. A comment with a `suggestion` is a tracked change: a
// translator or an approver accepts or rejects it.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  IdParams,
  Links,
  Nullable,
  Ref,
  Removed,
  Seconds,
  StrictObject,
} from '../../kernel/http/contract/schema.ts'
import { UserSummary } from '../../users/contract.ts'

export const LINE_COMMENT_STATUSES = ['open', 'resolved', 'accepted', 'rejected'] as const
export const LineCommentStatus = Type.Enum([...LINE_COMMENT_STATUSES])
export type LineCommentStatus = Static<typeof LineCommentStatus>

/**
 * `text` is plain text. `suggestion` is the suggested text of the line and `original` the text that
 * it replaces, both with tags; both are null for a comment without a suggestion. `line` may have
 * been removed since.
 */
export const LineComment = StrictObject({
  _id: Id,
  translation: Id,
  line: Id,
  from: UserSummary,
  text: Type.String(),
  suggestion: Nullable(Type.String()),
  original: Nullable(Type.String()),
  status: LineCommentStatus,
  decided: Nullable(StrictObject({ by: UserSummary, date: Seconds })),
  replyTo: Nullable(Id),
  created: Seconds,
  $links: Links('translation'),
})
export type LineComment = Static<typeof LineComment>

/** Text or suggestion: one of them at least. */
const NewBody = StrictObject({
  line: Id,
  text: Type.Optional(Type.String({ maxLength: 5000 })),
  suggestion: Type.Optional(Type.String({ maxLength: 2000 })),
  replyTo: Type.Optional(Nullable(Ref)),
})
export type NewLineComment = Static<typeof NewBody>
const ChangeBody = StrictObject({ status: LineCommentStatus })

const commentsPath = '/translations/:id/comments'
const Params = StrictObject({ id: IdOrSlug, comment: IdOrSlug })

export const listLineComments = endpoint({
  method: 'GET',
  path: commentsPath,
  access: 'signed-in',
  summary: 'List the comments and suggestions on the lines of a translation, oldest first',
  list: true,
  params: IdParams,
  reply: LineComment,
})
export const getLineComment = endpoint({
  method: 'GET',
  path: `${commentsPath}/:comment`,
  access: 'signed-in',
  summary: 'Read a comment on a line',
  params: Params,
  reply: LineComment,
})
export const createLineComment = endpoint({
  method: 'POST',
  path: commentsPath,
  access: 'signed-in',
  summary: 'Comment on a line, suggest another text for it, or reply to a comment',
  params: IdParams,
  body: NewBody,
  record: LineComment,
  reply: LineComment,
})
export const decideLineComment = endpoint({
  method: 'PUT',
  path: `${commentsPath}/:comment`,
  access: 'signed-in',
  summary: 'Resolve or reopen a comment; accept a suggestion, which changes the line, or reject it',
  params: Params,
  body: ChangeBody,
  record: LineComment,
  reply: LineComment,
})
export const removeLineComment = endpoint({
  method: 'DELETE',
  path: `${commentsPath}/:comment`,
  access: 'signed-in',
  summary: 'Remove your own comment or withdraw your suggestion; its replies are removed too',
  params: Params,
  reply: Removed,
})
