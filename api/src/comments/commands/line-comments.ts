import { currentVendor } from '../../access/queries/current-vendor.ts'
import { requireAcceptance } from '../../access/queries/acceptance.ts'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import {
  conflict,
  invalid,
  throwIfRejected,
  unknownReference,
} from '../../kernel/http/contract/problem.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { editLines } from '../../lines/commands/edit.ts'
import { applyChange } from '../../lines/commands/reject.ts'
import { findLines, type ResolveTextTrack } from '../../lines/queries/lines.ts'
import type { StoredLine } from '../../lines/rules/line.ts'
import {
  getTranslation,
  lockTranslation,
  resolveTranslationTrack,
} from '../../translations/queries.ts'
import type { StoredTranslation } from '../../translations/rules/translation.ts'
import type { LineCommentStatus, NewLineComment } from '../contract/line-comments.ts'
import { getCommentedRequest } from '../queries.ts'
import { findLineComment, getLineComment, listLineCommenters } from '../queries/line-comments.ts'
import { checkRemoval } from '../rules.ts'
import { checkDecision, type StoredLineComment } from '../rules/line-comments.ts'
import { findThread, requireCommenter } from './threads.ts'

type LineCommentTarget = RecordChange & { translation: string }

/** Notifies the people of the request and earlier commenters. The event does not contain the text. */
export async function createLineComment(
  tx: Tx,
  { translation: id, body, by }: { translation: string; body: NewLineComment; by: Caller },
): Promise<StoredLineComment> {
  const viewer = viewerOf(by)
  await lockTranslation(tx, id)
  const translation = await getTranslation(tx, viewer, id)
  await requireAcceptance(tx, viewer, translation.workRequest)
  const request = await getCommentedRequest(tx, viewer, translation.workRequest)
  requireCommenter(request, callerIn(by, translation.studio))
  const text = body.text?.trim() ?? ''
  const thread = await findThread(body.replyTo, (first) =>
    findLineComment(tx, viewer, { translation: id, id: first }),
  )
  const lineId = thread?.line ?? body.line
  if (lineId !== body.line) throw unknownReference('/replyTo', 'comment')
  const [row] = await findLines(tx, translation.textTrack, [lineId])
  // A removed line can still be discussed.
  if (!row && !thread) throw unknownReference('/line', 'line')
  const suggestion = suggestionFor(row?.line, body.suggestion)
  if (!text && suggestion === undefined)
    throw invalid('comment.empty', 'Write a comment or suggest another text for the line.', [
      { pointer: '/text', message: 'is empty' },
    ])
  const commenters = await listLineCommenters(tx, id)
  const { rows } = await sql<{ id: string }>`insert into line_comment ${sql.values({
    studio_id: translation.studio,
    work_request_id: translation.workRequest,
    translation_id: id,
    line_id: lineId,
    reply_to_id: thread?._id ?? null,
    from_id: by._id,
    vendor_id: currentVendor(translation.studio, translation.workRequest),
    text,
    ...(suggestion !== undefined && { suggestion, original: row!.line.text }),
  })} returning id`.execute(tx)
  const { id: comment } = rows[0]!
  await announce(tx, translation, { by, comment, line: lineId, status: 'open', commenters })
  return getLineComment(tx, viewer, { translation: id, id: comment })
}

/** A suggestion is validated as an edit of the line would be. The same text is no suggestion. */
function suggestionFor(line: StoredLine | undefined, text: string | undefined): string | undefined {
  if (!line || text === undefined) return undefined
  const { text: suggested } = applyChange(line, { text })
  return suggested === line.text ? undefined : suggested
}

/** Accepting a suggestion changes the line in the same transaction. */
export async function decideLineComment(
  tx: Tx,
  {
    translation: id,
    id: comment,
    to,
    by,
    checkPreconditions,
  }: LineCommentTarget & {
    to: LineCommentStatus
  },
): Promise<StoredLineComment> {
  const viewer = viewerOf(by)
  await lockTranslation(tx, id)
  const translation = await getTranslation(tx, viewer, id)
  const current = await getLineComment(tx, viewer, { translation: id, id: comment })
  checkPreconditions(current)
  await requireAcceptance(tx, viewer, translation.workRequest)
  if (current.status === to) return current
  const caller = callerIn(by, translation.studio)
  requireCommenter(await getCommentedRequest(tx, viewer, translation.workRequest), caller)
  throwIfRejected(checkDecision(current, to, translation, caller))
  if (to === 'accepted') await applySuggestion(tx, translation, current, by)
  await sql`
    update line_comment set status = ${to}, decided_by = ${to === 'open' ? null : by._id},
      decided_at = ${to === 'open' ? null : sql`clock_timestamp()`}
    where id = ${comment}`.execute(tx)
  const commenters = await listLineCommenters(tx, id)
  const { line } = current
  await announce(tx, translation, { by, comment, line, status: to, commenters })
  return getLineComment(tx, viewer, { translation: id, id: comment })
}

/** `checkDecision` allows this for a submitted translation too, whose lines are locked otherwise. */
const resolveUnlocked: ResolveTextTrack = async (db, viewer, id) => ({
  ...(await resolveTranslationTrack(db, viewer, id)),
  locked: null,
})

async function applySuggestion(
  tx: Tx,
  { _id: id, textTrack }: StoredTranslation,
  { line, suggestion, original }: StoredLineComment,
  by: Caller,
) {
  const [row] = await findLines(tx, textTrack, [line])
  if (row?.line.text !== original)
    throw conflict(
      'line.changed',
      'The line has changed since this text was suggested. Edit the line, then reject the suggestion.',
    )
  await editLines(tx, {
    resolve: resolveUnlocked,
    id,
    by,
    edit: { kind: 'write', lines: [{ _id: line, text: suggestion! }] },
  })
}

export async function removeLineComment(
  tx: Tx,
  { translation, id, by, checkPreconditions }: LineCommentTarget,
) {
  const viewer = viewerOf(by)
  await lockTranslation(tx, translation)
  const about = await getTranslation(tx, viewer, translation)
  const current = await getLineComment(tx, viewer, { translation, id })
  checkPreconditions(current)
  await requireAcceptance(tx, viewer, about.workRequest)
  throwIfRejected(checkRemoval(current, by))
  await sql`
    update line_comment set text = '', removed_at = clock_timestamp(),
      suggestion = case when suggestion is not null then '' end,
      original = case when original is not null then '' end
    where id = ${id} or reply_to_id = ${id}`.execute(tx)
  const { line } = current
  await announce(tx, about, { by, comment: id, line, status: 'removed', commenters: [] })
  return { _id: id, removed: true as const }
}

type Announcement = {
  by: Caller
  comment: string
  line: string
  status: LineCommentStatus | 'removed'
  commenters: string[]
}

/** A removed comment updates open pages and notifies nobody. */
async function announce(
  tx: Tx,
  { _id: translation, studio, workRequest, asset, language }: StoredTranslation,
  { by, comment, line, status, commenters }: Announcement,
) {
  const { users, groups } = await audienceOfWorkRequest(tx, workRequest)
  await emit(tx, {
    type: 'tcm',
    from: by._id,
    studio,
    workRequest,
    asset,
    // `status` would be read as the status of the request.
    details: { language, translation, comment, line, state: status },
    notify:
      status === 'removed'
        ? { users: [], groups: [] }
        : { users: [...new Set([...users, ...commenters])], groups },
  })
}
