import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf, type Viewer } from '../../access/queries/visibility.ts'
import {
  announceCommentChange,
  clearComment,
  findThread,
  requireCommenter,
  resolveMentions,
} from '../../comments/commands/threads.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { forbidden, invalid, throwIfRejected } from '../../kernel/http/contract/problem.ts'
import type { OfflineCommentChange, NewOfflineComment } from '../contract.ts'
import { findComment, getComment, getCommentedOffline } from '../queries/comments.ts'
import { lockWorkRequestOf } from '../queries/offlines.ts'
import {
  shownPosition,
  checkEdit,
  checkResolve,
  type StoredOfflineComment,
} from '../rules/comments.ts'
import { positionErrors, type Footage, type CommentPosition } from '../rules/position.ts'

type CommentTarget = RecordChange & { offline: string }

/** Notifies the audience of the request and mentioned people. The event does not contain the text. */
export async function createComment(
  tx: Tx,
  {
    offline,
    body,
    by,
    viewer = viewerOf(by),
    isPermitted = false,
  }: {
    offline: string
    body: NewOfflineComment
    by: Caller
    viewer?: Viewer
    /** Whether something else than a role lets them comment, such as a share. */
    isPermitted?: boolean
  },
): Promise<StoredOfflineComment> {
  await lockWorkRequestOf(tx, offline)
  const about = await getCommentedOffline(tx, viewer, offline)
  if (!isPermitted) requireCommenter(about, callerIn(by, about.studio))
  const thread = await findThread(body.replyTo, (id) => findComment(tx, viewer, { offline, id }))
  const position = requireValidPosition(
    { frame: body.frame ?? null, range: body.range ?? null },
    thread !== undefined,
    about.footage,
  )
  const mentions = await resolveMentions(tx, by, about.workRequest, body.mentions ?? [])

  const { rows } = await sql<{ id: string }>`insert into offline_comment ${sql.values({
    studio_id: about.studio,
    work_request_id: about.workRequest,
    offline_id: offline,
    reply_to_id: thread?._id ?? null,
    from_id: by._id,
    text: body.text,
    mentions,
    ...columnsOf(position),
    drawing: jsonOf(body.drawing),
  })} returning id`.execute(tx)
  const { id } = rows[0]!
  const { users, groups } = await audienceOfWorkRequest(tx, about.workRequest)
  await emit(tx, {
    type: 'ofc',
    from: by._id,
    studio: about.studio,
    workRequest: about.workRequest,
    asset: about.asset,
    files: [...new Set([about.file, thread?.originalFile ?? about.file])],
    details: { offline, comment: id },
    notify: { users: [...new Set([...users, ...mentions])], groups },
  })
  if (thread && thread.from._id !== by._id) await enqueue(tx, 'send-share-replies', { comment: id })
  return getComment(tx, viewer, { offline, id })
}

export async function changeComment(
  tx: Tx,
  { offline, id, body, by, checkPreconditions }: CommentTarget & { body: OfflineCommentChange },
): Promise<StoredOfflineComment> {
  await lockWorkRequestOf(tx, offline)
  const current = await getComment(tx, viewerOf(by), { offline, id })
  checkPreconditions(current)
  const { resolved, ...edit } = changedFields(
    { ...body, ...(body.mentions && { mentions: body.mentions.map(idOf) }) },
    {
      ...current,
      ...shownPosition(current),
      mentions: current.mentions.map(({ _id }) => _id),
    },
  )
  if (Object.keys(edit).length) await editComment(tx, current, edit, by)
  if (resolved !== undefined) await resolveThread(tx, current, resolved, by)
  await announce(tx, current, by)
  return getComment(tx, viewerOf(by), { offline, id })
}

async function editComment(
  tx: Tx,
  current: StoredOfflineComment,
  { text, mentions, drawing, ...position }: Omit<OfflineCommentChange, 'resolved'>,
  by: Caller,
) {
  const moves = Object.keys(position).length > 0
  throwIfRejected(checkEdit(current, by, { moves }))
  await sql`update offline_comment ${sql.set({
    ...(text !== undefined && { text }),
    ...(mentions && {
      mentions: await resolveMentions(tx, by, current.workRequest, mentions),
    }),
    ...(drawing !== undefined && { drawing: jsonOf(drawing) }),
    ...(moves && {
      ...columnsOf(
        requireValidPosition(
          { frame: position.frame ?? null, range: position.range ?? null },
          current.replyTo !== null,
          current.shownFootage,
        ),
      ),
      // They were found for the position before.
      positions: '[]',
    }),
    edited_at: sql`clock_timestamp()`,
  })} where id = ${current._id}`.execute(tx)
}

/**
 * A resolved thread is shown up to the newest version at that time. The lock on the request keeps a
 * newer one from arriving meanwhile. The first caller is recorded as the resolver.
 */
async function resolveThread(
  tx: Tx,
  current: StoredOfflineComment,
  sent: OfflineCommentChange['resolved'],
  by: Caller,
) {
  if (typeof sent === 'object' && sent)
    throw forbidden(
      'field.protected',
      'Send true to resolve a comment. The service records who resolved it and when.',
      [{ pointer: '/resolved', message: 'differs from what is stored' }],
    )
  const resolved = sent === true
  if (resolved === (current.resolved !== null)) return
  throwIfRejected(checkResolve(current, callerIn(by, current.studio)))
  const newest = sql`(
    select max(version) from offline where work_request_id = ${current.workRequest})`
  await sql`update offline_comment ${sql.set(
    resolved
      ? {
          resolved_by: by._id,
          resolved_at: sql`clock_timestamp()`,
          resolved_version: newest,
        }
      : { resolved_by: null, resolved_at: null, resolved_version: null },
  )} where id = ${current.thread}`.execute(tx)
}

export async function removeComment(
  tx: Tx,
  { offline, id, by, checkPreconditions }: CommentTarget,
) {
  await lockWorkRequestOf(tx, offline)
  const current = await getComment(tx, viewerOf(by), { offline, id })
  await announce(tx, current, by)
  return clearComment(tx, 'offline_comment', current, {
    by,
    checkPreconditions,
    clear: sql`drawing = null, mentions = '{}'`,
  })
}

const announce = (
  tx: Tx,
  { studio, workRequest, originalFile }: StoredOfflineComment,
  by: Caller,
) => announceCommentChange(tx, { by, studio, workRequest, files: [originalFile] })

function requireValidPosition(
  position: CommentPosition,
  isReply: boolean,
  footage: Footage,
): CommentPosition {
  const errors = positionErrors(position, isReply, footage)
  if (errors.length)
    throw invalid(
      'comment.position-invalid',
      `${errors[0]!.pointer.slice(1)} ${errors[0]!.message}.`,
      errors,
    )
  return position
}

const columnsOf = ({ frame, range }: CommentPosition) => ({
  first_frame: range?.first ?? frame,
  last_frame: range?.last ?? null,
})
const jsonOf = (drawing: NewOfflineComment['drawing']) => (drawing ? JSON.stringify(drawing) : null)
