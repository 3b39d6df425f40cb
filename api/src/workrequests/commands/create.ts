import { sql } from 'kysely'
import {
  getReferencedAsset,
  projectId,
  type AssetReference,
} from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import { SCRIPT_PARTS } from '../../scripts/contract.ts'
import { insertTranslation } from '../../translations/commands/create.ts'
import type { Estimate, NewWorkRequest } from '../contract.ts'
import { getWorkRequest } from '../queries/work-requests.ts'
import { initialFields, mergePartialFields } from '../rules/field-table.ts'
import { describeMissing, requireOrderFields } from '../rules/missing.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { calculateEstimate, setEstimate } from './estimate.ts'
import { checkedColumns, parseStatus, type FieldRow } from './fields.ts'
import { move } from './move.ts'
import { requireOpenPhase } from './phase.ts'

type CreateWorkRequestInput = { body: NewWorkRequest; by: Caller }

/** Creates an incomplete work request. A later status in the body also submits it. */
export async function createWorkRequest(
  tx: Tx,
  { body, by }: CreateWorkRequestInput,
): Promise<StoredWorkRequest> {
  const viewer = viewerOf(by)
  const asset = await getReferencedAsset(tx, viewer, body.asset)
  const project = body.project && (await projectId(tx, viewer, body.project))
  rejectProtectedFields({ ...body, project }, by, asset)
  const id = await insertWorkRequest(tx, { body, by, asset })
  const inserted = await getWorkRequest(tx, viewer, id)
  const created = { ...inserted, estimate: await setEstimate(tx, inserted) }
  requireOpenPhase(created, by)
  if (parseStatus(body.status) === 'incomplete') return created

  const missing = requireOrderFields(created)
  if (missing.length)
    throw invalid(
      'workrequest.unfinished',
      `The work request cannot be submitted yet. ${describeMissing(missing)}`,
      missing.map(({ code, message }) => ({ pointer: `/${code}`, message })),
    )
  return move(tx, { id, to: 'submitted', reason: body.reason, by })
}

/** Creates the work request to price it. The caller rolls the transaction back. */
export async function estimateWorkRequest(
  tx: Tx,
  { body: { status: _status, ...body }, by }: CreateWorkRequestInput,
): Promise<Estimate> {
  return calculateEstimate(tx, await createWorkRequest(tx, { body, by }))
}

async function insertWorkRequest(
  tx: Tx,
  { body, by, asset }: CreateWorkRequestInput & { asset: AssetReference },
): Promise<string> {
  const initial = initialFields()
  const fields = {
    ...initial,
    ...body,
    ...mergePartialFields(body, initial),
    territory: body.territory ?? callerIn(by, asset.studio).territory ?? '',
  }
  const columns = (await checkedColumns(tx, fields, callerIn(by, asset.studio))) as FieldRow
  const { id } = await tx
    .insertInto('work_request')
    .values({
      studio_id: asset.studio,
      project_id: asset.project,
      asset_id: asset.id,
      owner_id: by._id,
      ...columns,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into work_request_history (studio_id, work_request_id, person_id, status)
    values (${asset.studio}, ${id}, ${by._id}, 'incomplete')`.execute(tx)
  for (const part of SCRIPT_PARTS)
    await insertTranslation(tx, {
      studio: asset.studio,
      asset: asset.id,
      workRequest: id,
      part,
      language: fields.language,
      by: by._id,
    })
  return id
}

/** Fields that a caller may repeat but not choose. */
function rejectProtectedFields(
  {
    from,
    project,
    status,
  }: Pick<NewWorkRequest, 'from' | 'status'> & { project?: string | undefined },
  by: Caller,
  asset: AssetReference,
) {
  if (from && idOf(from) !== by._id)
    throw forbidden('field.protected', 'You can only order in your own name.', [
      { pointer: '/from', message: 'must be you' },
    ])
  if (project && project !== asset.project)
    throw invalid('project.differs', 'The asset belongs to another project.', [
      { pointer: '/project', message: 'must be the project of the asset' },
    ])
  if (!['incomplete', 'submitted', 'awaiting-materials'].includes(parseStatus(status)))
    throw forbidden('field.protected', 'A new work request is incomplete or submitted.', [
      { pointer: '/status', message: 'must be incomplete, submitted or awaiting-materials' },
    ])
}
