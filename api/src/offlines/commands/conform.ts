import { parseFrameRate } from '@reelay/subtitles'
import { viewerOf } from '../../access/queries/visibility.ts'
import { announceCommentChange } from '../../comments/commands/threads.ts'
import type { Compute } from '../../kernel/compute/compute.ts'
import { task } from '../../kernel/compute/task.ts'
import type { Db, Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { conflict, invalid, throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { findFilmMapping, type PendingMatch } from '../../translations/commands/film-mapping.ts'
import type { CommentConform, CommentConformResult, PlannedComment } from '../contract/conform.ts'
import { findEarlierOffline, getCommentedOffline, listAllComments } from '../queries/comments.ts'
import { lockWorkRequestOf } from '../queries/offlines.ts'
import { checkResolve, shownPosition, type CommentedOffline } from '../rules/comments.ts'
import { countOutcomes, decidePosition, planComment } from '../rules/conform.ts'
import { frameCounterOf, frameRangeOf, mapPosition } from '../rules/position.ts'
import { conformSpans, type FrameSpan } from './tasks/conform.ts'

const conformTask = task(new URL('./tasks/conform.ts', import.meta.url), conformSpans)

type Context = { db: Db; compute: Compute }
type Target = { offline: string; by: Caller; request: CommentConform }
type Versions = { before: CommentedOffline; now: CommentedOffline }
type CommentFrames = { comment: string; text: string; span: FrameSpan }
export type CommentPlan = Versions & {
  frames: CommentFrames[]
  matched: number | null
  comments: PlannedComment[]
}

/** Decides where each comment of the earlier version is. No transaction is open meanwhile. */
export async function planComments(
  { db, compute }: Context,
  { offline, by, request }: Target,
): Promise<CommentPlan | (PendingMatch & Versions)> {
  const versions = await findVersions(db, { offline, by, request })
  const { before, now } = versions
  const rates = { oldRate: rateOf(before), newRate: rateOf(now) }
  const mapping =
    request.by.kind === 'films'
      ? await findFilmMapping(db, { old: before.file, new: now.file })
      : { films: null }
  if ('uncompared' in mapping) return { ...mapping, ...versions }
  const frames = await listFrames(db, by, versions)
  const spans = frames.map(({ span }) => span)
  const size = spans.length * 100 + ('text' in request.by ? request.by.text.length : 0)
  const conformed = await compute.run(
    conformTask,
    { spans, ...mapping, by: request.by, ...rates },
    { client: by._id, size },
  )
  const footage = { before: before.footage, now: now.footage }
  return {
    ...versions,
    frames,
    matched: mapping.films?.matched ?? null,
    comments: frames.map((comment, index) => planComment(comment, conformed[index]!, footage)),
  }
}

/** The new version, and the earlier one, which must be of another file of the same request. */
async function findVersions(db: Db, { offline, by, request }: Target): Promise<Versions> {
  const viewer = viewerOf(by)
  const now = await getCommentedOffline(db, viewer, offline)
  throwIfRejected(checkResolve(now, callerIn(by, now.studio)))
  const earlier = request.from ?? (await findEarlierOffline(db, viewer, now))
  const before = earlier === undefined ? now : await getCommentedOffline(db, viewer, earlier)
  if (
    before.workRequest !== now.workRequest ||
    before.version >= now.version ||
    before.file === now.file
  )
    throw invalid('film.invalid', 'Choose an earlier version of this work request.', [
      { pointer: '/from', message: 'is not an earlier version with another file' },
    ])
  return { before, now }
}

function rateOf({ footage }: CommentedOffline) {
  const rate = parseFrameRate(frameCounterOf(footage) ? (footage?.frameRate ?? '') : '')
  if (rate) return rate
  throw conflict(
    'offline.no-frames',
    'One of the two versions has no frames, or it has not been analysed yet.',
  )
}

/** The threads that both versions show, with their positions in the earlier one. */
async function listFrames(db: Db, by: Caller, { before, now }: Versions): Promise<CommentFrames[]> {
  const viewer = viewerOf(by)
  const currentIds = new Set((await listAllComments(db, viewer, now._id)).map(({ _id }) => _id))
  return (await listAllComments(db, viewer, before._id)).flatMap((comment) => {
    const span = frameRangeOf(shownPosition(comment))
    return span && currentIds.has(comment._id) && comment.replyTo === null
      ? [{ comment: comment._id, text: comment.text, span }]
      : []
  })
}

/** Saves the positions in the new version. The earlier versions keep theirs. */
export async function conformComments(
  tx: Tx,
  { by, request, plan }: { by: Caller; request: CommentConform; plan: CommentPlan },
): Promise<void> {
  const { now, before } = plan
  await lockWorkRequestOf(tx, now._id)
  if (JSON.stringify(await listFrames(tx, by, plan)) !== JSON.stringify(plan.frames))
    throw conflict(
      'conform.outdated',
      'The comments changed since the plan was made. Make a new plan.',
    )
  const decisions = new Map(Object.entries(request.decisions ?? {}))
  const positions = plan.comments.map((planned) => ({
    id: planned.comment,
    position: decidePosition(planned, {
      version: now.version,
      decision: decisions.get(planned.comment),
      sameTime: frameRangeOf(
        mapPosition({ frame: null, range: planned.from }, before.footage, now.footage),
      )!,
    }),
  }))
  await sql`
    update offline_comment c set positions = coalesce((
      select jsonb_agg(item order by (item ->> 'version')::integer)
      from jsonb_array_elements(c.positions || planned.position) item
      where item ->> 'version' <> planned.position ->> 'version' or item = planned.position), '[]')
    from jsonb_to_recordset(${JSON.stringify(positions)}::jsonb) as planned (id text, position jsonb)
    where c.id = planned.id and c.work_request_id = ${now.workRequest}`.execute(tx)
  await announceCommentChange(tx, {
    by,
    studio: now.studio,
    workRequest: now.workRequest,
    files: [before.file, now.file],
  })
}

export const presentPlan = (
  { before, matched, comments }: CommentPlan,
  applied: boolean,
): CommentConformResult => ({
  status: 'ready',
  progress: 1,
  from: before._id,
  matched,
  counts: countOutcomes(comments),
  comments,
  applied,
})

export const presentAnalyzing = ({
  before,
  progress,
}: PendingMatch & Versions): CommentConformResult => ({
  status: 'analyzing',
  progress,
  from: before._id,
  matched: null,
  counts: countOutcomes([]),
  comments: [],
  applied: false,
})
