import type { StoredAssetView } from '../../assets/rules.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { OrderFields } from './field-table.ts'
import { historyEntry } from './apply-move.ts'
import { storedDate } from './status.ts'
import type { StoredWorkRequest } from './stored.ts'

export type JsonField = 'dng' | 'uses' | 'dcp' | 'recipients' | 'shippingAddresses'
export type InsertedRequest = {
  _id: string
  stored: Pick<StoredWorkRequest, JsonField>
  translations: Record<ScriptPart, { _id: string; textTrack: string }>
  /** Of the entries of the history. */
  dates?: number[]
}

/** Not inserted yet. Rules do not read these values. */
export const plannedRequest = (stored: InsertedRequest['stored']): InsertedRequest => ({
  _id: '',
  stored,
  translations: { dialogue: PLANNED_TRANSLATION, graphics: PLANNED_TRANSLATION },
})
const PLANNED_TRANSLATION = { _id: '', textTrack: '' }

type NewRecordInput = {
  fields: Required<OrderFields> & { territory: string; audioFile: string | null }
  inserted: InsertedRequest
  /** Only if they have lines. */
  translations: Record<ScriptPart, EmbeddedTranslation> | undefined
  context: Pick<
    StoredWorkRequest,
    'studio' | 'project' | 'asset' | 'assetType' | 'assetCategory' | 'from' | 'facts'
  >
  created: number
  estimate: StoredWorkRequest['estimate']
  assetView: StoredAssetView
}

/** The record of a new work request. Its keys have the order of `workRequestColumns`. */
export function newRecord({
  fields,
  inserted,
  context: { studio, project, asset, assetType, assetCategory, from, facts },
  created,
  estimate,
  translations,
  assetView,
}: NewRecordInput): StoredWorkRequest {
  const { dng, uses, dcp, recipients, shippingAddresses } = inserted.stored
  const translationOf = (part: ScriptPart) =>
    translations?.[part] ?? newTranslation(inserted, part, { asset: asset._id, fields, created })
  return {
    _id: inserted._id,
    studio,
    vendor: null,
    language: fields.language,
    territory: fields.territory,
    dng,
    uses,
    dcp,
    instructions: fields.instructions,
    status: 'incomplete',
    recipients,
    shippingAddresses,
    tags: fields.tags,
    reason: '',
    auto: fields.auto,
    autosubs: fields.autosubs,
    dualLanguages: fields.dualLanguages,
    autoMode: fields.autoMode,
    aspectRatio: fields.aspectRatio,
    created,
    due: storedDate(fields.due),
    deliveryDeadline: storedDate(fields.deliveryDeadline),
    estimate,
    audioFile: fields.audioFile,
    project,
    asset,
    assetType,
    assetCategory,
    from,
    reviewer: null,
    approver: null,
    assignment: null,
    history: [historyEntry({ to: 'incomplete', reason: '' }, { date: created, user: from })],
    materials: [],
    files: [],
    offlines: [],
    encodes: [],
    translation: translationOf('dialogue'),
    graphicsTranslation: translationOf('graphics'),
    facts,
    assetView,
  }
}

const newTranslation = (
  { _id, translations }: InsertedRequest,
  part: ScriptPart,
  {
    asset,
    fields,
    created,
  }: { asset: string; fields: Pick<OrderFields, 'language'>; created: number },
): EmbeddedTranslation => ({
  _id: translations[part]._id,
  asset,
  workRequest: _id,
  language: fields.language ?? '',
  status: 'incomplete',
  translator: null,
  created,
  lines: [],
  manyLines: null,
})
