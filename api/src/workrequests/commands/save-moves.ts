import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql, type Sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { Status } from '../contract.ts'
import type { Move } from '../rules/apply-move.ts'
import { materialsFor } from '../rules/materials.ts'
import { submissionTime } from '../rules/status.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { assignByRule } from './assignment.ts'
import { recipientsWithAccess } from './delivery-mails.ts'
import { calculateEstimate } from './estimate.ts'
import { measureMoves } from './measure.ts'
import { signalAccess } from './signal-access.ts'

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

type MovesInput = { moves: readonly Move[]; by: string }

/** Saves moves of a locked work request in their order, with one event for each. */
export async function saveMoves(
  tx: Tx,
  current: StoredWorkRequest,
  { moves, by }: MovesInput,
): Promise<void> {
  const isSubmitted = moves.some(({ to }) => to === 'submitted')
  const estimate = isSubmitted ? await newEstimate(tx, current) : current.estimate
  await saveRows(tx, current, { moves, by, isSubmitted, estimate })
  if (isSubmitted) await assignByRule(tx, current, by)
  await announceMoves(tx, current, { moves, by })
}

async function newEstimate(tx: Tx, current: StoredWorkRequest) {
  const { base, applied, currency } = await calculateEstimate(tx, current)
  return { base, applied, currency }
}

type Rows = {
  moves: readonly Move[]
  by: string
  isSubmitted: boolean
  estimate: StoredWorkRequest['estimate']
}

/**
 * `at` is later than now(): a rejection that waited for the lock must be newer than the offline that
 * held it. A request counts as submitted as soon as work on it starts.
 */
async function saveRows(
  tx: Tx,
  current: StoredWorkRequest,
  { moves, by, isSubmitted, estimate }: Rows,
): Promise<void> {
  const last = moves.at(-1)!
  const measured = await measureMoves(
    tx,
    current,
    moves.map(({ to }) => to),
  )
  const entries = moves.map(({ to, reason, code = null, cause = null }, index) => {
    const change = measured[index]!
    return sql`(${current.studio}, ${current._id}, ${by}, ${current.vendor}, ${to}, ${reason},
      ${code}, ${cause !== null}, ${cause}, to_timestamp(${change.time}::float8),
      ${change.status_before},
      ${change.working_seconds}::int, ${change.total_seconds}::int,
      to_timestamp(${change.reached_before}::float8))`
  })
  await sql`
  with entry as (
    insert into work_request_history
      (studio_id, work_request_id, person_id, vendor_id, status, reason, code, automatic, cause,
        at, status_before, working_seconds, total_seconds, reached_before)
    values ${sql.join(entries)})
    ${isSubmitted ? submission(current) : sql``}
  update work_request set status = ${last.to}, reason = ${last.reason},
      submitted_at = ${SUBMITTED_AT[submissionTime(moves.map(({ to }) => to))]},
      estimate_base = ${estimate.base}, estimate_applied = ${estimate.applied},
      estimate_currency = ${estimate.currency}
    where studio_id = ${current.studio} and id = ${current._id}`.execute(tx)
}

const SUBMITTED_AT: Record<ReturnType<typeof submissionTime>, Sql> = {
  now: sql`now()`,
  none: sql`null`,
  first: sql`coalesce(submitted_at, now())`,
  same: sql`submitted_at`,
}

/** Submission fixes the order, so the materials and the price follow from it. */
function submission(current: StoredWorkRequest): Sql {
  const { _id, studio, language } = current
  const materials = materialsFor(current)
  return sql`,
  dropped as (
    delete from material
    where studio_id = ${studio} and work_request_id = ${_id} and name <> all (${materials}::text[])),
  ${materials.length > 0 ? addMaterials(current, materials) : sql``}
  translated as (
    update translation set language = ${language}
    where studio_id = ${studio} and work_request_id = ${_id} and part is not null and status = 'incomplete'
      and language <> ${language})`
}

const addMaterials = ({ studio, _id }: StoredWorkRequest, materials: readonly string[]) => sql`
  added as (
    insert into material (studio_id, work_request_id, name)
    values ${sql.join(materials.map((name) => sql`(${studio}, ${_id}, ${name})`))}
    on conflict do nothing),`

async function announceMoves(
  tx: Tx,
  current: StoredWorkRequest,
  { moves, by }: MovesInput,
): Promise<void> {
  // A withdrawal has no event.
  if (moves.some(({ to }) => to === 'incomplete')) await signalAccess(tx, current)
  const announced = moves.filter(({ to }) => EVENT_FOR_STATUS[to])
  if (announced.length === 0) return
  const audience = await audienceOfWorkRequest(tx, current._id)
  for (const { to, reason, cause } of announced) {
    if (to === 'complete') await enqueue(tx, 'deliver-request', { workRequest: current._id })
    await emit(tx, {
      type: EVENT_FOR_STATUS[to]!,
      from: by,
      studio: current.studio,
      workRequest: current._id,
      asset: current.asset._id,
      details: { status: to, reason, cause },
      notify: to === 'complete' ? await withRecipients(tx, current, audience) : audience,
    })
  }
}

type Audience = { users: string[]; groups: string[] }

/** A complete version is also announced to its recipients. */
async function withRecipients(
  tx: Tx,
  current: StoredWorkRequest,
  { users, groups }: Audience,
): Promise<Audience> {
  const recipients = await recipientsWithAccess(tx, current)
  return { users: [...new Set([...users, ...recipients])], groups }
}
