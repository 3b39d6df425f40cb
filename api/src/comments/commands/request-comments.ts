import { currentVendor } from '../../access/queries/current-vendor.ts'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { throwIfRejected, unknownReference } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { changeWorkRequest } from '../../workrequests/commands/change.ts'
import { getWorkRequest, lockWorkRequest } from '../../workrequests/queries/work-requests.ts'
import type { NewRequestComment, RequestCommentChange } from '../contract.ts'
import { findComment, getComment, getCommentedRequest, listCommenters } from '../queries.ts'
import { checkEdit, type StoredRequestComment } from '../rules.ts'
import {
  announceCommentChange,
  clearComment,
  findThread,
  requireCommenter,
  resolveMentions,
} from './threads.ts'

type CommentTarget = RecordChange & { request: string }

/**
 * Notifies the audience of the request, earlier commenters and mentioned people. The event does not
 * contain the text.
 */
export async function createComment(
  tx: Tx,
  { request, body, by }: { request: string; body: NewRequestComment; by: Caller },
): Promise<StoredRequestComment> {
  const viewer = viewerOf(by)
  await lockWorkRequest(tx, request)
  const about = await getCommentedRequest(tx, viewer, request)
  requireCommenter(about, callerIn(by, about.studio))
  if (body.rejects) await rejectDeliverable(tx, { request, file: idOf(body.rejects), by })
  const thread = await findThread(body.replyTo, (id) => findComment(tx, viewer, { request, id }))
  const mentions = await resolveMentions(tx, by, request, body.mentions ?? [])

  const commenters = await listCommenters(tx, request)
  const { rows } = await sql<{ id: string }>`insert into work_request_comment ${sql.values({
    studio_id: about.studio,
    work_request_id: request,
    reply_to_id: thread?._id ?? null,
    from_id: by._id,
    vendor_id: currentVendor(about.studio, request),
    text: body.text,
    mentions,
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  const { users, groups } = await audienceOfWorkRequest(tx, request)
  await emit(tx, {
    type: 'wcm',
    from: by._id,
    studio: about.studio,
    workRequest: request,
    asset: about.asset,
    details: { comment: id },
    notify: { users: [...new Set([...users, ...commenters, ...mentions])], groups },
  })
  return getComment(tx, viewer, { request, id })
}

/** The reason and the removal are one change, so nobody finds one without the other. */
async function rejectDeliverable(
  tx: Tx,
  { request: id, file, by }: { request: string; file: string; by: Caller },
): Promise<void> {
  const { files } = await getWorkRequest(tx, viewerOf(by), id)
  const rejected = files.filter((bundle) => bundle.files.includes(file))
  if (!rejected.length) throw unknownReference('/rejects', 'deliverable')
  const remaining = rejected.map((bundle) => ({
    name: bundle.name,
    files: bundle.files.filter((attachedFile) => attachedFile !== file),
  }))
  const checkPreconditions = () => {}
  await changeWorkRequest(tx, { id, body: { files: remaining }, by, checkPreconditions })
}

export async function changeComment(
  tx: Tx,
  { request, id, body, by, checkPreconditions }: CommentTarget & { body: RequestCommentChange },
): Promise<StoredRequestComment> {
  await lockWorkRequest(tx, request)
  const current = await getComment(tx, viewerOf(by), { request, id })
  checkPreconditions(current)
  const { text, mentions } = changedFields(
    { ...body, ...(body.mentions && { mentions: body.mentions.map(idOf) }) },
    { ...current, mentions: current.mentions.map(({ _id }) => _id) },
  )
  if (text === undefined && !mentions) return current
  throwIfRejected(checkEdit(current, by))
  await sql`update work_request_comment ${sql.set({
    ...(text !== undefined && { text }),
    ...(mentions && { mentions: await resolveMentions(tx, by, request, mentions) }),
    edited_at: sql`clock_timestamp()`,
  })} where id = ${id}`.execute(tx)
  await announce(tx, request, by)
  return getComment(tx, viewerOf(by), { request, id })
}

export async function removeComment(
  tx: Tx,
  { request, id, by, checkPreconditions }: CommentTarget,
) {
  await lockWorkRequest(tx, request)
  const current = await getComment(tx, viewerOf(by), { request, id })
  const clear = sql`mentions = '{}'`
  await announce(tx, request, by)
  return clearComment(tx, 'work_request_comment', current, { by, checkPreconditions, clear })
}

async function announce(tx: Tx, request: string, by: Caller) {
  const { studio } = await getCommentedRequest(tx, viewerOf(by), request)
  await announceCommentChange(tx, { by, studio, workRequest: request })
}
