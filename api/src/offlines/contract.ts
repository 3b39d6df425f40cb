import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  Ids,
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
import { CommentParams, CommentText, Mentions } from '../comments/contract.ts'
import { UserSummary } from '../users/contract.ts'
import { RejectionCode } from '../workrequests/contract.ts'
import { ConformedPosition } from './contract/conform.ts'

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
  /** Who decided, and when. */
  decided: Nullable(StrictObject({ by: Id, date: Seconds })),
  created: Seconds,
  $links: Links(),
})
export type Offline = Static<typeof Offline>

const NewOfflineBody = StrictObject({ workRequest: Ref, file: Ref })
export type NewOffline = Static<typeof NewOfflineBody>
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
  countsTo: MAX_CHECKED,
  query: StrictPartial(StrictObject({ workRequest: IdOrSlug, asset: IdOrSlug, ids: Ids })),
  reply: Offline,
})
export const getOffline = endpoint({
  method: 'GET',
  path: '/offlines/:id',
  access: 'signed-in',
  summary: 'Read an offline with a signed URL to play it',
  params: IdParams,
  reply: Offline,
})
export const createOffline = endpoint({
  method: 'POST',
  path: '/offlines',
  access: 'workrequest.work',
  summary: 'Upload an offline for a work request',
  body: NewOfflineBody,
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

const NewDecision = StrictObject({
  decision: Decision,
  reason: Type.Optional(Text),
  code: Type.Optional(RejectionCode),
})
export const makeDecision = endpoint({
  method: 'POST',
  path: '/offlines/:id/decision',
  access: 'signed-in',
  summary: 'Approve or reject the newest offline, and its work request if nothing else is missing',
  params: IdParams,
  body: NewDecision,
  record: Offline,
  reply: Offline,
})
export const withdrawDecision = endpoint({
  method: 'DELETE',
  path: '/offlines/:id/decision',
  access: 'signed-in',
  summary: 'Withdraw your decision about the newest offline, within a minute',
  params: IdParams,
  record: Offline,
  reply: Offline,
})

export const watchOffline = playbackEndpoints('/offlines', 'an offline')

/** The first frame is 0. The maximum is one day at 120 frames per second. */
export const Frame = Type.Integer({ minimum: 0, maximum: 24 * 3600 * 120 })
const FrameRange = StrictObject({ first: Frame, last: Frame })
/** A fraction of the picture size, from the upper left corner. */
const Fraction = Type.Number({ minimum: 0, maximum: 1 })
/** `width` is a fraction of the picture width. */
const Stroke = StrictObject({
  colour: Type.String({ pattern: '^#[0-9a-fA-F]{6}$', expects: 'a colour such as #ffcc00' }),
  width: Fraction,
  points: Type.Array(Type.Tuple([Fraction, Fraction]), { minItems: 1, maxItems: 500 }),
})
export const CommentDrawing = BoundedArray(Stroke, 30)

/**
 * A comment as shown at the offline in the URL. `version` is the version it was made for;
 * `carriedFrom` is that offline if it is an earlier one. `frame`, `range` and the times refer to
 * the film that is shown; `stopTime` is the end of the last frame; `beyond`: that film ends
 * earlier. `conformed`: the comment was moved to another cut since it was made; otherwise it is shown
 * at the same time. A reply has no position of its own and is resolved with its thread. Only people
 * who can see the work request can be mentioned.
 */
export const OfflineComment = StrictObject({
  _id: Id,
  offline: Id,
  version: Type.Integer(),
  carriedFrom: Nullable(Id),
  from: UserSummary,
  text: Type.String(),
  mentions: Type.Array(UserSummary),
  frame: Nullable(Type.Integer()),
  range: Nullable(StrictObject({ first: Type.Integer(), last: Type.Integer() })),
  timecode: Nullable(Type.String()),
  startTime: Nullable(Type.String()),
  stopTime: Nullable(Type.String()),
  beyond: Type.Boolean(),
  conformed: Nullable(ConformedPosition),
  drawing: Nullable(CommentDrawing),
  replyTo: Nullable(Id),
  resolved: Nullable(StrictObject({ by: UserSummary, date: Seconds })),
  removed: Type.Boolean(),
  created: Seconds,
  edited: Nullable(Seconds),
  $links: Links('offline'),
})
export type OfflineComment = Static<typeof OfflineComment>

const PositionFields = StrictPartial(
  StrictObject({
    frame: Nullable(Frame),
    range: Nullable(FrameRange),
    drawing: Nullable(CommentDrawing),
  }),
)
const NewOfflineComment = StrictObject({
  text: CommentText,
  mentions: Type.Optional(Mentions),
  ...PositionFields.properties,
  replyTo: Type.Optional(Nullable(Ref)),
})
export type NewOfflineComment = Static<typeof NewOfflineComment>
/** `resolved`: true resolves the thread, false or null reopens it, an unchanged object is kept. */
const OfflineCommentChange = StrictPartial(
  StrictObject({
    text: CommentText,
    mentions: Mentions,
    ...PositionFields.properties,
    resolved: Type.Union([
      Type.Boolean(),
      Type.Null(),
      Type.Object({ date: Seconds }, { additionalProperties: true }),
    ]),
  }),
)
export type OfflineCommentChange = Static<typeof OfflineCommentChange>

const path = '/offlines/:id/comments'
const BooleanText = Type.Enum(['true', 'false'])
/** A table, and markers for Avid, Resolve, Premiere, Final Cut Pro and OpenTimelineIO. */
export const EXPORT_FORMATS = ['csv', 'edl', 'resolve', 'premiere', 'fcpxml', 'otio'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/** How the name of the file ends. */
export const EXPORT_ENDINGS: Record<ExportFormat, string> = {
  csv: '.csv',
  edl: '.edl',
  resolve: '-resolve.edl',
  premiere: '.xml',
  fcpxml: '.fcpxml',
  otio: '.otio',
}

export const listComments = endpoint({
  method: 'GET',
  path,
  access: 'signed-in',
  summary: 'List the comments on an offline, including those carried over, by position in the film',
  list: true,
  params: IdParams,
  query: StrictPartial(StrictObject({ resolved: BooleanText })),
  reply: OfflineComment,
})
export const getComment = endpoint({
  method: 'GET',
  path: `${path}/:comment`,
  access: 'signed-in',
  summary: 'Read a comment',
  params: CommentParams,
  reply: OfflineComment,
})
export const createComment = endpoint({
  method: 'POST',
  path,
  access: 'signed-in',
  summary: 'Comment on a frame or a range, or reply to a comment',
  params: IdParams,
  body: NewOfflineComment,
  record: OfflineComment,
  reply: OfflineComment,
})
export const changeComment = endpoint({
  method: 'PUT',
  path: `${path}/:comment`,
  access: 'signed-in',
  summary: 'Edit your own comment until it has a reply; resolve or reopen a thread',
  params: CommentParams,
  body: OfflineCommentChange,
  record: OfflineComment,
  reply: OfflineComment,
})
export const removeComment = endpoint({
  method: 'DELETE',
  path: `${path}/:comment`,
  access: 'signed-in',
  summary: 'Remove your own comment; a placeholder stays while it has replies',
  params: CommentParams,
  reply: Removed,
})
export const exportComments = endpoint({
  method: 'GET',
  path: `${path}/export`,
  access: 'signed-in',
  load: 'heavy',
  summary:
    'Export all comments of an offline as a table (csv) or as markers for Avid (edl), Resolve, Premiere, Final Cut Pro (fcpxml) or OpenTimelineIO',
  params: IdParams,
  query: StrictPartial(StrictObject({ format: Type.Enum([...EXPORT_FORMATS]) })),
  bytes: 'out',
  reply: Type.Unsafe<never>({ type: 'string', format: 'binary' }),
})

export {
  CommentConformResult,
  ConformedPosition,
  conformComments,
  PlannedComment,
  type CommentConform,
  type CommentDecision,
  type CommentPlace,
} from './contract/conform.ts'
