import { projectId, referencedAssetId } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { callerIn, vendorStudiosOf, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { Estimate, NewWorkRequest } from '../contract.ts'
import { getNewRequestContext, type NewRequestContext } from '../queries/new-request.ts'
import { withWorkRequestEtag } from '../queries/work-requests.ts'
import { priceOrder } from '../rules/estimate.ts'
import { initialFields, mergePartialFields } from '../rules/field-table.ts'
import { describeMissing, requireOrderFields } from '../rules/missing.ts'
import { newRecord } from '../rules/new-record.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import {
  checkedColumns,
  parseStatus,
  rejectUnknownZones,
  requireOwnTerritory,
  unknownTerritory,
  type FieldRow,
} from './fields.ts'
import { copyScripts, insertWorkRequest } from './insert.ts'
import { submitNew } from './move.ts'
import { requireOpenPhase } from './phase.ts'

type CreateWorkRequestInput = { body: NewWorkRequest; by: Caller }

/** Creates an incomplete work request. A later status in the body also submits it. */
export async function createWorkRequest(
  tx: Tx,
  { body, by }: CreateWorkRequestInput,
): Promise<StoredWorkRequest> {
  const context = await prepareContext(tx, { body, by })
  const { record } = await insertNewRequest(tx, { body, by, context })
  if (parseStatus(body.status) === 'incomplete') return withWorkRequestEtag(record)

  const missing = requireOrderFields(record)
  if (missing.length)
    throw invalid(
      'workrequest.unfinished',
      `The work request cannot be submitted yet. ${describeMissing(missing)}`,
      missing.map(({ code, message }) => ({ pointer: `/${code}`, message })),
    )
  return submitNew(tx, record, { reason: body.reason, by, assignment: context.assignment })
}

/** Creates the work request to price it. The caller rolls the transaction back. */
export async function estimateWorkRequest(
  tx: Tx,
  { body: { status: _status, ...body }, by }: CreateWorkRequestInput,
): Promise<Estimate> {
  const context = await prepareContext(tx, { body, by })
  return (await insertNewRequest(tx, { body, by, context })).estimate
}

async function prepareContext(
  tx: Tx,
  { body, by }: CreateWorkRequestInput,
): Promise<NewRequestContext> {
  const viewer = viewerOf(by)
  rejectUnknownZones(body)
  const territories = by.memberships.map(({ studio, territory }) => [studio, territory])
  const context = await getNewRequestContext(tx, viewer, {
    asset: await referencedAssetId(tx, viewer, body.asset),
    owner: by._id,
    language: body.language ?? '',
    territory: body.territory ?? null,
    territories: Object.fromEntries(territories),
    due: body.due ?? null,
  })
  const project = body.project && (await projectId(tx, viewer, body.project))
  rejectProtectedFields({ ...body, project }, by, context.record.asset.project)
  const actor = callerIn(by, context.record.studio)
  requireOwnTerritory(context.territory, actor)
  if (context.territory && context.record.facts.languages === null)
    throw unknownTerritory(context.territory)
  return context
}

const completeFields = (body: NewWorkRequest, territory: string) => {
  const initial = initialFields()
  return { ...initial, ...body, ...mergePartialFields(body, initial), territory }
}

type InsertInput = CreateWorkRequestInput & { context: NewRequestContext }

async function insertNewRequest(
  tx: Tx,
  { body, by, context }: InsertInput,
): Promise<{ record: StoredWorkRequest; estimate: Estimate }> {
  const fields = completeFields(body, context.territory)
  const { record } = context
  const { territory: _checked, ...unchecked } = fields
  const columns = await checkedColumns(tx, unchecked, callerIn(by, record.studio))
  requireOpenPhase({ ...record, dng: fields.dng, uses: fields.uses } as StoredWorkRequest, by)
  const items = context.scripts.find(({ part }) => part === 'graphics')?.lineCount ?? 0
  const measurements = { ...context.measurements, items }
  const estimate = priceOrder(fields as StoredWorkRequest, record.facts, measurements)
  const { base, applied, currency } = estimate
  const inserted = await insertWorkRequest(
    tx,
    {
      ...(columns as FieldRow),
      territory: fields.territory,
      studio_id: record.studio,
      project_id: record.asset.project,
      asset_id: record.asset._id,
      owner_id: by._id,
      estimate_base: base,
      estimate_applied: applied,
      estimate_currency: currency,
    },
    { isVendorOnly: vendorStudiosOf(by).includes(record.studio) },
  )
  if (!inserted) throw unknownTerritory(fields.territory)
  const { scripts, created, assetView } = context
  const translations = await copyScripts(tx, viewerOf(by), { ...inserted, scripts, by: by._id })
  const audioFile = columns.audio_file_id ?? null
  return {
    estimate,
    record: newRecord({
      fields: { ...fields, audioFile },
      inserted,
      translations,
      context: record,
      created,
      estimate: { base, applied, currency },
      assetView,
    }),
  }
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
    throw invalid('project.differs', 'The asset belongs to another project.', [
      { pointer: '/project', message: 'must be the project of the asset' },
    ])
  if (!['incomplete', 'submitted', 'awaiting-materials'].includes(parseStatus(status)))
    throw forbidden('field.protected', 'A new work request is incomplete or submitted.', [
      { pointer: '/status', message: 'must be incomplete, submitted or awaiting-materials' },
    ])
}
