// Threads as they are read: along the film, each with its answers.
import type { offlines } from '@reelay/api/contract'
import { spanOf } from './frames.ts'

type Comment = offlines.OfflineComment
export type Thread = { first: Comment; replies: Comment[] }
export type State = 'open' | 'resolved' | 'all'

export function threadsOf(
  comments: readonly Comment[],
  hidden: ReadonlySet<string> = new Set(),
): Thread[] {
  const shown = comments.filter(({ _id }) => !hidden.has(_id))
  return shown
    .filter(({ replyTo }) => replyTo === null)
    .map((first) => ({
      first,
      replies: shown.filter(({ replyTo, removed }) => replyTo === first._id && !removed),
    }))
    .toSorted(
      (one, other) =>
        spanOf(one.first).first - spanOf(other.first).first ||
        one.first.created - other.first.created,
    )
}

export const inState = (threads: readonly Thread[], state: State): Thread[] =>
  threads.filter(
    ({ first: { resolved } }) => state === 'all' || (resolved !== null) === (state === 'resolved'),
  )

/** The next or previous one from a frame on, or from the one that is chosen. */
export function stepFrom(
  threads: readonly Thread[],
  { chosen, frame, by }: { chosen: string | undefined; frame: number; by: 1 | -1 },
): Thread | undefined {
  const at = threads.findIndex(({ first }) => first._id === chosen)
  if (at >= 0) return threads[at + by]
  return by > 0
    ? threads.find(({ first }) => spanOf(first).first >= frame)
    : threads.findLast(({ first }) => spanOf(first).first < frame)
}
