import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import {
  CommaList,
  Id,
  IdOrSlug,
  Language,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  Text,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { EditResult, Line, textTrackEndpoints } from '../lines/contract.ts'
import { Finding, RULE_IDS } from '../subtitles/contract.ts'
import { DELIVERY_NAMES } from '@reelay/subtitles/delivery'
import type { Profile } from '@reelay/subtitles/profiles'
import { SpellingState } from '../spelling/contract.ts'
import { DeliveryUse } from '../studios/contract.ts'
import { UserSummary } from '../users/contract.ts'

export {
  PRESENCE_INTERVAL_MS,
  PRESENCE_TIMEOUT_MS,
  bePresent,
  leave,
  streamTranslation,
  type Presence,
  type PresentPerson,
  type TextSelection,
  type TranslationUpdate,
} from './contract/live.ts'

export const TRANSLATION_STATUSES = ['incomplete', 'submitted', 'approved', 'rejected'] as const
export const TranslationStatus = Type.Enum([...TRANSLATION_STATUSES])
export type TranslationStatus = Static<typeof TranslationStatus>

export const Translation = StrictObject({
  _id: Id,
  asset: Id,
  workRequest: Id,
  language: Type.String(),
  status: TranslationStatus,
  reason: Type.String(),
  translator: Nullable(UserSummary),
  approval: Type.Boolean(),
  created: Seconds,
  $links: Links('asset', 'workRequest'),
})
export type Translation = Static<typeof Translation>

/** As embedded in a work request. */
export const TranslationEmbedded = StrictObject({
  _id: Id,
  asset: Id,
  workRequest: Id,
  language: Type.String(),
  status: TranslationStatus,
  translator: Nullable(UserSummary),
  approval: Type.Boolean(),
  lines: Type.Array(Line),
  printLines: Type.Array(Line),
  created: Seconds,
  $links: Links(),
})
export type TranslationEmbedded = Static<typeof TranslationEmbedded>

const New = StrictObject({
  asset: SlugRef,
  workRequest: Ref,
  language: Language,
  translator: Type.Optional(Nullable(Ref)),
  status: Type.Optional(TranslationStatus),
})
export type NewTranslation = Static<typeof New>
const Change = StrictPartial(
  StrictObject({ status: TranslationStatus, translator: Nullable(Ref), reason: Text }),
)
export type TranslationChange = Static<typeof Change>

export const listTranslations = endpoint({
  method: 'GET',
  path: '/translations',
  access: 'signed-in',
  summary: 'List translations, newest first',
  list: true,
  countsTo: MAX_CHECKED,
  query: StrictPartial(
    StrictObject({
      asset: IdOrSlug,
      workRequest: IdOrSlug,
      language: ShortText,
      status: CommaList(TRANSLATION_STATUSES),
      translator: ShortText,
    }),
  ),
  reply: Translation,
})
export const getTranslation = endpoint({
  method: 'GET',
  path: '/translations/:id',
  access: 'signed-in',
  summary: 'Read a translation',
  params: IdParams,
  reply: Translation,
})
/**
 * The delivery profile of an ordered use. `isOwn`: by a rule of the studio, not only what is usual.
 */
export const TranslationDelivery = StrictObject({
  use: DeliveryUse,
  profile: Type.Enum([...DELIVERY_NAMES]),
  isOwn: Type.Boolean(),
})
export type TranslationDelivery = Static<typeof TranslationDelivery>
export const listTranslationDeliveries = endpoint({
  method: 'GET',
  path: '/translations/:id/deliveries',
  access: 'signed-in',
  summary: 'List the delivery profiles for the uses that were ordered',
  params: IdParams,
  reply: Type.Array(TranslationDelivery),
})
export const createTranslation = endpoint({
  method: 'POST',
  path: '/translations',
  access: 'translation.write',
  summary: 'Add a translation to a work request',
  body: New,
  record: Translation,
  reply: Translation,
})
export const changeTranslation = endpoint({
  method: 'PUT',
  path: '/translations/:id',
  access: 'signed-in',
  auditsRefusals: true,
  summary: 'Assign, submit, approve or reject a translation',
  params: IdParams,
  body: Change,
  record: Translation,
  reply: Translation,
})
export const removeTranslation = endpoint({
  method: 'DELETE',
  path: '/translations/:id',
  access: 'translation.approve',
  summary: 'Remove an additional translation of a work request',
  params: IdParams,
  reply: Removed,
})
/** The current findings; `_id` is the line. `remarks` are the warnings at the last submission. */
export const CheckResult = StrictObject({
  profile: Type.String(),
  revision: Type.Integer(),
  spelling: SpellingState,
  errors: Type.Integer(),
  warnings: Type.Integer(),
  findings: Type.Array(StrictObject({ _id: Id, ...Finding.properties })),
  remarks: Type.Array(Finding),
})
export type CheckResult = Static<typeof CheckResult>
const FixRequest = StrictPartial(
  StrictObject({
    rules: Type.Array(Type.Enum([...RULE_IDS]), { maxItems: RULE_IDS.length }),
    lines: Type.Array(Id, { maxItems: 20_000 }),
    profile: ShortText,
  }),
)
export const getChecks = endpoint({
  method: 'GET',
  path: '/translations/:id/qc',
  access: 'signed-in',
  summary: 'Check a translation against the profile of the studio, or another profile',
  params: IdParams,
  query: StrictPartial(StrictObject({ profile: ShortText })),
  reply: CheckResult,
})
/**
 * Everything the checks need, so that editors can run them locally. Times are in milliseconds.
 * `filmDuration` is null if the asset has no film, and `script` if it has none.
 */
export const CheckRules = StrictObject({
  profile: Type.Unsafe<Profile>(Type.Object({}, { additionalProperties: true, title: 'Profile' })),
  language: Type.String(),
  kind: Type.Enum(['subtitles', 'graphics']),
  rate: StrictObject({ num: Type.Integer(), den: Type.Integer() }),
  cuts: Type.Array(Type.Integer()),
  filmDuration: Nullable(Type.Integer()),
  names: Type.Array(StrictObject({ source: Type.String(), target: Type.Optional(Type.String()) })),
  glossary: Type.Array(
    StrictObject({
      source: Type.String(),
      target: Type.String(),
      forbidden: Type.Array(Type.String()),
    }),
  ),
  project: Id,
  studio: Id,
  revision: Type.Integer(),
  script: Nullable(
    StrictObject({ language: Type.String(), from: Type.Integer(), to: Type.Integer() }),
  ),
})
export type CheckRules = Static<typeof CheckRules>
export const getRules = endpoint({
  method: 'GET',
  path: '/translations/:id/rules',
  access: 'signed-in',
  summary: 'Read the check rules of a translation, and the script it follows',
  params: IdParams,
  reply: CheckRules,
})

export const fixTranslation = endpoint({
  method: 'POST',
  path: '/translations/:id/fix',
  access: 'translation.write',
  summary: 'Apply all safe fixes, or those of some rules and lines',
  params: IdParams,
  body: FixRequest,
  reply: EditResult,
})

const ScriptMergeConflict = StrictObject({
  line: Id,
  kind: Type.Enum(['time', 'removed', 'dropped']),
  script: Nullable(Line),
  translation: Nullable(Line),
})
const ScriptMergeChange = StrictObject({
  kind: Type.Enum(['added', 'changed', 'removed']),
  startTime: Type.String(),
  stopTime: Type.String(),
  source: Type.String(),
})
/** More changes are only counted. */
export const MAX_MERGE_CHANGES = 200
/**
 * What changed in the script since the last merge. `changes` are the first ones, in order of time. A
 * person resolves the `conflicts`.
 */
export const ScriptMergePreview = StrictObject({
  from: Type.Integer(),
  to: Type.Integer(),
  lines: Type.Integer(),
  removed: Type.Integer(),
  changes: Type.Array(ScriptMergeChange),
  conflicts: Type.Array(ScriptMergeConflict),
})
export type ScriptMergePreview = Static<typeof ScriptMergePreview>
const ScriptMergeRequest = StrictObject({
  settle: Type.Optional(Type.Record(Id, Type.Enum(['ours', 'theirs']), { maxProperties: 20_000 })),
})
export const getMerge = endpoint({
  method: 'GET',
  path: '/translations/:id/merge',
  access: 'signed-in',
  summary: 'Preview the merge of script changes into a translation',
  params: IdParams,
  reply: ScriptMergePreview,
})
export const mergeScript = endpoint({
  method: 'POST',
  path: '/translations/:id/merge',
  access: 'translation.write',
  summary: 'Merge script changes into a translation; resolve each conflict as ours or theirs',
  params: IdParams,
  body: ScriptMergeRequest,
  reply: EditResult,
})

export const translationLines = textTrackEndpoints(
  '/translations',
  'a translation',
  'translation.write',
)

export {
  CONFORM_RATES,
  CONFORM_REASONS,
  ConformedLine,
  ConformResult,
  ConformSource,
  VersionConformSource,
  conformTranslation,
  type ConformDecision,
  type ConformPoint,
  type ConformRate,
  type ConformRequest,
} from './contract/conform.ts'
export { checkSpelling } from './contract/spelling.ts'
export { exportCheckReport, REPORT_FORMATS, type ReportFormat } from './contract/check-report.ts'
