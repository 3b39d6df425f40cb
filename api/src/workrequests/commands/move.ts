import { sql } from 'kysely'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { serviceViewer, viewerOf } from '../../access/queries/visibility.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { emit } from '../../kernel/events/emit.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import { Problem } from '../../kernel/http/contract/problem.ts'
import { checkDeliverables } from '../../renditions/commands/deliverables.ts'
import type { Status } from '../contract.ts'
import type { AutomaticCause } from '../contract/automatic.ts'
import { getWorkRequest, lockWorkRequest } from '../queries/work-requests.ts'
import {
  SUBTITLES_MATERIAL,
  materialsFor,
  subtitlesState,
  nextAutosubsOutput,
} from '../rules/materials.ts'
import { hiddenDeliverable } from '../rules/deliverables.ts'
import { describeMissing } from '../rules/missing.ts'
import { automaticCause } from '../rules/automatic.ts'
import { alreadyAt, nextAutomaticStatus, planMove, type MovePlan } from '../rules/moves.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { assignByRule } from './assignment.ts'
import { recipientsWithAccess } from './deliver.ts'
import { setEstimate } from './estimate.ts'

type MoveWorkRequestInput = {
  id: string
  to: Status
  reason?: string | undefined
  code?: string | undefined
  by: Caller
}

const EVENT_FOR_STATUS: Partial<Record<Status, string>> = {
  submitted: 'wsu',
  'awaiting-materials': 'wam',
  'in-progress': 'wip',
  'for-review': 'wrv',
  rejected: 'wrj',
  approved: 'wap',
  complete: 'wco',
  cancelled: 'wcx',
}

export async function move(
  tx: Tx,
  { id, to, reason, code, by }: MoveWorkRequestInput,
): Promise<StoredWorkRequest> {
  await lockWorkRequest(tx, id)
  if (to === 'complete') await checkDeliverables(tx, id)
  const current = await getWorkRequest(tx, viewerOf(by), id)
  if (alreadyAt(current, to)) return current
  const plan = planMove(current, to, callerIn(by, current.studio), { reason, code })
  if (!plan.ok) rejectMove(plan, current.status, to)
  if (to === 'complete') await checkHiddenFiles(tx, { id, reason, by })

  await saveMove(tx, current, { to, reason, code, by: by._id })
  await advance(tx, id, by._id)
  return getWorkRequest(tx, viewerOf(by), id)
}

function rejectMove(plan: Extract<MovePlan, { ok: false }>, from: Status, to: Status): never {
  throw new Problem(plan.status, 'workrequest.move-refused', plan.why, {
    from,
    to,
    missing: plan.missing,
  })
}

/** Embargoed files count too, but the caller learns nothing about them. */
async function checkHiddenFiles(
  tx: Tx,
  { id, reason, by }: Pick<MoveWorkRequestInput, 'id' | 'reason' | 'by'>,
) {
  const whole = await getWorkRequest(tx, serviceViewer, id)
  if (planMove(whole, 'complete', callerIn(by, whole.studio), { reason }).ok) return
  const missing = [hiddenDeliverable()]
  const why = `It cannot move to complete yet. ${describeMissing(missing)}`
  rejectMove({ ok: false, status: 409, why, missing }, whole.status, 'complete')
}

/** Updates the subtitles material, then makes every automatic move for which nothing is missing. */
export async function advance(tx: Tx, id: string, by: string): Promise<void> {
  await lockWorkRequest(tx, id)
  await checkDeliverables(tx, id)
  let current = await followTranslations(tx, await getWorkRequest(tx, serviceViewer, id), by)
  for (let to = nextAutomaticStatus(current); to; to = nextAutomaticStatus(current)) {
    await saveMove(tx, current, { to, by, cause: automaticCause(current.status, to) })
    current = await getWorkRequest(tx, serviceViewer, id)
  }
  const make = nextAutosubsOutput(current)
  if (make) await enqueue(tx, 'plan-autosubs', { workRequest: id, make, by })
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
  if (planMove(current, 'awaiting-materials', 'service', { reason }).ok)
    return saveMove(tx, current, {
      to: 'awaiting-materials',
      reason,
      by,
      cause: automaticCause(current.status, 'awaiting-materials'),
    })
  await sql`
    insert into work_request_history (studio_id, work_request_id, person_id, status, reason, at)
   
      values (${current.studio}, ${id}, ${by}, ${current.status}, ${reason},
      clock_timestamp())`.execute(tx)
  await sql`update work_request set reason = ${reason} where id = ${id}`.execute(tx)
}

/**
 * clock_timestamp: a rejection that waited for the lock must be newer than the offline that held
 * it. A request counts as submitted as soon as work on it starts.
 */
async function saveMove(
  tx: Tx,
  current: StoredWorkRequest,
  {
    to,
    reason = '',
    code,
    by,
    cause,
  }: Omit<MoveWorkRequestInput, 'id' | 'by'> & { by: string; cause?: AutomaticCause },
) {
  await sql`
    with entry as (
      insert into work_request_history
        (studio_id, work_request_id, person_id, status, reason, code, automatic, cause, at)
      values (${current.studio}, ${current._id}, ${by}, ${to}, ${reason}, ${code ?? null},
        ${cause !== undefined}, ${cause ?? null}, clock_timestamp()))
    update work_request set status = ${to}, reason = ${reason},
      submitted_at = case ${to}
        when 'submitted' then now()
        when 'incomplete' then null
        when 'cancelled' then submitted_at
        else coalesce(submitted_at, now()) end
    where id = ${current._id}`.execute(tx)
  if (to === 'submitted') {
    await prepareSubmitted(tx, current)
    await assignByRule(tx, current, by)
  }
  if (to === 'complete') await enqueue(tx, 'deliver-request', { workRequest: current._id })
  const type = EVENT_FOR_STATUS[to]
  if (type)
    await emit(tx, {
      type,
      from: by,
      studio: current.studio,
      workRequest: current._id,
      asset: current.asset._id,
      snapshot: { status: to, reason, cause },
      notify: await audienceOf(tx, current, to),
    })
}

/** A complete version is also announced to its recipients. */
async function audienceOf(tx: Tx, current: StoredWorkRequest, to: Status) {
  const audience = await audienceOfWorkRequest(tx, current._id)
  return to === 'complete'
    ? {
        ...audience,
        users: [...new Set([...audience.users, ...(await recipientsWithAccess(tx, current))])],
      }
    : audience
}

/** Submission fixes the order, so the materials and the price follow from it. */
async function prepareSubmitted(tx: Tx, current: StoredWorkRequest) {
  const names = materialsFor(current)
  await sql`
    delete from material
    where work_request_id = ${current._id} and name <> all (${names})`.execute(tx)
  await sql`
    insert into material (work_request_id, name)
    select ${current._id}, unnest(${names}::text[])
    on conflict do nothing`.execute(tx)
  await sql`
    update translation set language = ${current.language}
    where work_request_id = ${current._id} and part is not null
      and status = 'incomplete'`.execute(tx)
  await setEstimate(tx, current)
}

async function followTranslations(
  tx: Tx,
  current: StoredWorkRequest,
  by: string,
): Promise<StoredWorkRequest> {
  const { complete, approved } = subtitlesState(current)
  const { rows } = await sql<{ reopened: boolean }>`
    update material set complete = ${complete}, approved = ${approved}
    where work_request_id = ${current._id} and name = ${SUBTITLES_MATERIAL}
      and (complete, approved) <> (${complete}, ${approved})
    returning old.complete and not new.complete as reopened`.execute(tx)
  if (rows[0]?.reopened)
    await reopen(tx, { id: current._id, reason: await reopenReason(tx, current._id), by })
  return rows.length ? getWorkRequest(tx, serviceViewer, current._id) : current
}

/** The reason that was given when a translation was reopened. */
async function reopenReason(tx: Tx, request: string): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    select reason from translation
    where work_request_id = ${request} and status in ('incomplete', 'rejected') and reason <> ''
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.reason ?? 'The translation was reopened.'
}
