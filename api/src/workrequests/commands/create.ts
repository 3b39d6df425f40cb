import { projectId, referencedAssetId } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { callerIn, vendorStudiosOf, type Caller } from '../../kernel/http/contract/caller.ts'
import { forbidden, invalid } from '../../kernel/http/contract/problem.ts'
import { idOf } from '../../kernel/http/contract/schema.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { Estimate, NewWorkRequest } from '../contract.ts'
import {
  getNewRequestContext,
  type NewRequestContext,
  type NewRequestInput,
} from '../queries/new-request.ts'
import { withWorkRequestEtag } from '../queries/work-requests.ts'
import { priceOrder } from '../rules/estimate.ts'
import { initialFields, mergePartialFields } from '../rules/field-table.ts'
import { materialsFor } from '../rules/materials.ts'
import { newRecord, plannedRequest, type InsertedRequest } from '../rules/new-record.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import {
  checkedColumns,
  parseStatus,
  rejectUnknownZones,
  requireOwnTerritory,
  unknownTerritory,
  type FieldRow,
} from './fields.ts'
import {
  copyScripts,
  insertInParts,
  insertMaterials,
  insertWorkRequest,
  type NewRequestRow,
} from './insert.ts'
import { announceSubmission, planSubmission, submitNew } from './move.ts'
import { requireOpenPhase } from './phase.ts'

type CreateWorkRequestInput = {
  body: NewWorkRequest
  by: Caller
  /** Gets the asset, if new requests of it can be prepared and are not. */
  unprepared?: Set<string>
}

/** Creates an incomplete work request. A later status in the body also submits it. */
export async function createWorkRequest(
  tx: Tx,
  { body, by, unprepared }: CreateWorkRequestInput,
): Promise<StoredWorkRequest> {
  const context = await prepareContext(tx, { body, by, ...(unprepared && { unprepared }) })
  const draft = await draftRequest(tx, { body, by, context })
  const isSubmitted = parseStatus(body.status) !== 'incomplete'
  if (vendorStudiosOf(by).includes(draft.row.studio_id))
    return createInParts(tx, draft, isSubmitted)
  const moves = isSubmitted ? planSubmission(draft.planned, draft.input) : []
  const insert = (row: NewRequestRow) => insertWorkRequest(tx, row, moves)
  const { record, dates } = await insertDraft(tx, draft, insert)
  if (!isSubmitted) return withWorkRequestEtag(record)
  await insertMaterials(tx, record._id, materialsFor(record))
  return announceSubmission(tx, record, { ...draft.input, moves, dates })
}

/** Row-level security shows a request to people of a vendor only after it was inserted. */
async function createInParts(tx: Tx, draft: Draft, isSubmitted: boolean) {
  const { record } = await insertDraft(tx, draft, (row) => insertInParts(tx, row))
  if (!isSubmitted) return withWorkRequestEtag(record)
  return submitNew(tx, record, draft.input)
}

/** Prices a work request without creating it. */
export async function estimateWorkRequest(
  tx: Tx,
  { body: { status: _status, ...body }, by }: CreateWorkRequestInput,
): Promise<Estimate> {
  const context = await prepareContext(tx, { body, by })
  return (await draftRequest(tx, { body, by, context })).estimate
}

async function prepareContext(
  tx: Tx,
  { body, by, unprepared }: CreateWorkRequestInput,
): Promise<NewRequestContext> {
  const viewer = viewerOf(by)
  rejectUnknownZones(body)
  const territories = by.memberships.map(({ studio, territory }) => [studio, territory])
  const input: NewRequestInput = {
    asset: await referencedAssetId(tx, viewer, body.asset),
    owner: by._id,
    language: body.language ?? '',
    territory: body.territory ?? null,
    territories: Object.fromEntries(territories),
    due: body.due ?? null,
  }
  const context = await getNewRequestContext(tx, by, input, unprepared)
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

type DraftInput = CreateWorkRequestInput & { context: NewRequestContext }
type Draft = {
  row: NewRequestRow
  estimate: Estimate
  /** The record before it has ids. */
  planned: StoredWorkRequest
  input: { reason: string | undefined; by: Caller; assignment: NewRequestContext['assignment'] }
  recordOf: (
    inserted: InsertedRequest,
    translations: Parameters<typeof newRecord>[0]['translations'],
  ) => StoredWorkRequest
  scripts: NewRequestContext['scripts']
}

/** Checks the order and computes what is to be inserted. */
async function draftRequest(tx: Tx, { body, by, context }: DraftInput): Promise<Draft> {
  const fields = completeFields(body, context.territory)
  const { record, created, assetView, scripts } = context
  const { territory: _checked, ...unchecked } = fields
  const columns = await checkedColumns(tx, unchecked, callerIn(by, record.studio))
  requireOpenPhase({ ...record, dng: fields.dng, uses: fields.uses } as StoredWorkRequest, by)
  const scriptOf = (name: ScriptPart) => scripts.find(({ part }) => part === name)
  const items = scriptOf('graphics')?.lineCount ?? 0
  const measurements = { ...context.measurements, items }
  const estimate = priceOrder(fields as StoredWorkRequest, record.facts, measurements)
  const { base, applied, currency } = estimate
  const known = {
    fields: { ...fields, audioFile: columns.audio_file_id ?? null },
    context: record,
    created,
    estimate: { base, applied, currency },
    assetView,
  }
  const recordOf: Draft['recordOf'] = (inserted, translations) =>
    newRecord({ ...known, inserted, translations })
  return {
    row: {
      ...(columns as FieldRow),
      territory: fields.territory,
      studio_id: record.studio,
      project_id: record.asset.project,
      asset_id: record.asset._id,
      owner_id: by._id,
      estimate_base: base,
      estimate_applied: applied,
      estimate_currency: currency,
      dialogueRevision: scriptOf('dialogue')?.revision ?? 0,
      graphicsRevision: scriptOf('graphics')?.revision ?? 0,
    },
    estimate,
    planned: recordOf(plannedRequest(fields as StoredWorkRequest), undefined),
    input: { reason: body.reason, by, assignment: context.assignment },
    recordOf,
    scripts,
  }
}

async function insertDraft(
  tx: Tx,
  { row, input: { by }, scripts, recordOf }: Draft,
  insert: (row: NewRequestRow) => Promise<InsertedRequest | undefined>,
): Promise<{ record: StoredWorkRequest; dates: number[] }> {
  const inserted = await insert(row)
  if (!inserted) throw unknownTerritory(row.territory)
  const translations = await copyScripts(tx, viewerOf(by), { ...inserted, scripts, by: by._id })
  return { record: recordOf(inserted, translations), dates: inserted.dates ?? [] }
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
