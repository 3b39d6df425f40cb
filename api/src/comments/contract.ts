// What is said about a work request. What is said about a frame of its film is said at the offline
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
const Words = Type.String({ minLength: 1, maxLength: MAX_COMMENT_LENGTH, pattern: '\\S' })
const MAX_MENTIONS = 20

/**
 * Plain text. `mentions`: who is called by name, of those who see the request. `replyTo`: the first
 * comment of the thread that it answers.
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

const Said = StrictObject({ text: Words, mentions: BoundedArray(Ref, MAX_MENTIONS) })
const New = StrictObject({
  text: Words,
  mentions: Type.Optional(Said.properties.mentions),
  replyTo: Type.Optional(Nullable(Ref)),
})
export type NewRequestComment = Static<typeof New>
const Change = StrictPartial(Said)
export type RequestCommentChange = Static<typeof Change>

const at = '/workrequests/:id/comments'
const CommentParams = StrictObject({ id: IdOrSlug, comment: IdOrSlug })

export const listComments = endpoint({
  method: 'GET',
  path: at,
  access: 'signed-in',
  summary: 'List the comments on a work request, thread by thread, the oldest first',
  list: true,
  params: IdParams,
  reply: RequestComment,
})
export const getComment = endpoint({
  method: 'GET',
  path: `${at}/:comment`,
  access: 'signed-in',
  summary: 'Read a comment on a work request',
  params: CommentParams,
  reply: RequestComment,
})
export const createComment = endpoint({
  method: 'POST',
  path: at,
  access: 'signed-in',
  summary: 'Comment on a work request, or answer a comment',
  params: IdParams,
  body: New,
  record: RequestComment,
  reply: RequestComment,
})
export const changeComment = endpoint({
  method: 'PUT',
  path: `${at}/:comment`,
  access: 'signed-in',
  summary: 'Change your own comment until it is answered',
  params: CommentParams,
  body: Change,
  record: RequestComment,
  reply: RequestComment,
})
export const removeComment = endpoint({
  method: 'DELETE',
  path: `${at}/:comment`,
  access: 'signed-in',
  summary: 'Remove your own comment; its place stays while others answer it',
  params: CommentParams,
  reply: Removed,
})
export const listReaders = endpoint({
  method: 'GET',
  path: '/workrequests/:id/readers',
  access: 'signed-in',
  summary: 'List who sees a work request, as far as you see them: they can be mentioned',
  list: true,
  params: IdParams,
  reply: UserSummary,
})
