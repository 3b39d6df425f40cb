import { currentVendor } from '../../access/queries/current-vendor.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { serviceViewer } from '../../access/queries/viewers.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { Problem, invalid } from '../../kernel/http/contract/problem.ts'
import { checkDeliverables } from '../../renditions/commands/deliverables.ts'
import type { Status } from '../contract.ts'
import { getWorkRequest, lockWorkRequest } from '../queries/work-requests.ts'
import { planFollowingMoves, type Move } from '../rules/apply-move.ts'
import { automaticCause } from '../rules/automatic.ts'
import { hiddenDeliverable } from '../rules/deliverables.ts'
import {
  SUBTITLES_MATERIAL,
  nextAutosubsOutput,
  rendersGraphics,
  subtitlesState,
} from '../rules/materials.ts'
import { describeMissing, requireOrderFields } from '../rules/missing.ts'
import { alreadyAt, planMove, type MovePlan } from '../rules/moves.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { measureMoves } from './measure.ts'
import { saveMoves } from './save-moves.ts'

type MoveInput = {
  to: Status
  reason?: string | undefined
  code?: string | undefined
  by: Caller
}

/** Moves a locked work request. `seen` is the record as the person sees it. */
export async function move(
  tx: Tx,
  seen: StoredWorkRequest,
  input: MoveInput,
): Promise<StoredWorkRequest> {
  const { to, reason, by } = input
  const { whole, hasNewChecks } = await getChecked(tx, seen._id)
  const current = hasNewChecks ? await getWorkRequest(tx, viewerOf(by), seen._id) : seen
  if (alreadyAt(current, to)) return current
  requireMove(current, input)
  if (to === 'complete') rejectHiddenFiles(whole, { reason, by })
  await settle(tx, whole, { first: [moveOf(input)], by: by._id })
  return getWorkRequest(tx, viewerOf(by), seen._id)
}

/** Submits a new request, which has no file that its owner could not see. */
export async function submitNew(
  tx: Tx,
  draft: StoredWorkRequest,
  { reason, by }: Omit<MoveInput, 'to'>,
): Promise<void> {
  const missing = requireOrderFields(draft)
  if (missing.length)
    throw invalid(
      'work-request.incomplete',
      `The work request cannot be submitted yet. ${describeMissing(missing)}`,
      missing.map(({ code, message }) => ({ pointer: `/${code}`, message })),
    )
  const input: MoveInput = { to: 'submitted', reason, by }
  requireMove(draft, input)
  await settle(tx, draft, { first: [moveOf(input)], by: by._id })
}

const moveOf = ({ to, reason = '', code }: MoveInput): Move => ({ to, reason, code })

function requireMove(current: StoredWorkRequest, { to, reason, code, by }: MoveInput) {
  const plan = planMove(current, to, callerIn(by, current.studio), { reason, code })
  if (!plan.ok) rejectMove(plan, current.status, to)
}

function rejectMove(plan: Extract<MovePlan, { ok: false }>, from: Status, to: Status): never {
  throw new Problem(plan.status, 'work-request.move-not-allowed', plan.detail, {
    from,
    to,
    missing: plan.missing,
  })
}

/** Embargoed files count too, but the caller learns nothing about them. */
function rejectHiddenFiles(whole: StoredWorkRequest, { reason, by }: Omit<MoveInput, 'to'>) {
  if (planMove(whole, 'complete', callerIn(by, whole.studio), { reason }).ok) return
  const missing = [hiddenDeliverable()]
  const detail = `It cannot move to complete yet. ${describeMissing(missing)}`
  rejectMove({ ok: false, status: 409, detail, missing }, whole.status, 'complete')
}

/** The whole record, with the checks of its files as they are now. */
async function getChecked(
  tx: Tx,
  id: string,
): Promise<{ whole: StoredWorkRequest; hasNewChecks: boolean }> {
  const whole = await getWorkRequest(tx, serviceViewer, id)
  const hasNewChecks = whole.files.length > 0 && (await checkDeliverables(tx, id))
  return { whole: hasNewChecks ? await getWorkRequest(tx, serviceViewer, id) : whole, hasNewChecks }
}

/**
 * Updates the subtitles material, then makes every automatic move for which nothing is missing.
 * Returns whether anything has changed.
 */
export async function advance(tx: Tx, id: string, by: string): Promise<boolean> {
  await lockWorkRequest(tx, id)
  const { whole, hasNewChecks } = await getChecked(tx, id)
  const isSettled = !subtitlesChanged(whole) && planFollowingMoves(whole, []).moves.length === 0
  await settle(tx, whole, { first: [], by })
  return hasNewChecks || !isSettled
}

type SettleInput = { first: readonly Move[]; by: string }

/** Saves the first moves together with the automatic moves that follow. */
async function settle(tx: Tx, whole: StoredWorkRequest, { first, by }: SettleInput): Promise<void> {
  const { moves, after, begun } = planFollowingMoves(whole, first)
  if (subtitlesChanged(begun)) {
    if (first.length) await saveMoves(tx, whole, { moves: first, by })
    await followTranslations(tx, begun, by)
    await settle(tx, await getWorkRequest(tx, serviceViewer, whole._id), { first: [], by })
    return
  }
  if (moves.length) await saveMoves(tx, whole, { moves, by })
  const make = nextAutosubsOutput(after)
  if (make) await enqueue(tx, 'plan-autosubs', { workRequest: whole._id, make, by })
  if (rendersGraphics(after))
    await enqueue(tx, 'plan-autosubs', { workRequest: whole._id, make: 'graphics', by })
}

/**
 * A complete material was reopened. Work in progress goes back to waiting for materials. In other
 * statuses only the reason is recorded.
 */
export async function reopen(
  tx: Tx,
  { id, reason, by }: { id: string; reason: string; by: string },
): Promise<void> {
  const current = await getWorkRequest(tx, serviceViewer, id)
  const to: Status = 'awaiting-materials'
  if (planMove(current, to, 'service', { reason }).ok) {
    const moves = [{ to, reason, cause: automaticCause(current.status, to) }]
    await saveMoves(tx, current, { moves, by })
    return
  }
  const [measured] = await measureMoves(tx, current, [current.status])
  const { time, status_before, working_seconds, reached_before } = measured!
  await sql`
    with entry as (
      insert into work_request_history (studio_id, work_request_id, person_id, vendor_id, status,
        reason, at, status_before, working_seconds, reached_before)
      values (${current.studio}, ${id}, ${by}, ${currentVendor(current.studio, id)},
        ${current.status}, ${reason}, to_timestamp(${time}),
        ${status_before}, ${working_seconds}, to_timestamp(${reached_before})))
    update work_request set reason = ${reason} where id = ${id}`.execute(tx)
}

/** The decision that ended a review was withdrawn. Nothing else leads back from its result. */
export async function returnToReview(
  tx: Tx,
  { request, by }: { request: string; by: string },
): Promise<void> {
  const current = await getWorkRequest(tx, serviceViewer, request)
  const move = { to: 'for-review', reason: '', cause: 'decision-withdrawn' } as const
  await saveMoves(tx, current, { moves: [move], by })
}

const subtitlesMaterial = ({ materials }: StoredWorkRequest) =>
  materials.find(({ name }) => name === SUBTITLES_MATERIAL)

function subtitlesChanged(request: StoredWorkRequest): boolean {
  const material = subtitlesMaterial(request)
  const { complete, approved } = subtitlesState(request)
  return (
    material !== undefined && (material.complete !== complete || material.approved !== approved)
  )
}

async function followTranslations(tx: Tx, current: StoredWorkRequest, by: string): Promise<void> {
  const { complete, approved } = subtitlesState(current)
  await sql`
    update material set complete = ${complete}, approved = ${approved}
    where work_request_id = ${current._id} and name = ${SUBTITLES_MATERIAL}`.execute(tx)
  if (subtitlesMaterial(current)?.complete && !complete)
    await reopen(tx, { id: current._id, reason: await reopenReason(tx, current._id), by })
}

/** The reason that was given when a translation was reopened. */
async function reopenReason(tx: Tx, request: string): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    select reason from translation
    where work_request_id = ${request} and status in ('incomplete', 'rejected') and reason <> ''
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.reason ?? 'The translation was reopened.'
}
