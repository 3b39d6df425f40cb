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
  Text,
} from '../kernel/http/contract/schema.ts'
import { IgnoredPlayback, Playback, playbackEndpoints } from '../renditions/contract.ts'
import { UserSummary } from '../users/contract.ts'
import { RejectionCode } from '../workrequests/contract.ts'

export const Decision = Type.Enum(['approved', 'rejected'])

export const Offline = StrictObject({
  _id: Id,
  workRequest: Id,
  from: Id,
  project: Id,
  asset: Id,
  file: Id,
  version: Type.Integer(),
  path: Type.String(),
  ...Playback.properties,
  decision: Nullable(Decision),
  reason: Type.String(),
  code: Nullable(Type.String()),
  created: Seconds,
  $links: Links(),
})
export type Offline = Static<typeof Offline>

const New = StrictObject({ workRequest: Ref, file: Ref })
export type NewOffline = Static<typeof New>
const Decided = StrictObject({
  decision: Nullable(Decision),
  reason: Text,
  code: Nullable(RejectionCode),
})
const OfflineDecision = StrictPartial(
  StrictObject({ ...Decided.properties, ...IgnoredPlayback.properties }),
)
export type OfflineDecision = Static<typeof OfflineDecision>

export const listOfflines = endpoint({
  method: 'GET',
  path: '/offlines',
  access: 'signed-in',
  summary: 'List offlines, newest first',
  list: true,
  query: StrictPartial(StrictObject({ workRequest: IdOrSlug, asset: IdOrSlug })),
  reply: Offline,
})
export const getOffline = endpoint({
  method: 'GET',
  path: '/offlines/:id',
  access: 'signed-in',
  summary: 'Read an offline with a signed address to watch it',
  params: IdParams,
  reply: Offline,
})
export const createOffline = endpoint({
  method: 'POST',
  path: '/offlines',
  access: 'workrequest.work',
  summary: 'Bring an offline for a work request',
  body: New,
  record: Offline,
  reply: Offline,
})
export const decideOffline = endpoint({
  method: 'PUT',
  path: '/offlines/:id',
  access: 'signed-in',
  summary: 'Approve or reject the newest offline',
  params: IdParams,
  body: OfflineDecision,
  record: Offline,
  reply: Offline,
})

export const watchOffline = playbackEndpoints('/offlines', 'an offline')

/** Counted from the first of the film, which is 0. The largest is a day at 120 frames a second. */
const Frame = Type.Integer({ minimum: 0, maximum: 24 * 3600 * 120 })
const FrameRange = StrictObject({ first: Frame, last: Frame })
/** A share of the picture, from its upper left corner. */
const Share = Type.Number({ minimum: 0, maximum: 1 })
/** `width` is a share of the picture's width. */
const Stroke = StrictObject({
  colour: Type.String({ pattern: '^#[0-9a-fA-F]{6}$' }),
  width: Share,
  points: Type.Array(Type.Tuple([Share, Share]), { minItems: 1, maxItems: 500 }),
})
const Drawing = BoundedArray(Stroke, 30)
const Words = Type.String({ minLength: 1, maxLength: 5000, pattern: '\\S' })

/**
 * As it is shown at the offline in its address: `version` is the one it was made for, and
 * `carriedFrom` that offline, where it is an earlier one. `frame`, `range` and times are
 * those of the film that is shown; `stopTime` is when the last frame ends; `beyond`: that film ends
 * before. An answer has no place of its own, and is resolved with its thread.
 */
export const OfflineComment = StrictObject({
  _id: Id,
  offline: Id,
  version: Type.Integer(),
  carriedFrom: Nullable(Id),
  from: UserSummary,
  text: Type.String(),
  frame: Nullable(Type.Integer()),
  range: Nullable(StrictObject({ first: Type.Integer(), last: Type.Integer() })),
  timecode: Nullable(Type.String()),
  startTime: Nullable(Type.String()),
  stopTime: Nullable(Type.String()),
  beyond: Type.Boolean(),
  drawing: Nullable(Drawing),
  replyTo: Nullable(Id),
  resolved: Nullable(StrictObject({ by: UserSummary, date: Seconds })),
  removed: Type.Boolean(),
  created: Seconds,
  edited: Nullable(Seconds),
  $links: Links('offline'),
})
export type OfflineComment = Static<typeof OfflineComment>

const Said = StrictPartial(
  StrictObject({ frame: Nullable(Frame), range: Nullable(FrameRange), drawing: Nullable(Drawing) }),
)
const NewOfflineComment = StrictObject({
  text: Words,
  ...Said.properties,
  replyTo: Type.Optional(Nullable(Ref)),
})
export type NewOfflineComment = Static<typeof NewOfflineComment>
/** `resolved`: true resolves the thread, false or null opens it again; as it was read, it stays. */
const OfflineCommentChange = StrictPartial(
  StrictObject({
    text: Words,
    ...Said.properties,
    resolved: Type.Union([
      Type.Boolean(),
      Type.Null(),
      Type.Object({ date: Seconds }, { additionalProperties: true }),
    ]),
  }),
)
export type OfflineCommentChange = Static<typeof OfflineCommentChange>

const at = '/offlines/:id/comments'
const CommentParams = StrictObject({ id: IdOrSlug, comment: IdOrSlug })
const YesOrNo = Type.Enum(['true', 'false'])
export const EXPORT_FORMATS = ['csv', 'edl'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

export const listComments = endpoint({
  method: 'GET',
  path: at,
  access: 'signed-in',
  summary:
    'List the comments on an offline and those carried to it, thread by thread along the film',
  list: true,
  params: IdParams,
  query: StrictPartial(StrictObject({ resolved: YesOrNo })),
  reply: OfflineComment,
})
export const getComment = endpoint({
  method: 'GET',
  path: `${at}/:comment`,
  access: 'signed-in',
  summary: 'Read a comment',
  params: CommentParams,
  reply: OfflineComment,
})
export const createComment = endpoint({
  method: 'POST',
  path: at,
  access: 'signed-in',
  summary: 'Comment on a frame or a range, or answer a comment',
  params: IdParams,
  body: NewOfflineComment,
  record: OfflineComment,
  reply: OfflineComment,
})
export const changeComment = endpoint({
  method: 'PUT',
  path: `${at}/:comment`,
  access: 'signed-in',
  summary: 'Change your own comment until it is answered; resolve a thread or open it again',
  params: CommentParams,
  body: OfflineCommentChange,
  record: OfflineComment,
  reply: OfflineComment,
})
export const removeComment = endpoint({
  method: 'DELETE',
  path: `${at}/:comment`,
  access: 'signed-in',
  summary: 'Remove your own comment; its place stays while others answer it',
  params: CommentParams,
  reply: Removed,
})
export const exportComments = endpoint({
  method: 'GET',
  path: `${at}/export`,
  access: 'signed-in',
  summary:
    'All comments shown at an offline, as a table (csv) or as markers for an editing system (edl)',
  params: IdParams,
  query: StrictPartial(StrictObject({ format: Type.Enum([...EXPORT_FORMATS]) })),
  bytes: 'out',
  reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
})
