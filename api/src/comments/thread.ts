import { invalid, unknownReference } from '../kernel/problem.ts'

/** The comment that is answered. Threads are one level deep. */
export function threadOf<C extends { replyTo: string | null }>(first: C | undefined): C {
  if (!first) throw unknownReference('/replyTo', 'comment')
  if (first.replyTo) throw invalid('comment.nested', 'An answer is not answered: answer the first comment of its thread.', [{ pointer: '/replyTo', message: `is itself an answer to ${first.replyTo}` }])
  return first
}
