import { projectId, referencedAssetId } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { Estimate, NewWorkRequest } from '../contract.ts'
import { getOrderContext, type OrderContext } from '../queries/new-request.ts'
import { getWorkRequest } from '../queries/work-requests.ts'
import { priceOrder } from '../rules/estimate.ts'
import { initialFields, mergePartialFields, type OrderFields } from '../rules/order-fields.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import { checkedColumns, parseStatus, rejectUnknownZones, type FieldRow } from './fields.ts'
import { insertWorkRequest } from './insert.ts'
import { submitNew } from './move.ts'
import { requireOpenPhase } from './phase.ts'

type CreateWorkRequestInput = { body: NewWorkRequest; by: Caller }

export async function createWorkRequest(
  tx: Tx,
  input: CreateWorkRequestInput,
): Promise<StoredWorkRequest> {
  return getWorkRequest(tx, viewerOf(input.by), await placeOrder(tx, input))
}

/**
 * Creates an incomplete work request, and returns its id. A later status in the body also submits
 * it.
 */
export async function placeOrder(tx: Tx, { body, by }: CreateWorkRequestInput): Promise<string> {
  const { asset, context, columns, estimate } = await draftRequest(tx, { body, by })
  const id = await insertWorkRequest(tx, {
    row: {
      ...columns,
      studio_id: context.studio,
      project_id: context.project,
      asset_id: asset,
      owner_id: by._id,
      estimate_base: estimate.base,
      estimate_applied: estimate.applied,
      estimate_currency: estimate.currency,
    },
    scripts: context.scripts,
    trackIds: context.trackIds,
  })
  if (parseStatus(body.status) !== 'incomplete') {
    const draft = await getWorkRequest(tx, viewerOf(by), id)
    await submitNew(tx, draft, { reason: body.reason, by })
  }
  return id
}

/** Prices a work request without creating it. */
export async function estimateWorkRequest(
  tx: Tx,
  { body: { status: _status, ...body }, by }: CreateWorkRequestInput,
): Promise<Estimate> {
  return (await draftRequest(tx, { body, by })).estimate
}

type Draft = { asset: string; context: OrderContext; columns: FieldRow; estimate: Estimate }

/** Checks the order and prices it. */
async function draftRequest(tx: Tx, { body, by }: CreateWorkRequestInput): Promise<Draft> {
  const viewer = viewerOf(by)
  rejectUnknownZones(body)
  const { language = '', due = null } = body
  const asset = await referencedAssetId(tx, viewer, body.asset)
  const context = await getOrderContext(tx, by, { asset, language, due })
  const project = body.project && (await projectId(tx, viewer, body.project))
  rejectProtectedFields({ ...body, project }, by, context.project)
  const actor = callerIn(by, context.studio)
  const fields = completeFields(body, actor.territory ?? '')
  const columns = (await checkedColumns(tx, fields, actor)) as FieldRow
  const { dng, uses } = fields
  requireOpenPhase({ studio: context.studio, workflow: context.workflow, dng, uses }, by)
  const estimate = priceOrder(fields, context.pricing, context.measurements)
  return { asset: asset!, context, columns, estimate }
}

type CompleteFields = Required<OrderFields> & Pick<StoredWorkRequest, 'dng' | 'uses' | 'dcp'>

/** Without a territory, that of the caller in the studio of the asset. */
function completeFields(body: NewWorkRequest, ownTerritory: string): CompleteFields {
  const initial = initialFields()
  const territory = body.territory ?? ownTerritory
  return {
    ...initial,
    ...body,
    ...mergePartialFields(body, initial),
    territory,
  } as CompleteFields
}

/** Fields that a caller may repeat but not choose. */
function rejectProtectedFields(
  {
    from,
    project,
    status,
  }: Pick<NewWorkRequest, 'from' | 'status'> & { project?: string | undefined },
  by: Caller,
  projectOfAsset: string,
) {
  if (from && idOf(from) !== by._id)
    throw forbidden('field.protected', 'You can only order in your own name.', [
      { pointer: '/from', message: 'must be you' },
    ])
  if (project && project !== projectOfAsset)
    throw invalid('project.mismatch', 'The asset belongs to another project.', [
      { pointer: '/project', message: 'must be the project of the asset' },
    ])
  if (!['incomplete', 'submitted', 'awaiting-materials'].includes(parseStatus(status)))
    throw forbidden('field.protected', 'A new work request is incomplete or submitted.', [
      { pointer: '/status', message: 'must be incomplete, submitted or awaiting-materials' },
    ])
}
