// Moving the comments of an earlier version to the cut of a later one.
import { Type, type Static } from 'typebox'
import { endpoint } from '../../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdParams,
  Nullable,
  StrictObject,
  StrictPartial,
} from '../../kernel/http/contract/schema.ts'
import { CONFORM_REASONS, VersionConformSource } from '../../translations/contract.ts'

/** `split`: the new cut shows the range at more than one place. */
const Reason = Type.Enum([...CONFORM_REASONS, 'split'])
const Outcome = Type.Enum(['moved', 'flagged', 'dropped'])

/**
 * What happened to a comment when it was moved to the cut of `version`. `flagged`: the position is a
 * guess, and `reason` says why. `dropped`: the new cut does not show the part, so the comment has no
 * position there.
 */
export const ConformedPosition = StrictObject({
  version: Type.Integer(),
  outcome: Outcome,
  reason: Nullable(Reason),
})
export type ConformedPosition = Static<typeof ConformedPosition>

/** The index of a proposed place, or `keep` for the same time as in the earlier version. */
const Decision = Type.Union([Type.Integer({ minimum: 0, maximum: 8 }), Type.Enum(['keep'])])
export type CommentDecision = Static<typeof Decision>

/**
 * `from` is the earlier version, by default the one before. Without `apply`, nothing changes. Without
 * a decision, a flagged comment gets the first place that was found.
 */
const CommentConform = StrictObject({
  by: VersionConformSource,
  ...StrictPartial(
    StrictObject({
      from: Id,
      apply: Type.Boolean(),
      decisions: Type.Record(Id, Decision, { maxProperties: 5_000 }),
    }),
  ).properties,
})
export type CommentConform = Static<typeof CommentConform>

/** `last` is the last frame, `stopTime` its end. */
const Place = StrictObject({
  first: Type.Integer(),
  last: Type.Integer(),
  timecode: Nullable(Type.String()),
  startTime: Nullable(Type.String()),
  stopTime: Nullable(Type.String()),
})
export type CommentPlace = Static<typeof Place>
export const PlannedComment = StrictObject({
  comment: Id,
  text: Type.String(),
  outcome: Outcome,
  reason: Nullable(Reason),
  from: Place,
  to: Type.Array(Place),
})
export type PlannedComment = Static<typeof PlannedComment>

/**
 * `analyzing`: the films are being compared; ask again. `from` is the earlier version. `matched` is
 * the share of its film that was found in the new one.
 */
export const CommentConformResult = StrictObject({
  status: Type.Enum(['analyzing', 'ready']),
  progress: Type.Number(),
  from: Id,
  matched: Nullable(Type.Number()),
  counts: StrictObject({
    moved: Type.Integer(),
    flagged: Type.Integer(),
    dropped: Type.Integer(),
  }),
  comments: Type.Array(PlannedComment),
  applied: Type.Boolean(),
})
export type CommentConformResult = Static<typeof CommentConformResult>

export const conformComments = endpoint({
  method: 'POST',
  path: '/offlines/:id/comments/conform',
  access: 'signed-in',
  load: 'import',
  summary: 'Move the comments of an earlier version to the cut of this offline, or preview that',
  params: IdParams,
  body: CommentConform,
  reply: CommentConformResult,
  limit: 7 * 1024 * 1024,
})
