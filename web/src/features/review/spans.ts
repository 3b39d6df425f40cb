// The frames that a comment is about.
import { offlinePositions } from '@reelay/api/contract'

export type FrameSpan = { first: number; last: number }

export const spanOf = (position: Parameters<typeof offlinePositions.frameRangeOf>[0]): FrameSpan =>
  offlinePositions.frameRangeOf(position) ?? { first: 0, last: 0 }

/** Whether this version shows what the comment is about. A later cut may not. */
export const isShown = ({
  conformed,
}: {
  conformed: { outcome: 'moved' | 'flagged' | 'dropped' } | null
}): boolean => conformed?.outcome !== 'dropped'

/** In the form of the API: one frame or a range. */
export const toCommentPosition = ({ first, last }: FrameSpan) =>
  first === last ? { frame: first } : { range: { first, last } }

export const spanBetween = (a: number, b: number): FrameSpan => ({
  first: Math.min(a, b),
  last: Math.max(a, b),
})

/** Marking one edge beyond the other starts a new span. */
export function moveEdge(span: FrameSpan | null, edge: 'first' | 'last', frame: number): FrameSpan {
  if (edge === 'first') return { first: frame, last: span && span.last > frame ? span.last : frame }
  return { first: span && span.first < frame ? span.first : frame, last: frame }
}
