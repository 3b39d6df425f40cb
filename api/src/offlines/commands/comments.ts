import { sql } from 'kysely'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/sight.ts'
import { threadOf } from '../../comments/commands.ts'
import type { Caller } from '../../kernel/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { emit } from '../../kernel/events/emit.ts'
import { changesIn } from '../../kernel/http/echo.ts'
import type { Accept } from '../../kernel/http/serve.ts'
import { forbidden, invalid, refuse } from '../../kernel/problem.ts'
import { idOf } from '../../kernel/schema.ts'
import type { CommentChange, NewComment } from '../contract.ts'
import { findComment, getComment, getReviewed } from '../queries/comments.ts'
import { lockRequestOf } from '../queries/offlines.ts'
import {
  mayComment,
  placeShown,
  refusalOfEdit,
  refusalOfRemoval,
  refusalOfResolving,
  type StoredComment,
} from '../rules/comments.ts'
import { faultsOfPlace, type Footage, type Place } from '../rules/place.ts'

type Asked = { offline: string; id: string; by: Caller; accept: Accept }

export async function comment(
  tx: Tx,
  { offline, body, by }: { offline: string; body: NewComment; by: Caller },
): Promise<StoredComment> {
  await lockRequestOf(tx, offline)
  const about = await getReviewed(tx, viewerOf(by), offline)
  if (!mayComment(about, by))
    throw forbidden(
      'comment.not-yours',
      'Only who orders, approves, works on or translates the request comments on its offlines.',
    )
  const thread = body.replyTo
    ? threadOf(await findComment(tx, viewerOf(by), { offline, id: idOf(body.replyTo) }))
    : undefined
  const place = checkPlace(
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
    told: { offline, comment: id },
    notify: await audienceOfWorkRequest(tx, about.workRequest),
  })
  return getComment(tx, viewerOf(by), { offline, id })
}

export async function changeComment(
  tx: Tx,
  { offline, id, body, by, accept }: Asked & { body: CommentChange },
): Promise<StoredComment> {
  await lockRequestOf(tx, offline)
  const current = await getComment(tx, viewerOf(by), { offline, id })
  accept(current)
  const { resolved, ...edit } = changesIn(body, { ...current, ...placeShown(current) })
  if (Object.keys(edit).length) await editComment(tx, current, edit, by)
  if (resolved !== undefined) await resolveThread(tx, current, resolved, by)
  return getComment(tx, viewerOf(by), { offline, id })
}

async function editComment(
  tx: Tx,
  current: StoredComment,
  { text, drawing, ...place }: Omit<CommentChange, 'resolved'>,
  by: Caller,
) {
  const moves = Object.keys(place).length > 0
  refuse(refusalOfEdit(current, by, { moves }))
  await tx
    .updateTable('offline_comment')
    .where('id', '=', current._id)
    .set({
      ...(text !== undefined && { text }),
      ...(drawing !== undefined && { drawing: jsonOf(drawing) }),
      ...(moves &&
        columnsOf(
          checkPlace(
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
  current: StoredComment,
  sent: CommentChange['resolved'],
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
  refuse(refusalOfResolving(current, by))
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
export async function removeComment(tx: Tx, { offline, id, by, accept }: Asked) {
  await lockRequestOf(tx, offline)
  const current = await getComment(tx, viewerOf(by), { offline, id })
  accept(current)
  refuse(refusalOfRemoval(current, by))
  await tx
    .updateTable('offline_comment')
    .where('id', '=', id)
    .set({ text: '', drawing: null, removed_at: sql<Date>`clock_timestamp()` })
    .execute()
  return { _id: id, removed: true as const }
}

function checkPlace(place: Place, isReply: boolean, footage: Footage): Place {
  const errors = faultsOfPlace(place, isReply, footage)
  if (errors.length)
    throw invalid('comment.place', `${errors[0]!.pointer.slice(1)} ${errors[0]!.message}.`, errors)
  return place
}

const columnsOf = ({ frame, range }: Place) => ({
  first_frame: range?.first ?? frame,
  last_frame: range?.last ?? null,
})
const jsonOf = (drawing: NewComment['drawing']) => (drawing ? JSON.stringify(drawing) : null)
