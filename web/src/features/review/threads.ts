// Comments grouped into threads, in the order of the film.
import type { offlines } from '@reelay/api/contract'
import { spanOf } from './spans.ts'

type Comment = offlines.OfflineComment
export type Thread = { first: Comment; replies: Comment[] }
export type ThreadState = 'open' | 'resolved' | 'all'

export const groupThreads = (comments: readonly Comment[]): Thread[] =>
  comments
    .filter(({ replyTo }) => replyTo === null)
    .map((first) => ({
      first,
      replies: comments.filter(({ replyTo, removed }) => replyTo === first._id && !removed),
    }))
    .toSorted(
      (a, b) => spanOf(a.first).first - spanOf(b.first).first || a.first.created - b.first.created,
    )

export const filterThreads = (threads: readonly Thread[], state: ThreadState): Thread[] =>
  threads.filter(
    ({ first: { resolved } }) => state === 'all' || (resolved !== null) === (state === 'resolved'),
  )

/** The next or previous thread from the selected one, or else from a frame. */
export function findAdjacentThread(
  threads: readonly Thread[],
  {
    selected,
    frame,
    direction,
  }: { selected: string | undefined; frame: number; direction: 1 | -1 },
): Thread | undefined {
  const index = threads.findIndex(({ first }) => first._id === selected)
  if (index >= 0) return threads[index + direction]
  return direction > 0
    ? threads.find(({ first }) => spanOf(first).first >= frame)
    : threads.findLast(({ first }) => spanOf(first).first < frame)
}
