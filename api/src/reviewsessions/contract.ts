import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Nullable,
  Removed,
  Seconds,
  StrictObject,
  StrictPartial,
} from '../kernel/http/contract/schema.ts'
import { CommentDrawing } from '../offlines/contract.ts'

/** A member who was not seen for this long has left. */
export const MEMBER_TIMEOUT_MS = 12_000
export const MAX_MEMBERS = 50
/** With the drawing. */
const MAX_MESSAGE_BYTES = 64 * 1024

const item = '[wapof][0-9a-f]{24}'
/**
 * `w` and the id of a work request, `a` of an asset, `p` of a preview, `o` of an offline, `f` of a
 * file.
 */
const Items = Type.String({
  pattern: `^${item}([.]${item}){0,49}$`,
  expects: 'at most 50 items such as w64b0c1d2e3f4a5b6c7d8e9f0, separated by dots',
})

/**
 * What the leader looks at: the page of a work request or of an asset, and the version on it.
 * `beside` is a version of the same kind that it is compared with, `offset` by how many frames that
 * one is ahead, and `mode` how both are shown.
 */
export const SessionView = StrictObject({
  page: Type.Enum(['workrequest', 'asset']),
  _id: Id,
  version: Nullable(StrictObject({ kind: Type.Enum(['preview', 'offline', 'file']), _id: Id })),
  beside: Nullable(Id),
  offset: Type.Integer({ minimum: -9999, maximum: 9999 }),
  mode: Type.Enum(['side', 'wipe', 'difference']),
  /** The visible percentage of a wiped version. */
  wipe: Type.Number({ minimum: 0, maximum: 100 }),
  /** Each member gets the items that they see. */
  playlist: Nullable(Items),
})
export type SessionView = Static<typeof SessionView>

/** `seconds` is the position at `at`, in milliseconds since 1970 on the clock of the service. */
export const SessionPlayback = StrictObject({
  isPlaying: Type.Boolean(),
  seconds: Type.Number({ minimum: 0, maximum: 864_000 }),
  speed: Type.Number({ minimum: 0.0625, maximum: 16 }),
  at: Type.Integer({ minimum: 0, maximum: 1e14 }),
})
export type SessionPlayback = Static<typeof SessionPlayback>

const state = { view: SessionView, playback: SessionPlayback, drawing: CommentDrawing }

/**
 * A tab of somebody's browser. `following` is false while they look around on their own. A `guest`
 * came by a share link.
 */
const SessionMember = StrictObject({
  _id: Id,
  person: Id,
  name: Type.String(),
  guest: Type.Boolean(),
  following: Type.Boolean(),
  since: Seconds,
})
export type SessionMember = Static<typeof SessionMember>

/**
 * `leader` is the id of a member, or null if the leader has left. `offered`: others may take the
 * lead. `now` is the clock of the service, in milliseconds.
 */
export const ReviewSession = StrictObject({
  _id: Id,
  revision: Type.Integer(),
  leader: Nullable(Id),
  offered: Type.Boolean(),
  members: Type.Array(SessionMember),
  ...state,
  created: Seconds,
  now: Type.Integer(),
})
export type ReviewSession = Static<typeof ReviewSession>

const NewReviewSession = StrictObject({ member: Id, ...state })
export type NewReviewSession = Static<typeof NewReviewSession>
const SessionMessage = StrictObject({ member: Id, offered: Type.Boolean(), ...state })
export type SessionMessage = Static<typeof SessionMessage>
const SessionPresence = StrictObject({
  member: Id,
  state: Type.Enum(['following', 'apart', 'left']),
})
export type SessionPresence = Static<typeof SessionPresence>

const unaudited = 'a session changes no record and is not stored'

export const listReviewSessions = endpoint({
  method: 'GET',
  path: '/reviewsessions',
  access: 'signed-in',
  summary: 'List the running review sessions, or those that show one of these items',
  list: true,
  query: StrictPartial(StrictObject({ items: Items })),
  reply: ReviewSession,
})
export const startReviewSession = endpoint({
  unaudited,
  method: 'POST',
  path: '/reviewsessions',
  access: 'signed-in',
  summary: 'Start a review session, which you lead',
  body: NewReviewSession,
  limit: MAX_MESSAGE_BYTES,
  reply: ReviewSession,
})
export const getReviewSession = endpoint({
  method: 'GET',
  path: '/reviewsessions/:id',
  access: 'signed-in',
  summary: 'Read a review session',
  params: IdParams,
  reply: ReviewSession,
})
/** Each message is a ReviewSession. `ended` comes when the session ends, or your access to it. */
export const streamReviewSession = endpoint({
  method: 'GET',
  path: '/reviewsessions/:id/stream',
  access: 'signed-in',
  summary: 'Stream a review session as server-sent events',
  params: IdParams,
  bytes: 'live',
  reply: ReviewSession,
})
export const leadReviewSession = endpoint({
  unaudited,
  method: 'PUT',
  path: '/reviewsessions/:id',
  access: 'signed-in',
  summary: 'Tell the members what to show, as the leader',
  params: IdParams,
  body: SessionMessage,
  limit: MAX_MESSAGE_BYTES,
  reply: ReviewSession,
})
export const joinReviewSession = endpoint({
  unaudited,
  method: 'PUT',
  path: '/reviewsessions/:id/presence',
  access: 'signed-in',
  summary: 'Join a review session, and stay in it every few seconds; or leave it',
  params: IdParams,
  body: SessionPresence,
  /** Null after you have left. */
  reply: StrictObject({ session: Nullable(ReviewSession) }),
})
export const takeLead = endpoint({
  unaudited,
  method: 'PUT',
  path: '/reviewsessions/:id/leader',
  access: 'signed-in',
  summary: 'Take the lead of a review session, if it is offered or the leader has left',
  params: IdParams,
  body: StrictObject({ member: Id }),
  reply: ReviewSession,
})
export const endReviewSession = endpoint({
  unaudited,
  method: 'DELETE',
  path: '/reviewsessions/:id',
  access: 'signed-in',
  summary: 'End a review session for everybody, as the leader',
  params: IdParams,
  reply: Removed,
})

/**
 * What a guest sees of a session. `file` is the shared file that the leader shows; a session that
 * shows something else is not there. `leader` is a name, `people` how many are there.
 */
export const GuestSession = StrictObject({
  _id: Id,
  revision: Type.Integer(),
  leader: Nullable(Type.String()),
  people: Type.Integer(),
  file: Id,
  playback: SessionPlayback,
  drawing: CommentDrawing,
  now: Type.Integer(),
})
export type GuestSession = Static<typeof GuestSession>
/** With `after`, the reply waits some seconds for a later revision. */
const GuestPresence = StrictObject({
  session: Id,
  member: Id,
  state: Type.Enum(['following', 'left']),
  after: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e15 })),
})
export type GuestPresence = Static<typeof GuestPresence>
const FoundGuestSession = StrictObject({ session: Nullable(GuestSession) })

export const findGuestSession = endpoint({
  method: 'GET',
  path: '/shared/session',
  access: 'share',
  summary: 'Find the review session that shows what is shared, if the share allows it',
  reply: FoundGuestSession,
})
export const followAsGuest = endpoint({
  unaudited,
  method: 'PUT',
  path: '/shared/session',
  access: 'share',
  load: 'wait',
  summary: 'Follow a review session as a guest, and stay in it every few seconds; or leave it',
  body: GuestPresence,
  /** Null after you have left, and when the session ends or shows something that is not shared. */
  reply: FoundGuestSession,
})
