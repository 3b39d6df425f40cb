import { sql } from 'kysely'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { requireThread } from '../../comments/commands.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { emit } from '../../kernel/events/emit.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { forbidden, invalid, throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { OfflineCommentChange, NewOfflineComment } from '../contract.ts'
import { findComment, getComment, getCommentedOffline } from '../queries/comments.ts'
import { lockWorkRequestOf } from '../queries/offlines.ts'
import {
  mayComment,
  shownPosition,
  checkEdit,
  checkRemoval,
  checkResolve,
  type StoredOfflineComment,
} from '../rules/comments.ts'
import { positionErrors, type Footage, type CommentPosition } from '../rules/position.ts'

type CommentTarget = { offline: string; id: string; by: Caller; accept: Accept }

export async function createComment(
  tx: Tx,
  { offline, body, by }: { offline: string; body: NewOfflineComment; by: Caller },
): Promise<StoredOfflineComment> {
  await lockWorkRequestOf(tx, offline)
  const about = await getCommentedOffline(tx, viewerOf(by), offline)
  if (!mayComment(about, by))
    throw forbidden(
      'comment.not-yours',
      'Only who orders, approves, works on or translates the request comments on its offlines.',
    )
  const thread = body.replyTo
    ? requireThread(await findComment(tx, viewerOf(by), { offline, id: idOf(body.replyTo) }))
    : undefined
  const place = requireValidPosition(
    { frame: body.frame ?? null, range: body.range ?? null },
    thread !== undefined,
    about.footage,
  )

  const { id } = await tx
    .insertInto('offline_comment')
    .values({
      studio_id: about.studio,
      work_request_id: about.workRequest,
      offline_id: offline,
      reply_to_id: thread?._id ?? null,
      from_id: by._id,
      text: body.text,
      ...columnsOf(place),
      drawing: jsonOf(body.drawing),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await emit(tx, {
    type: 'ofc',
    from: by._id,
    studio: about.studio,
    workRequest: about.workRequest,
    asset: about.asset,
    files: [...new Set([about.file, thread?.film ?? about.file])],
    snapshot: { offline, comment: id },
    notify: await audienceOfWorkRequest(tx, about.workRequest),
  })
  return getComment(tx, viewerOf(by), { offline, id })
}

export async function changeComment(
  tx: Tx,
  { offline, id, body, by, accept }: CommentTarget & { body: OfflineCommentChange },
): Promise<StoredOfflineComment> {
  await lockWorkRequestOf(tx, offline)
  const current = await getComment(tx, viewerOf(by), { offline, id })
  accept(current)
  const { resolved, ...edit } = changedFields(body, { ...current, ...shownPosition(current) })
  if (Object.keys(edit).length) await editComment(tx, current, edit, by)
  if (resolved !== undefined) await resolveThread(tx, current, resolved, by)
  return getComment(tx, viewerOf(by), { offline, id })
}

async function editComment(
  tx: Tx,
  current: StoredOfflineComment,
  { text, drawing, ...place }: Omit<OfflineCommentChange, 'resolved'>,
  by: Caller,
) {
  const moves = Object.keys(place).length > 0
  throwIfRejected(checkEdit(current, by, { moves }))
  await tx
    .updateTable('offline_comment')
    .where('id', '=', current._id)
    .set({
      ...(text !== undefined && { text }),
      ...(drawing !== undefined && { drawing: jsonOf(drawing) }),
      ...(moves &&
        columnsOf(
          requireValidPosition(
            { frame: place.frame ?? null, range: place.range ?? null },
            current.replyTo !== null,
            current.here,
          ),
        )),
      edited_at: sql<Date>`clock_timestamp()`,
    })
    .execute()
}

/**
 * Shown up to the newest version there is: the request is locked, so no other comes in between.
 * Whoever is first is the one who did it.
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
      'Say true to resolve a comment: who did it and when is written down then.',
      [{ pointer: '/resolved', message: 'is not what is stored' }],
    )
  const resolved = sent === true
  if (resolved === (current.resolved !== null)) return
  throwIfRejected(checkResolve(current, by))
  const newest = sql<number>`(select max(version) from offline where work_request_id = ${current.workRequest})`
  await tx
    .updateTable('offline_comment')
    .where('id', '=', current.thread)
    .set(
      resolved
        ? {
            resolved_by: by._id,
            resolved_at: sql<Date>`clock_timestamp()`,
            resolved_version: newest,
          }
        : { resolved_by: null, resolved_at: null, resolved_version: null },
    )
    .execute()
}

/** The row stays, for those who answered it; without answers it is shown to nobody. */
export async function removeComment(tx: Tx, { offline, id, by, accept }: CommentTarget) {
  await lockWorkRequestOf(tx, offline)
  const current = await getComment(tx, viewerOf(by), { offline, id })
  accept(current)
  throwIfRejected(checkRemoval(current, by))
  await tx
    .updateTable('offline_comment')
    .where('id', '=', id)
    .set({ text: '', drawing: null, removed_at: sql<Date>`clock_timestamp()` })
    .execute()
  return { _id: id, removed: true as const }
}

function requireValidPosition(
  place: CommentPosition,
  isReply: boolean,
  footage: Footage,
): CommentPosition {
  const errors = positionErrors(place, isReply, footage)
  if (errors.length)
    throw invalid('comment.place', `${errors[0]!.pointer.slice(1)} ${errors[0]!.message}.`, errors)
  return place
}

const columnsOf = ({ frame, range }: CommentPosition) => ({
  first_frame: range?.first ?? frame,
  last_frame: range?.last ?? null,
})
const jsonOf = (drawing: NewOfflineComment['drawing']) => (drawing ? JSON.stringify(drawing) : null)
