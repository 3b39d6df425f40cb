import { revokeInvitationsOfVendor } from '../../access/commands/request-members.ts'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { callerIn } from '../../kernel/http/contract/caller.ts'
import { invalid, throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { AssignmentRule } from '../../studios/contract.ts'
import type { AssignmentAnswer, AssignmentOrigin, NewAssignment } from '../contract/assignment.ts'
import type { AutomaticCause } from '../contract/automatic.ts'
import {
  findVendor,
  getAssignmentSettings,
  listStudioPeople,
  requireVendor,
} from '../queries/assignments.ts'
import { getWorkRequest, lockWorkRequest } from '../queries/work-requests.ts'
import { checkAnswer, checkAssignment, matchingRules, mayAssign } from '../rules/assignment.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { signalAccess } from './signal-access.ts'
import { assignFiles, withdrawFiles, withdrawAndClearDelivery } from './vendor-files.ts'

type AssignmentInput<B> = RecordChange & { body: B }

/** The studio assigns a vendor or opens the request to all. A vendor takes it from the pool. */
export async function assignVendor(
  tx: Tx,
  { id, body, by, checkPreconditions }: AssignmentInput<NewAssignment>,
): Promise<StoredWorkRequest> {
  await lockWorkRequest(tx, id)
  const current = await getWorkRequest(tx, viewerOf(by), id)
  checkPreconditions(current)
  const settings = await getAssignmentSettings(tx, current.studio)
  const vendor = body.vendor && idOf(body.vendor)
  const actor = callerIn(by, current.studio)
  throwIfRejected(checkAssignment(current, actor, { vendor, pool: settings.pool }))
  if (vendor) await requireVendor(tx, current.studio, vendor)
  const respondBy = await checkedRespondBy(tx, body.respondBy, settings.respondWithinHours)
  if (vendor === current.vendor && current.assignment?.decision !== 'declined') {
    if (current.assignment && body.respondBy !== undefined)
      await saveRespondBy(tx, current.assignment._id, respondBy)
  } else {
    const isTaken = !mayAssign(actor)
    await replaceVendor(tx, current, { vendor, respondBy, by: by._id, isTaken })
    await signalAccess(tx, current)
  }
  return getWorkRequest(tx, viewerOf(by), id)
}

/** The first matching rule of the studio assigns a request that is submitted without a vendor. */
export async function assignByRule(tx: Tx, request: StoredWorkRequest, by: string): Promise<void> {
  if (request.vendor || request.auto) return
  const { rules, respondWithinHours } = await getAssignmentSettings(tx, request.studio)
  const { territory, language } = request
  const matching = matchingRules(rules, { territory, language, project: request.project._id })
  const named = matching.map(({ vendor }) => vendor)
  const vendor = named.length ? await findVendor(tx, request.studio, named) : undefined
  const rule = matching.find((candidate) => candidate.vendor === vendor)
  if (!vendor || !rule) return
  const respondBy = await checkedRespondBy(tx, undefined, respondWithinHours)
  await replaceVendor(tx, request, { vendor, respondBy, by, rule: originOf(rule), isTaken: false })
}

const originOf = ({ territory, project, language }: AssignmentRule): AssignmentOrigin => ({
  territory: territory ?? null,
  project: project ?? null,
  language: language ?? null,
})

export async function answerAssignment(
  tx: Tx,
  {
    id,
    body: { decision, reason = '' },
    by,
    checkPreconditions,
  }: AssignmentInput<AssignmentAnswer>,
): Promise<StoredWorkRequest> {
  await lockWorkRequest(tx, id)
  const current = await getWorkRequest(tx, viewerOf(by), id)
  checkPreconditions(current)
  throwIfRejected(checkAnswer(current, callerIn(by, current.studio), decision))
  if (current.assignment!.decision === decision) return current
  if (decision === 'declined' && !reason.trim())
    throw invalid('reason.required', 'Give a reason to decline a work request.', [
      { pointer: '/reason', message: 'is required to decline' },
    ])
  const { rows } = await sql<{ decided: number }>`
    update work_request_assignment
    set decision = ${decision}, reason = ${reason}, decided_by = ${by._id}, decided_at = now()
    where id = ${current.assignment!._id}
    returning seconds(decided_at) as decided`.execute(tx)
  await announce(tx, current, {
    type: decision === 'accepted' ? 'wac' : 'wde',
    by: by._id,
    vendor: current.vendor!,
    reason,
  })
  await sql`update work_request set vendor_answer = ${decision} where id = ${id}`.execute(tx)
  if (decision === 'accepted') return getWorkRequest(tx, viewerOf(by), id)
  await endAccess(tx, { request: id, vendor: current.vendor! })
  await signalAccess(tx, current)
  const assignment = { ...current.assignment!, decision, reason, decided: rows[0]!.decided }
  return { ...current, assignment }
}

/** The request shows that it was declined, and is gone with the next read. */
async function endAccess(tx: Tx, of: { request: string; vendor: string }) {
  await withdrawFiles(tx, of)
  await revokeInvitationsOfVendor(tx, of)
}

type NewVendor = {
  vendor: string | null
  respondBy: number | null
  by: string
  /** A rule of the studio chose the vendor. */
  rule?: AssignmentOrigin
  /** A vendor who takes a request has accepted it. */
  isTaken: boolean
}

/** Access follows from `vendor_id`, so the vendor before loses it with this commit. */
async function replaceVendor(tx: Tx, current: StoredWorkRequest, chosen: NewVendor) {
  const { vendor, respondBy, by, rule, isTaken } = chosen
  const request = current._id
  await sql`
    update work_request_assignment set ended_at = clock_timestamp()
    where work_request_id = ${request} and ended_at is null`.execute(tx)
  // The reason of the last move was for the vendor before.
  await sql`
    update work_request set vendor_id = ${vendor}, vendor_answer = ${isTaken ? 'accepted' : null},
      reason = case when vendor_id is null then reason else '' end
    where id = ${request}`.execute(tx)
  if (current.vendor && current.vendor !== vendor) {
    await withdrawAndClearDelivery(tx, { request, vendor: current.vendor })
    await revokeInvitationsOfVendor(tx, { request, vendor: current.vendor })
  }
  if (!vendor) return
  const { rows } = await sql<{ id: string }>`
    insert into work_request_assignment
      (studio_id, work_request_id, vendor_id, by_id, automatic, rule, decision, decided_by,
        decided_at)
    values (${current.studio}, ${request}, ${vendor}, ${by}, ${rule !== undefined},
      ${rule ? JSON.stringify(rule) : null},
      ${isTaken ? 'accepted' : null}, ${isTaken ? by : null},
      ${isTaken ? sql`clock_timestamp()` : null})
    returning id`.execute(tx)
  await assignFiles(tx, { request, vendor, by })
  if (!isTaken) await saveRespondBy(tx, rows[0]!.id, respondBy)
  await announce(tx, current, { type: isTaken ? 'wac' : 'was', by, vendor, rule })
}

type Announcement = {
  type: string
  by: string
  vendor: string
  reason?: string
  rule?: AssignmentOrigin | undefined
}

async function announce(
  tx: Tx,
  { _id, studio, asset }: StoredWorkRequest,
  { type, by, vendor, reason = '', rule }: Announcement,
) {
  const { users, groups } = await audienceOfWorkRequest(tx, _id)
  // Undefined values are not stored.
  const { territory, language, project }: Partial<AssignmentOrigin> = rule ?? {}
  const cause: AutomaticCause | undefined = rule && 'assignment-rule'
  await emit(tx, {
    type,
    from: by,
    studio,
    workRequest: _id,
    asset: asset._id,
    details: { vendor, reason, cause, territory, language, project },
    notify: { users: [...new Set([...users, ...(await listStudioPeople(tx, _id))])], groups },
  })
}

/** In seconds, by the clock of the database. */
async function checkedRespondBy(
  tx: Tx,
  respondBy: number | null | undefined,
  hours: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ now: number }>`select seconds(now()) as now`.execute(tx)
  const { now } = rows[0]!
  if (respondBy === undefined) return hours === null ? null : now + hours * 3600
  if (respondBy !== null && respondBy <= now)
    throw invalid('assignment.deadline-in-past', 'The time to respond must be in the future.', [
      { pointer: '/respondBy', message: 'must be in the future' },
    ])
  return respondBy
}

async function saveRespondBy(tx: Tx, assignment: string, respondBy: number | null) {
  const { rows } = await sql<{ seconds: number | null }>`
    update work_request_assignment
    set respond_by = to_timestamp(${respondBy}::float8), overdue_at = null
    where id = ${assignment}
    returning extract(epoch from respond_by - now())::float8 as seconds`.execute(tx)
  const inSeconds = rows[0]?.seconds
  if (inSeconds != null) await enqueue(tx, 'assignment-deadline', { assignment }, { inSeconds })
}

/** Tells the studio once that the vendor has not answered in time. */
export async function reportOverdueAssignment(
  tx: Tx,
  { assignment }: { assignment: string },
): Promise<void> {
  const { rows } = await sql<{ request: string; studio: string; asset: string; by: string }>`
    update work_request_assignment x set overdue_at = now()
    from work_request w
    where x.id = ${assignment} and w.id = x.work_request_id and x.ended_at is null
      and x.decision is null and x.overdue_at is null and x.respond_by <= now()
      and w.status not in ('complete', 'cancelled')
    returning w.id as request, w.studio_id as studio, w.asset_id as asset, x.by_id as by`.execute(
    tx,
  )
  const overdue = rows[0]
  if (!overdue) return
  await emit(tx, {
    type: 'wnr',
    from: overdue.by,
    studio: overdue.studio,
    workRequest: overdue.request,
    asset: overdue.asset,
    notify: { users: await listStudioPeople(tx, overdue.request), groups: [] },
  })
}
