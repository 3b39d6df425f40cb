import { saveAssignee } from '../../access/commands/assignee.ts'
import { requireAcceptance } from '../../access/queries/acceptance.ts'
import { audienceOfWorkRequest } from '../../access/queries/audience.ts'
import { findIdByAddress } from '../../access/queries/slugs.ts'
import { seesAsset, seesWorkRequest, viewerOf } from '../../access/queries/visibility.ts'
import { getReferencedPerson } from '../../access/queries/references.ts'
import { callerIn, type Caller, type StudioCaller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { sql } from '../../kernel/db/sql.ts'
import { emit } from '../../kernel/events/emit.ts'
import { sendSignal } from '../../kernel/events/signals.ts'
import { changedFields } from '../../kernel/http/protected-fields.ts'
import type { RecordChange } from '../../kernel/http/serve.ts'
import { enqueue } from '../../kernel/jobs/enqueue.ts'
import {
  Problem,
  conflict,
  forbidden,
  invalid,
  notFound,
} from '../../kernel/http/contract/problem.ts'
import { idOf, type Ref } from '../../kernel/http/contract/schema.ts'
import { removeUnits } from '../../memory/commands/store-units.ts'
import type { NewTranslation, TranslationChange } from '../contract.ts'
import { getTranslation, lockTranslation } from '../queries.ts'
import { mayAssign, planMove, type StoredTranslation } from '../rules/translation.ts'
import { storeApproved, type ApprovedUnits } from './approve.ts'
import { insertTranslation } from './create.ts'
import { requirePassedChecks, type SubmissionChecks } from './submission-checks.ts'

export async function createTranslation(
  tx: Tx,
  { body, by }: { body: NewTranslation; by: Caller },
): Promise<StoredTranslation> {
  const viewer = viewerOf(by)
  const { rows } = await sql<{ id: string; asset: string; studio: string }>`
    select w.id, w.asset_id as asset, w.studio_id as studio from work_request w
    where w.id = ${idOf(body.workRequest)} and ${seesWorkRequest(viewer)}`.execute(tx)
  const request = rows[0]
  if (!request) throw notFound('work request')
  await requireAcceptance(tx, viewer, request.id)
  if (!mayAssign(callerIn(by, request.studio)))
    throw forbidden(
      'translation.forbidden',
      'You can only work on translations that are assigned to you.',
    )
  const asset = await findIdByAddress(tx, 'asset', idOf(body.asset), seesAsset(viewer))
  if (request.asset !== asset)
    throw invalid('asset.mismatch', 'The asset does not belong to the work request.', [
      { pointer: '/asset', message: 'does not belong to the work request' },
    ])
  if (body.status && body.status !== 'incomplete')
    throw forbidden('field.protected', 'A new translation must be incomplete.', [
      { pointer: '/status', message: 'must be incomplete' },
    ])
  const translator = await getTranslatorId(
    tx,
    callerIn(by, request.studio),
    body.translator ?? null,
  )
  const id = await insertTranslation(tx, {
    studio: request.studio,
    asset: request.asset,
    workRequest: request.id,
    part: null,
    language: body.language,
    translator,
    by: by._id,
  })
  return getTranslation(tx, viewer, id)
}

export async function changeTranslation(
  tx: Tx,
  {
    id,
    body,
    by,
    checks,
    units,
    checkPreconditions,
  }: RecordChange & {
    body: TranslationChange
    checks: SubmissionChecks | undefined
    units: ApprovedUnits
  },
): Promise<StoredTranslation> {
  await lockTranslation(tx, id)
  const current = await getTranslation(tx, viewerOf(by), id)
  checkPreconditions(current)
  await requireAcceptance(tx, viewerOf(by), current.workRequest)
  const { status, translator } = changedFields(body, current)
  if (translator !== undefined) {
    const translator_id = await getTranslatorId(tx, callerIn(by, current.studio), translator)
    await sql`update translation set translator_id = ${translator_id} where id = ${id}`.execute(tx)
    if (current.workRequest) await saveAssignee(tx, current.workRequest)
    await announce(tx, current, { type: 'tas', by: by._id, translator: translator_id })
    // The page of the translator before says that the request is gone.
    if (current.translator)
      await sendSignal(tx, {
        type: 'workrequests',
        record: current.workRequest,
        users: [current.translator._id],
      })
  }
  if (status !== undefined)
    await moveTranslation(tx, { current, to: status, reason: body.reason, by, checks, units })
  return getTranslation(tx, viewerOf(by), id)
}

/** The work request depends on its translations, so a job checks it again after the commit. */
async function moveTranslation(
  tx: Tx,
  {
    current,
    to,
    reason,
    by,
    checks,
    units,
  }: {
    current: StoredTranslation
    to: StoredTranslation['status']
    reason: string | undefined
    by: Caller
    checks: SubmissionChecks | undefined
    units: ApprovedUnits
  },
) {
  const plan = planMove(current, to, callerIn(by, current.studio), reason)
  if (!plan.ok)
    throw new Problem(plan.status, 'translation.move-not-allowed', plan.detail, {
      from: current.status,
      to,
      missing: plan.missing,
    })
  if (to === 'submitted' || to === 'approved') await requirePassedChecks(tx, current, checks, to)
  await sql`
    update translation set status = ${to}, reason = ${reason ?? ''}
    where id = ${current._id}`.execute(tx)
  if (to === 'approved') await storeApproved(tx, { translation: current, units, by })
  if (current.status === 'approved') await removeUnits(tx, current._id)
  await enqueue(tx, 'advance-request', { workRequest: current.workRequest, by: by._id })
  await announce(tx, current, { type: plan.event, by: by._id, reason: reason ?? '' })
}

type Announcement = { type: string; by: string; reason?: string; translator?: string | null }

/** The audience includes a new translator, who is assigned already. */
async function announce(
  tx: Tx,
  { studio, workRequest, asset, language }: StoredTranslation,
  { type, by, reason, translator }: Announcement,
) {
  await emit(tx, {
    type,
    from: by,
    studio,
    workRequest,
    asset,
    details: { language, reason, translator },
    notify: await audienceOfWorkRequest(tx, workRequest),
  })
}

/** Translators cannot reassign their translations. */
async function getTranslatorId(tx: Tx, by: StudioCaller, ref: Ref | null): Promise<string | null> {
  if (!mayAssign(by))
    throw forbidden('field.protected', 'You cannot assign translations.', [
      { pointer: '/translator', message: 'cannot be changed by you' },
    ])
  return ref && getReferencedPerson(tx, viewerOf(by), ref, '/translator')
}

export async function removeTranslation(tx: Tx, { id, by, checkPreconditions }: RecordChange) {
  await lockTranslation(tx, id)
  const current = await getTranslation(tx, viewerOf(by), id)
  checkPreconditions(current)
  await requireAcceptance(tx, viewerOf(by), current.workRequest)
  if (current.part)
    throw conflict(
      'record.in-use',
      'This translation is part of its work request and cannot be removed.',
    )
  await sql`delete from text_track where id = ${current.textTrack}`.execute(tx)
  return { _id: id, removed: true as const }
}
