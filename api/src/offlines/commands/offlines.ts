import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import { getReferencedFile } from '../../access/queries/references.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { conflict, invalid, throwIfRejected } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { move, advance, returnToReview } from '../../workrequests/commands/move.ts'
import { setVendors } from '../../workrequests/commands/vendor-files.ts'
import { getWorkRequest, lockWorkRequest } from '../../workrequests/queries/work-requests.ts'
import { checkAccepted } from '../../workrequests/rules/assignment.ts'
import { planMove } from '../../workrequests/rules/moves.ts'
import type { StoredWorkRequest } from '../../workrequests/rules/stored.ts'
import type { NewOffline, Offline, OfflineDecision } from '../contract.ts'
import { getOffline, lockWorkRequestOf } from '../queries/offlines.ts'
import {
  acceptsOfflines,
  checkDecision,
  checkReviewer,
  checkWithdrawal,
  reopensReview,
} from '../rules/decisions.ts'
import type { StoredOffline } from '../rules/offlines.ts'

export async function createOffline(
  tx: Tx,
  { body, by }: { body: NewOffline; by: Caller },
): Promise<StoredOffline> {
  const viewer = viewerOf(by)
  await lockWorkRequest(tx, idOf(body.workRequest))
  const request = await getWorkRequest(tx, viewer, idOf(body.workRequest))
  throwIfRejected(checkAccepted(request, callerIn(by, request.studio)))
  if (!acceptsOfflines(request.status))
    throw conflict(
      'offline.not-allowed',
      `You cannot upload an offline while the work request is ${request.status}.`,
      { from: request.status, missing: [] },
    )
  const file = await getReferencedFile(tx, viewer, body.file, '/file')
  if (file.asset !== request.asset._id)
    throw invalid('file.asset-mismatch', 'The file belongs to another asset.', [
      { pointer: '/file', message: 'belongs to another asset' },
    ])
  if (!file.verified)
    throw invalid(
      'file.unverified',
      'The file is not verified yet. Wait until its upload and its analysis are finished.',
      [{ pointer: '/file', message: 'is not verified' }],
    )
  return getOffline(tx, viewer, await addOffline(tx, { request, file: file.id, by: by._id }))
}

/** `by` uploaded the file, or the service rendered it on their behalf. */
export async function addOffline(
  tx: Tx,
  { request, file, by }: { request: StoredWorkRequest; file: string; by: string },
): Promise<string> {
  // clock_timestamp: two offlines in one transaction must not get the same time.
  const { rows } = await sql<{ id: string }>`
    insert into offline (studio_id, project_id, asset_id, work_request_id, from_id, file_id,
      version, vendor_id, created_at)
    select w.studio_id, w.project_id, w.asset_id, w.id, ${by}, ${file},
      coalesce(max(o.version), 0) + 1, w.vendor_id, clock_timestamp()
    from work_request w
      left join offline o on o.studio_id = w.studio_id and o.work_request_id = w.id
    where w.studio_id = ${request.studio} and w.id = ${request._id}
    group by w.studio_id, w.id
    returning id`.execute(tx)
  await setVendors(tx, { request: request._id, files: [file], attachedBy: by })
  await enqueue(tx, 'lint-file', { file })
  await emit(tx, {
    type: 'ofl',
    from: by,
    studio: request.studio,
    workRequest: request._id,
    asset: request.asset._id,
    files: [file],
    notify: await audienceOfWorkRequest(tx, request._id),
  })
  await advance(tx, request._id, by)
  return rows[0]!.id
}

type DecisionInput = RecordChange & { body: OfflineDecision }

/** Rejecting an offline in review also rejects its work request. */
export async function decideOffline(
  tx: Tx,
  { id, body, by, checkPreconditions }: DecisionInput,
): Promise<StoredOffline> {
  await lockWorkRequestOf(tx, id)
  const current = await getOffline(tx, viewerOf(by), id)
  checkPreconditions(current)
  const { decision } = changedFields(body, current)
  if (decision === undefined) return current
  return saveDecision(tx, current, { ...body, decision, by })
}

/** Approving an offline in review also approves its work request if nothing else is missing. */
export async function makeDecision(
  tx: Tx,
  {
    id,
    body,
    by,
    checkPreconditions,
  }: DecisionInput & { body: { decision: 'approved' | 'rejected' } },
): Promise<StoredOffline> {
  await lockWorkRequestOf(tx, id)
  const current = await getOffline(tx, viewerOf(by), id)
  checkPreconditions(current)
  const decided = await saveDecision(tx, current, { ...body, by })
  if (decided.decision !== 'approved' || decided.status !== 'for-review') return decided
  const request = await getWorkRequest(tx, viewerOf(by), decided.workRequest)
  if (!planMove(request, 'approved', callerIn(by, request.studio)).ok) return decided
  await move(tx, request, { to: 'approved', by })
  return getOffline(tx, viewerOf(by), id)
}

async function saveDecision(
  tx: Tx,
  current: StoredOffline,
  { decision, reason, code, by }: OfflineDecision & { decision: Offline['decision']; by: Caller },
): Promise<StoredOffline> {
  throwIfRejected(checkDecision(current, callerIn(by, current.studio), { decision, reason, code }))
  await sql`update offline ${sql.set({
    decision,
    reason: reason ?? '',
    code: code ?? null,
    decided_by: by._id,
    decided_at: sql`now()`,
  })} where id = ${current._id}`.execute(tx)
  if (decision === 'rejected' && current.status === 'for-review')
    await move(tx, await getWorkRequest(tx, viewerOf(by), current.workRequest), {
      to: 'rejected',
      reason,
      code: code ?? undefined,
      by,
    })
  else await advance(tx, current.workRequest, by._id)
  const decided = await getOffline(tx, viewerOf(by), current._id)
  // A move of the request announces the decision already.
  if (decided.status === current.status) await announceDecision(tx, decided, by._id)
  return decided
}

/** A request that the decision moved is in review again. */
export async function withdrawDecision(
  tx: Tx,
  { id, by, checkPreconditions }: Omit<DecisionInput, 'body'>,
): Promise<StoredOffline> {
  await lockWorkRequestOf(tx, id)
  const current = await getOffline(tx, viewerOf(by), id)
  const reviewer = callerIn(by, current.studio)
  throwIfRejected(checkReviewer(current, reviewer))
  checkPreconditions(current)
  throwIfRejected(checkWithdrawal(current, reviewer))
  await sql`
    update offline ${sql.set({ decision: null, reason: '', code: null, decided_by: null, decided_at: null })}
    where id = ${id}`.execute(tx)
  if (reopensReview(current)) await returnToReview(tx, { request: current.workRequest, by: by._id })
  else await announceDecision(tx, { ...current, decision: 'withdrawn', reason: '' }, by._id)
  return getOffline(tx, viewerOf(by), id)
}

/** The event names the file, so that an embargo hides it. */
async function announceDecision(
  tx: Tx,
  {
    _id,
    studio,
    workRequest,
    asset,
    file,
    decision,
    reason,
  }: Omit<StoredOffline, 'decision'> & { decision: StoredOffline['decision'] | 'withdrawn' },
  by: string,
) {
  await emit(tx, {
    type: 'ofd',
    from: by,
    studio,
    workRequest,
    asset,
    files: [file],
    details: { offline: _id, decision, reason },
    notify: await audienceOfWorkRequest(tx, workRequest),
  })
}
