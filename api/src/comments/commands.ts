import { sql } from 'kysely'
import { audienceOfWorkRequest } from '../access/queries/audience.ts'
import { viewerOf } from '../access/queries/visibility.ts'
import type { Caller } from '../kernel/http/contract/caller.ts'
import type { Tx } from '../kernel/db/connect.ts'
import { emit } from '../kernel/events/emit.ts'
import { changedFields } from '../kernel/http/protected-fields.ts'
import type { Accept } from '../kernel/http/serve.ts'
import {
  forbidden,
  invalid,
  throwIfRejected,
  unknownReference,
} from '../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../kernel/http/contract/schema.ts'
import { lockWorkRequest } from '../workrequests/queries/work-requests.ts'
import type { NewRequestComment, RequestCommentChange } from './contract.ts'
import {
  findComment,
  getComment,
  getCommentedRequest,
  filterReaders,
  listCommenters,
} from './queries.ts'
import { mayComment, checkEdit, checkRemoval, type StoredRequestComment } from './rules.ts'

type CommentTarget = { request: string; id: string; by: Caller; accept: Accept }

/**
 * Told to those who hear of the request, who spoke here before, and who is called by name. What was
 * said stands in no event.
 */
export async function createComment(
  tx: Tx,
  { request, body, by }: { request: string; body: NewRequestComment; by: Caller },
): Promise<StoredRequestComment> {
  await lockWorkRequest(tx, request)
  const about = await getCommentedRequest(tx, viewerOf(by), request)
  if (!mayComment(about, by))
    throw forbidden(
      'comment.not-yours',
      'Only who orders, approves, works on or translates the request comments on it.',
    )
  const thread = body.replyTo
    ? requireThread(await findComment(tx, viewerOf(by), { request, id: idOf(body.replyTo) }))
    : undefined
  const mentions = await resolveMentions(tx, by, request, body.mentions ?? [])

  const speakers = await listCommenters(tx, request)
  const { id } = await tx
    .insertInto('work_request_comment')
    .values({
      studio_id: about.studio,
      work_request_id: request,
      reply_to_id: thread?._id ?? null,
      from_id: by._id,
      text: body.text,
      mentions,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { users, groups } = await audienceOfWorkRequest(tx, request)
  await emit(tx, {
    type: 'wcm',
    from: by._id,
    studio: about.studio,
    workRequest: request,
    asset: about.asset,
    snapshot: { comment: id },
    notify: { users: [...new Set([...users, ...speakers, ...mentions])], groups },
  })
  return getComment(tx, viewerOf(by), { request, id })
}

/** The comment that is answered. Threads are one level deep. */
export function requireThread<C extends { replyTo: string | null }>(first: C | undefined): C {
  if (!first) throw unknownReference('/replyTo', 'comment')
  if (first.replyTo)
    throw invalid(
      'comment.nested',
      'An answer is not answered: answer the first comment of its thread.',
      [{ pointer: '/replyTo', message: `is itself an answer to ${first.replyTo}` }],
    )
  return first
}

/**
 * Each once. Who does not see the request is as unknown as nobody: a call would only tell that
 * there is one.
 */
async function resolveMentions(
  tx: Tx,
  by: Caller,
  request: string,
  mentions: Ref[],
): Promise<string[]> {
  const people = [...new Set(mentions.map(idOf))]
  const known = people.length ? await filterReaders(tx, viewerOf(by), { request, people }) : []
  const stranger = mentions.findIndex((ref) => !known.includes(idOf(ref)))
  if (stranger >= 0) throw unknownReference(`/mentions/${stranger}`, 'user')
  return people
}

export async function changeComment(
  tx: Tx,
  { request, id, body, by, accept }: CommentTarget & { body: RequestCommentChange },
): Promise<StoredRequestComment> {
  await lockWorkRequest(tx, request)
  const current = await getComment(tx, viewerOf(by), { request, id })
  accept(current)
  const before = current.mentions.map(({ _id }) => _id)
  const { text, mentions } = changedFields(
    { ...body, ...(body.mentions && { mentions: body.mentions.map(idOf) }) },
    { ...current, mentions: before },
  )
  if (text === undefined && !mentions) return current
  throwIfRejected(checkEdit(current, by))
  await tx
    .updateTable('work_request_comment')
    .where('id', '=', id)
    .set({
      ...(text !== undefined && { text }),
      ...(mentions && { mentions: await resolveMentions(tx, by, request, mentions) }),
      edited_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
  return getComment(tx, viewerOf(by), { request, id })
}

/** The row stays, for those who answered it; without answers it is shown to nobody. */
export async function removeComment(tx: Tx, { request, id, by, accept }: CommentTarget) {
  await lockWorkRequest(tx, request)
  const current = await getComment(tx, viewerOf(by), { request, id })
  accept(current)
  throwIfRejected(checkRemoval(current, by))
  await tx
    .updateTable('work_request_comment')
    .where('id', '=', id)
    .set({ text: '', mentions: [], removed_at: sql<Date>`clock_timestamp()` })
    .execute()
  return { _id: id, removed: true as const }
}
