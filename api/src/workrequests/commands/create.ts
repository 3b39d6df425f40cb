import { sql } from 'kysely'
import { viewerOf } from '../../access/queries/visibility.ts'
import {
  getReferencedFile,
  getReferencedAsset,
  type AssetReference,
} from '../../access/queries/references.ts'
import type { Caller } from '../../kernel/http/contract/caller.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { forbidden, invalid, type FieldError } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { isTimeZone } from '../../kernel/http/contract/time-zone.ts'
import { SCRIPT_PARTS } from '../../scripts/contract.ts'
import { insertTranslation } from '../../translations/commands/create.ts'
import type { Estimate, NewWorkRequest, Status } from '../contract.ts'
import { getWorkRequest } from '../queries.ts'
import { requireOrderFields } from '../rules/missing.ts'
import { emptyRecipients } from '../rules/present.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { requireOpenPhase } from './phase.ts'
import { calculateEstimate, setEstimate } from './estimate.ts'
import { move } from './move.ts'

/**
 * Makes an order, incomplete. A later status in the body hands it in in the same breath, if
 * everything needed is there.
 */
export async function createWorkRequest(
  tx: Tx,
  { body, by }: { body: NewWorkRequest; by: Caller },
): Promise<StoredWorkRequest> {
  const viewer = viewerOf(by)
  const asset = await getReferencedAsset(tx, viewer, body.asset)
  rejectProtectedFields(body, by, asset)
  rejectUnknownZones(body)
  const id = await insertWorkRequest(tx, {
    body,
    by,
    asset,
    territory: await resolveTerritory(tx, body.territory, by),
  })
  const inserted = await getWorkRequest(tx, viewer, id)
  const made = { ...inserted, estimate: await setEstimate(tx, inserted) }
  requireOpenPhase(made, by)
  const wanted = parseStatus(body.status)
  if (wanted === 'incomplete') return made

  const missing = requireOrderFields(made)
  if (missing.length)
    throw invalid(
      'workrequest.unfinished',
      `The order cannot be handed in: ${missing.map(({ message }) => message).join('; ')}.`,
      missing.map(({ code, message }) => ({ pointer: `/${code}`, message })),
    )
  return move(tx, { id, to: 'submitted', reason: body.reason, by })
}

/**
 * An order that is only asked about: what it would cost, by the same way, for whoever could give
 * it. To be undone.
 */
export async function estimateWorkRequest(
  tx: Tx,
  { body: { status: _status, ...body }, by }: { body: NewWorkRequest; by: Caller },
): Promise<Estimate> {
  return calculateEstimate(tx, await createWorkRequest(tx, { body, by }))
}

async function insertWorkRequest(
  tx: Tx,
  {
    body,
    by,
    asset,
    territory,
  }: { body: NewWorkRequest; by: Caller; asset: AssetReference; territory: string },
): Promise<string> {
  const { id } = await tx
    .insertInto('work_request')
    .values({
      studio_id: asset.studio,
      project_id: asset.project,
      asset_id: asset.id,
      owner_id: by._id,
      language: body.language ?? '',
      territory,
      due_at: toDate(body.due),
      due_tz: body.due?.tz ?? null,
      deadline_at: toDate(body.deliveryDeadline),
      deadline_tz: body.deliveryDeadline?.tz ?? null,
      dng: JSON.stringify({ dialogue: [], graphics: [], narration: [], ...body.dng }),
      uses: JSON.stringify({ items: [], details: {}, ...body.uses }),
      dcp: JSON.stringify({ items: [], details: [], ...body.dcp }),
      recipients: JSON.stringify({ ...emptyRecipients(), ...body.recipients }),
      shipping: JSON.stringify(body.shippingAddresses ?? []),
      instructions: body.instructions ?? '',
      tags: body.tags ?? [],
      aspect_ratio: body.aspectRatio ?? null,
      auto: body.auto ?? false,
      autosubs: body.autosubs ?? false,
      dual_languages: body.dualLanguages ?? false,
      auto_mode: body.autoMode ?? false,
      audio_file_id: body.audioFile
        ? (await getReferencedFile(tx, viewerOf(by), body.audioFile, '/audioFile')).id
        : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`insert into work_request_history (studio_id, work_request_id, person_id, status) values (${asset.studio}, ${id}, ${by._id}, 'incomplete')`.execute(
    tx,
  )
  for (const part of SCRIPT_PARTS)
    await insertTranslation(tx, {
      studio: asset.studio,
      asset: asset.id,
      workRequest: id,
      part,
      language: body.language ?? '',
      by: by._id,
    })
  return id
}

/** Nobody orders in another's name, or for a project the asset is not in, or as already done. */
function rejectProtectedFields(
  { from, project, status }: NewWorkRequest,
  by: Caller,
  asset: AssetReference,
) {
  if (from && idOf(from) !== by._id)
    throw forbidden('field.protected', 'You order in your own name.', [
      { pointer: '/from', message: 'must be you' },
    ])
  if (project && idOf(project) !== asset.project)
    throw invalid('project.differs', 'The asset is not in that project.', [
      { pointer: '/project', message: 'is not that of the asset' },
    ])
  if (!['incomplete', 'submitted', 'awaiting-materials'].includes(parseStatus(status)))
    throw forbidden('field.protected', 'A new order is incomplete or submitted.', [
      { pointer: '/status', message: 'must be incomplete, submitted or awaiting-materials' },
    ])
}

export const parseStatus = (input: string | undefined): Status =>
  (input ?? 'incomplete').replaceAll('_', '-') as Status

export function rejectUnknownZones({
  due,
  deliveryDeadline,
}: Pick<NewWorkRequest, 'due' | 'deliveryDeadline'>) {
  const errors: FieldError[] = Object.entries({ due, deliveryDeadline })
    .filter(([, when]) => when && !isTimeZone(when.tz))
    .map(([name]) => ({
      pointer: `/${name}/tz`,
      message: 'is not a time zone such as Europe/Berlin',
    }))
  if (errors.length) throw invalid('zone.unknown', 'A time zone is unknown.', errors)
}

/**
 * A territory orders for itself; the studio for anyone. The row is held, because no foreign key
 * guards the code.
 */
export async function resolveTerritory(
  tx: Tx,
  code: string | undefined,
  by: Caller,
): Promise<string> {
  const manages = by.roles.some((role) => role === 'studio' || role === 'admin')
  if (code && by.territory && code !== by.territory && !manages)
    throw forbidden('territory.not-yours', `You order for ${by.territory}.`, [
      { pointer: '/territory', message: `must be ${by.territory}` },
    ])
  const wanted = code ?? by.territory ?? ''
  if (!wanted) return ''
  const { rows } = await sql`select from territory where code = ${wanted} for share`.execute(tx)
  if (!rows.length)
    throw invalid('territory.unknown', `There is no territory ${wanted}.`, [
      { pointer: '/territory', message: 'is unknown' },
    ])
  return wanted
}

export const toDate = (when: { date: number } | null | undefined) =>
  when ? new Date(when.date * 1000) : null
