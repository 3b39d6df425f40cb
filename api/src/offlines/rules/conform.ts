// Where the comments of an earlier version are in a new cut.
import type { CommentDecision, ConformedPosition, PlannedComment } from '../contract/conform.ts'
import { timingOf, type Footage } from './position.ts'

type FrameSpan = { first: number; last: number }
/** What the comparison of the cuts says about the frames of a comment. */
type ConformedFrames = {
  outcome: 'moved' | 'split' | 'dropped' | 'flagged'
  reason: PlannedComment['reason']
  to: readonly FrameSpan[]
}
/** As stored. Without `first`, the comment has no position in the version. */
export type StoredPosition = ConformedPosition & { first: number | null; last: number | null }

/**
 * A comment has one position: of a range that is split, a person chooses the part. Nobody reads it in
 * its own time, so short parts are not special.
 */
export function planComment(
  { comment, text, span }: { comment: string; text: string; span: FrameSpan },
  { outcome, reason, to }: ConformedFrames,
  { before, now }: { before: Footage; now: Footage },
): PlannedComment {
  return {
    comment,
    text,
    ...(outcome === 'split' || reason === 'fragment'
      ? { outcome: 'flagged', reason: 'split' }
      : { outcome, reason }),
    from: placeOf(span, before),
    to: to.map((place) => placeOf(place, now)),
  }
}

function placeOf(span: FrameSpan, footage: Footage): PlannedComment['from'] {
  const { beyond: _beyond, ...times } = timingOf({ frame: null, range: span }, footage)
  return { ...span, ...times }
}

/** `sameTime` is where the comment is shown without a plan. A decision leaves no doubt. */
export function decidePosition(
  { outcome, reason, to, from }: PlannedComment,
  {
    version,
    decision,
    sameTime,
  }: { version: number; decision: CommentDecision | undefined; sameTime: FrameSpan },
): StoredPosition {
  const chosen = decision === 'keep' ? sameTime : decision === undefined ? undefined : to[decision]
  const isFrame = from.first === from.last
  const positionAt = ({ first, last }: FrameSpan) => ({ first, last: isFrame ? null : last })
  if (chosen) return { version, outcome: 'moved', reason: null, ...positionAt(chosen) }
  if (outcome === 'dropped') return { version, outcome, reason, first: null, last: null }
  return { version, outcome, reason, ...positionAt(to[0] ?? sameTime) }
}

export function countOutcomes(comments: readonly PlannedComment[]) {
  const counts = { moved: 0, flagged: 0, dropped: 0 }
  for (const { outcome } of comments) counts[outcome]++
  return counts
}
