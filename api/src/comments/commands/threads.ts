// What comments on work requests and on offlines have in common.
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import {
  forbidden,
  invalid,
  throwIfRejected,
  unknownReference,
} from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'
import type { PreconditionCheck } from '../../kernel/http/serve.ts'
import { filterReaders } from '../queries.ts'
import { checkRemoval, mayComment, type Commenter } from '../rules.ts'

export function requireCommenter(about: { owner: string }, by: Commenter): void {
  if (!mayComment(about, by))
    throw forbidden(
      'comment.forbidden',
      'Only people who order, approve, work on or translate this request can comment on it.',
    )
}

/** The comment that a reply belongs to. Threads are one level deep. */
export async function findThread<C extends { replyTo: string | null }>(
  replyTo: Ref | null | undefined,
  find: (id: string) => Promise<C | undefined>,
): Promise<C | undefined> {
  if (!replyTo) return undefined
  const first = await find(idOf(replyTo))
  if (!first) throw unknownReference('/replyTo', 'comment')
  if (first.replyTo)
    throw invalid(
      'comment.nested',
      'Replies cannot be nested. Reply to the first comment of the thread.',
      [{ pointer: '/replyTo', message: `is itself a reply to ${first.replyTo}` }],
    )
  return first
}

/**
 * Returns each person once. People who cannot see the request count as unknown, because a mention
 * would reveal that it exists.
 */
export async function resolveMentions(
  tx: Tx,
  by: Caller,
  request: string,
  mentions: Ref[],
): Promise<string[]> {
  const people = [...new Set(mentions.map(idOf))]
  const readers = people.length ? await filterReaders(tx, viewerOf(by), { request, people }) : []
  const unknown = mentions.findIndex((ref) => !readers.includes(idOf(ref)))
  if (unknown >= 0) throw unknownReference(`/mentions/${unknown}`, 'user')
  return people
}

/** Updates open pages after a comment was edited, resolved or removed. It notifies nobody. */
export const announceCommentChange = (
  tx: Tx,
  about: { by: Pick<Commenter, '_id'>; studio: string; workRequest: string; files?: string[] },
): Promise<void> =>
  emit(tx, {
    type: 'wch',
    from: about.by._id,
    studio: about.studio,
    workRequest: about.workRequest,
    files: about.files ?? [],
    details: { fields: 'comments' },
  })

type Removable = { _id: string; from: { _id: string } }

/** Keeps the row for its replies. Without replies, nobody sees it. */
export async function clearComment(
  tx: Tx,
  table: 'work_request_comment' | 'offline_comment',
  comment: Removable,
  {
    by,
    checkPreconditions,
    clear,
  }: {
    by: Pick<Commenter, '_id'>
    checkPreconditions: PreconditionCheck
    clear: Sql
  },
) {
  checkPreconditions(comment)
  throwIfRejected(checkRemoval(comment, by))
  await sql`
    update ${sql.ref(table)} set text = '', ${clear}, removed_at = clock_timestamp()
    where id = ${comment._id}`.execute(tx)
  return { _id: comment._id, removed: true as const }
}
