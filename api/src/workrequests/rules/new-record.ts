import type { StoredAssetView } from '../../assets/rules.ts'
import type { ScriptPart } from '../../scripts/contract.ts'
import type { EmbeddedTranslation } from '../../translations/rules/translation.ts'
import type { OrderFields } from './field-table.ts'
import { historyEntry } from './apply-move.ts'
import { storedDate } from './status.ts'
import type { StoredWorkRequest } from './stored.ts'

export type JsonField = 'dng' | 'uses' | 'dcp' | 'recipients' | 'shippingAddresses'
export type TranslationIds = { _id: string; textTrack: string }
export type NewRequestIds = { _id: string; translations: Record<ScriptPart, TranslationIds> }

type NewRecordInput = {
  fields: Required<OrderFields> & { territory: string; audioFile: string | null }
  ids: NewRequestIds
  /** As they are stored. */
  json: Pick<StoredWorkRequest, JsonField>
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
  ids,
  json: { dng, uses, dcp, recipients, shippingAddresses },
  context: { studio, project, asset, assetType, assetCategory, from, facts },
  created,
  estimate,
  translations,
  assetView,
}: NewRecordInput): StoredWorkRequest {
  const translationOf = (part: ScriptPart) =>
    translations?.[part] ?? newTranslation(ids, part, { asset: asset._id, fields, created })
  return {
    _id: ids._id,
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
  { _id, translations }: NewRequestIds,
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
