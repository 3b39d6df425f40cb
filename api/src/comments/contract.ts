// Comments on a work request. Comments on a frame of a film belong to the offline
// (offlines/contract.ts).
import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  Removed,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'
import { UserSummary } from '../users/contract.ts'

export const MAX_COMMENT_LENGTH = 5000
/** Shared with comments on offlines. */
export const CommentText = Type.String({
  minLength: 1,
  maxLength: MAX_COMMENT_LENGTH,
  pattern: '\\S',
  expects: 'a text that is not blank',
})
const MAX_MENTIONS = 20
/** Shared with comments on offlines. */
export const Mentions = BoundedArray(Ref, MAX_MENTIONS)

/**
 * `text` is plain text. Only people who can see the request can be mentioned. `replyTo` is the
 * first comment of the thread.
 */
export const RequestComment = StrictObject({
  _id: Id,
  workRequest: Id,
  from: UserSummary,
  text: Type.String(),
  mentions: Type.Array(UserSummary),
  replyTo: Nullable(Id),
  removed: Type.Boolean(),
  created: Seconds,
  edited: Nullable(Seconds),
  $links: Links('workRequest'),
})
export type RequestComment = Static<typeof RequestComment>

/** `rejects`: a file that is taken out of the deliverables of the request. The text says why. */
const NewCommentBody = StrictObject({
  text: CommentText,
  mentions: Type.Optional(Mentions),
  replyTo: Type.Optional(Nullable(Ref)),
  rejects: Type.Optional(Ref),
})
export type NewRequestComment = Static<typeof NewCommentBody>
const CommentFields = StrictObject({ text: CommentText, mentions: Mentions })
const CommentChangeBody = StrictPartial(CommentFields)
export type RequestCommentChange = Static<typeof CommentChangeBody>

const commentsPath = '/workrequests/:id/comments'
export const CommentParams = StrictObject({ id: IdOrSlug, comment: IdOrSlug })

export const listComments = endpoint({
  method: 'GET',
  path: commentsPath,
  access: 'signed-in',
  summary: 'List the comments on a work request by thread, oldest first',
  list: true,
  params: IdParams,
  reply: RequestComment,
})
export const getComment = endpoint({
  method: 'GET',
  path: `${commentsPath}/:comment`,
  access: 'signed-in',
  summary: 'Read a comment on a work request',
  params: CommentParams,
  reply: RequestComment,
})
export const createComment = endpoint({
  method: 'POST',
  path: commentsPath,
  access: 'signed-in',
  summary: 'Comment on a work request, reply to a comment, or say why you reject a deliverable',
  params: IdParams,
  body: NewCommentBody,
  record: RequestComment,
  reply: RequestComment,
})
export const changeComment = endpoint({
  method: 'PUT',
  path: `${commentsPath}/:comment`,
  access: 'signed-in',
  summary: 'Edit your own comment until it has a reply',
  params: CommentParams,
  body: CommentChangeBody,
  record: RequestComment,
  reply: RequestComment,
})
export const removeComment = endpoint({
  method: 'DELETE',
  path: `${commentsPath}/:comment`,
  access: 'signed-in',
  summary: 'Remove your own comment; a placeholder stays while it has replies',
  params: CommentParams,
  reply: Removed,
})
export const listReaders = endpoint({
  method: 'GET',
  path: '/workrequests/:id/readers',
  access: 'signed-in',
  summary: 'List the people who can see a work request and can be mentioned',
  list: true,
  params: IdParams,
  reply: UserSummary,
})

export {
  LINE_COMMENT_STATUSES,
  createLineComment,
  decideLineComment,
  getLineComment,
  listLineComments,
  removeLineComment,
  type LineComment,
  type LineCommentStatus,
  type NewLineComment,
} from './contract/line-comments.ts'
