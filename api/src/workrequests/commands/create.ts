import { projectId, referencedAssetId } from '../../access/queries/references.ts'
import { viewerOf } from '../../access/queries/visibility.ts'
import type { Tx } from '../../kernel/db/connect.ts'
import { idAt } from '../../kernel/db/ids.ts'
import { inJsonbOrder } from '../../kernel/db/jsonb-order.ts'
import { callerIn, type Caller } from '../../kernel/http/contract/caller.ts'
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
import type { Move } from '../rules/apply-move.ts'
import { matchingRules } from '../rules/assignment.ts'
import { priceOrder } from '../rules/estimate.ts'
import { initialFields, mergePartialFields } from '../rules/field-table.ts'
import { materialsFor } from '../rules/materials.ts'
import { newRecord, type NewRequestIds } from '../rules/new-record.ts'
import type { StoredWorkRequest } from '../rules/stored.ts'
import {
  checkedColumns,
  parseStatus,
  rejectUnknownZones,
  requireOwnTerritory,
  unknownTerritory,
  type FieldRow,
} from './fields.ts'
import { copyScripts, filledScripts, insertWorkRequest, type NewRequestRow } from './insert.ts'
import { announceSubmission, isSimple, planSubmission } from './move.ts'
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
  const moves = isSubmitted ? planSubmission(draft.record, draft.input) : []
  const materials = isSubmitted ? materialsFor(draft.record) : []
  const isLast = !isReadAgain(draft, moves)
  await insertWorkRequest(tx, { ...draft, moves, materials }, { isLast })
  const copied = await copyScripts(tx, viewerOf(by), { ...draft, ...draft.ids, by: by._id })
  const record = copied ? draft.recordOf(copied) : draft.record
  if (!isSubmitted) return withWorkRequestEtag(record)
  return announceSubmission(tx, record, { ...draft.input, moves })
}

/** Whether a statement of this transaction needs the request after it was inserted. */
function isReadAgain({ record, scripts, input }: Draft, moves: readonly Move[]): boolean {
  const { territory, language, project, auto } = record
  const rules = auto ? [] : (input.assignment?.rules ?? [])
  return (
    filledScripts(scripts).length > 0 ||
    !isSimple(moves) ||
    (moves.length > 0 &&
      matchingRules(rules, { territory, language, project: project._id }).length > 0)
  )
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
  ids: NewRequestIds
  parts: Parameters<typeof insertWorkRequest>[1]['parts']
  estimate: Estimate
  record: StoredWorkRequest
  /** The record after lines were copied into its translations. */
  recordOf: (translations: Parameters<typeof newRecord>[0]['translations']) => StoredWorkRequest
  input: { reason: string | undefined; by: Caller; assignment: NewRequestContext['assignment'] }
  scripts: NewRequestContext['scripts']
}

/** Checks the order and computes what is to be inserted. */
async function draftRequest(tx: Tx, { body, by, context }: DraftInput): Promise<Draft> {
  const fields = completeFields(body, context.territory)
  const { record, created, createdAt, assetView, scripts } = context
  const { territory: _checked, ...unchecked } = fields
  const columns = await checkedColumns(tx, unchecked, callerIn(by, record.studio))
  requireOpenPhase({ ...record, dng: fields.dng, uses: fields.uses } as StoredWorkRequest, by)
  const scriptOf = (name: ScriptPart) => scripts.find(({ part }) => part === name)
  const items = scriptOf('graphics')?.lineCount ?? 0
  const measurements = { ...context.measurements, items }
  const estimate = priceOrder(fields as StoredWorkRequest, record.facts, measurements)
  const { base, applied, currency } = estimate
  const ids = newIds(created)
  const known = {
    ids,
    json: inJsonbOrder(pickJson(fields)),
    fields: { ...fields, audioFile: columns.audio_file_id ?? null },
    context: record,
    created,
    estimate: { base, applied, currency },
    assetView,
  }
  const recordOf: Draft['recordOf'] = (translations) => newRecord({ ...known, translations })
  return {
    row: {
      ...(columns as FieldRow),
      id: ids._id,
      created_at: createdAt,
      territory: fields.territory,
      studio_id: record.studio,
      project_id: record.asset.project,
      asset_id: record.asset._id,
      owner_id: by._id,
      estimate_base: base,
      estimate_applied: applied,
      estimate_currency: currency,
    },
    ids,
    parts: PARTS.map((part) => ({
      part,
      ...ids.translations[part],
      revision: scriptOf(part)?.revision ?? 0,
    })),
    estimate,
    record: recordOf(undefined),
    recordOf,
    input: { reason: body.reason, by, assignment: context.assignment },
    scripts,
  }
}

const PARTS = ['dialogue', 'graphics'] as const satisfies ScriptPart[]

function newIds(time: number): NewRequestIds {
  const translation = () => ({ _id: idAt(time), textTrack: idAt(time) })
  return {
    _id: idAt(time),
    translations: { dialogue: translation(), graphics: translation() },
  }
}

const pickJson = ({
  dng,
  uses,
  dcp,
  recipients,
  shippingAddresses,
}: ReturnType<typeof completeFields>) =>
  ({ dng, uses, dcp, recipients, shippingAddresses }) as Parameters<typeof newRecord>[0]['json']

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
