import { Type, type Static } from 'typebox'
import { Asset, AspectRatio, AssetWorkflow } from '../assets/contract.ts'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  OpaqueArray,
  Country,
  BoundedArray,
  Id,
  IdOrSlug,
  Language,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  Seconds,
  StrictObject,
  Text,
  ShortText,
  ShortTextList,
  TimeZoneName,
} from '../kernel/http/contract/schema.ts'
import { ProjectSummary } from '../projects/contract.ts'
import { TranslationEmbedded } from '../translations/contract.ts'
import { UserSummary } from '../users/contract.ts'

export const STATUSES = [
  'incomplete',
  'submitted',
  'awaiting-materials',
  'in-progress',
  'for-review',
  'rejected',
  'approved',
  'complete',
  'cancelled',
] as const
export const Status = Type.Enum([...STATUSES])
export type Status = Static<typeof Status>
/** Input also takes underscores; output never has them. */
const StatusInput = Type.Enum([...STATUSES, 'awaiting_materials', 'in_progress', 'for_review'])
export const REJECTION_CODES = [
  'picture',
  'sound',
  'subtitles',
  'graphics',
  'timing',
  'wording',
  'format',
  'other',
] as const
export const RejectionCode = Type.Enum([...REJECTION_CODES])

export const USES = ['Broadcast', 'Online', 'Theatrical', 'Dcp', 'Streamingfile', 'Print'] as const
export const RECIPIENT_USES = [
  'Broadcast',
  'Dcp',
  'Streamingfile',
  'Online',
  'Theatrical',
  'Cmyk',
  'Rgb',
  '2D Scope',
  '2D Flat',
  '2D Combo',
  '3D Flat',
  '3D Scope',
  '3D Combo',
] as const
export const WORK_USAGES = [
  'broadcast',
  'online',
  'dcp',
  'dcp3d',
  'film35',
  'film70',
  'imax',
  'imax3d',
  'atmos2d',
  'atmos3d',
  'dolbyVision2d',
  'dolbyVision3d',
] as const

const fields = <K extends string, S>(names: readonly K[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>

/** A moment, and the zone whose calendar it was chosen in. */
const Due = StrictObject({ date: Seconds, tz: TimeZoneName })
export const Dng = StrictObject({
  dialogue: ShortTextList,
  graphics: ShortTextList,
  narration: ShortTextList,
})
export const Uses = StrictObject({
  items: BoundedArray(Type.Enum([...USES]), USES.length),
  details: StrictPartial(
    StrictObject(
      fields(USES, BoundedArray(StrictObject({ value: ShortText, ship: Type.Boolean() }))),
    ),
  ),
})
const Dcp = StrictObject({ items: OpaqueArray, details: OpaqueArray })
export const Recipients = StrictObject(fields(RECIPIENT_USES, OpaqueArray))
const Bundle = StrictObject({ name: ShortText, files: BoundedArray(Id) })
const Material = StrictObject({
  name: ShortText,
  complete: Type.Boolean(),
  approved: Type.Boolean(),
  files: BoundedArray(Id),
})
/** `automatic`: the service moved it on by itself, after what the user did. */
const HistoryEntry = StrictObject({
  date: Seconds,
  user: UserSummary,
  status: Status,
  reason: Type.String(),
  automatic: Type.Boolean(),
})
const Rejection = StrictObject({
  date: Seconds,
  user: UserSummary,
  reason: Type.String(),
  code: Nullable(Type.String()),
})
const OfflineSummary = StrictObject({
  _id: Id,
  file: Nullable(Id),
  from: Id,
  decision: Nullable(Type.String()),
  reason: Type.String(),
  code: Nullable(Type.String()),
  created: Seconds,
})
/**
 * What the service makes by itself. `use` and `value` are those of the order; of a subtitle file,
 * `value` is its format.
 */
export const Encode = StrictObject({
  _id: Id,
  kind: Type.Enum(['offline', 'deliverable', 'sidecar']),
  use: Type.String(),
  value: Type.String(),
  status: Type.Enum(['waiting', 'making', 'ready', 'failed']),
  progress: Type.Number(),
  file: Nullable(Id),
  error: Nullable(StrictObject({ code: Type.String(), message: Type.String() })),
  created: Seconds,
})
export type Encode = Static<typeof Encode>
export const Urls = StrictObject(
  fields(['view', 'manage', 'invite', 'translate'] as const, Type.String()),
)
/** The shape files had in the store the contract comes from. */
const Thumbnail = StrictObject({
  _id: Id,
  verified: Type.Boolean(),
  embargo: StrictObject({ event: Type.Boolean() }),
  warnings: OpaqueArray,
  mime: Nullable(Type.String()),
  bucket: Type.String(),
  tags: ShortTextList,
  chunkSize: Type.Integer(),
  length: Type.Integer(),
  md5: Type.String(),
  uploadDate: Seconds,
  $links: Links(),
})

const WorkAsset = StrictObject({
  _id: Id,
  studio: Id,
  project: Id,
  name: Type.String(),
  importName: Asset.properties.importName,
  slug: Type.String(),
  type: Type.String(),
  mediaType: Type.String(),
  usage: StrictObject(fields(WORK_USAGES, Type.Boolean())),
  thumbnail: Nullable(Thumbnail),
  verified: Type.Boolean(),
  creative: Type.Boolean(),
  previews: Asset.properties.previews,
  created: Seconds,
  transcription: StrictObject({ graphics: Id }),
  aspectRatio: Nullable(Type.String()),
  workflow: AssetWorkflow,
  $links: Asset.properties.$links,
})

export const WorkRequest = StrictObject({
  _id: Id,
  studio: Id,
  project: ProjectSummary,
  asset: WorkAsset,
  assetType: Type.String(),
  assetCategory: Type.String(),
  auto: Type.Boolean(),
  autosubs: Type.Boolean(),
  dualLanguages: Type.Boolean(),
  autoMode: Type.Boolean(),
  aspectRatio: Nullable(Type.String()),
  from: UserSummary,
  due: Nullable(Due),
  deliveryDeadline: Nullable(Due),
  language: Type.String(),
  territory: Type.String(),
  dng: Dng,
  uses: Uses,
  dcp: Dcp,
  instructions: Type.String(),
  status: Status,
  history: Type.Array(HistoryEntry),
  recipients: Recipients,
  shippingAddresses: OpaqueArray,
  estimate: StrictObject({ base: Type.String(), applied: Type.String() }),
  translation: TranslationEmbedded,
  graphicsTranslation: TranslationEmbedded,
  urls: Urls,
  tags: ShortTextList,
  rejections: Type.Array(Rejection),
  encodes: Type.Array(Encode),
  offlines: Type.Array(OfflineSummary),
  graphicsAutomationJobs: OpaqueArray,
  files: Type.Array(Bundle),
  materials: Type.Array(Material),
  reason: Type.String(),
  created: Seconds,
  $links: Links('project', 'asset', 'from', 'graphicsTranslation', 'translation'),
  $statuses: Type.Array(Status),
  audioFile: Nullable(Id),
})
export type WorkRequest = Static<typeof WorkRequest>

const OrderFields = StrictObject({
  language: Language,
  territory: Country,
  due: Nullable(Due),
  deliveryDeadline: Nullable(Due),
  dng: StrictPartial(Dng),
  uses: StrictPartial(Uses),
  dcp: StrictPartial(Dcp),
  instructions: Text,
  recipients: StrictPartial(Recipients),
  shippingAddresses: OpaqueArray,
  tags: ShortTextList,
  aspectRatio: Nullable(AspectRatio),
  audioFile: Nullable(Ref),
  auto: Type.Boolean(),
  autosubs: Type.Boolean(),
  dualLanguages: Type.Boolean(),
  autoMode: Type.Boolean(),
})
const NewWorkRequestBody = StrictObject({
  ...StrictPartial(OrderFields).properties,
  asset: Ref,
  project: Type.Optional(Ref),
  from: Type.Optional(Ref),
  status: Type.Optional(StatusInput),
  reason: Type.Optional(Text),
})
export type NewWorkRequest = Static<typeof NewWorkRequestBody>
/** The sum line by line. `base` before, `applied` after what is already translated. */
export const Estimate = StrictObject({
  base: Type.String(),
  applied: Type.String(),
  minutes: Type.Number(),
  lines: Type.Array(
    StrictObject({
      what: Type.Enum(['translation', 'graphics', 'use', 'detail', 'rush']),
      of: Type.String(),
      base: Type.String(),
      applied: Type.String(),
    }),
  ),
})
export type Estimate = Static<typeof Estimate>
/**
 * What stands in the way, for people and (`step`, and what it is a step `of`) for programs that say
 * it in their own words.
 */
export const MissingItem = StrictObject({
  code: Type.String(),
  step: Type.String(),
  of: Type.String(),
  message: Type.String(),
  who: Type.String(),
})
export type MissingItem = Static<typeof MissingItem>
/**
 * Where a request could go from here. `may`: you can take it there now, with a reason or a code
 * where they are needed. `missing` is told to everybody; a reason may make up for it.
 */
export const PossibleMove = StrictObject({
  to: Status,
  may: Type.Boolean(),
  why: Type.String(),
  missing: Type.Array(MissingItem),
  needsReason: Type.Boolean(),
  needsCode: Type.Boolean(),
})
export type PossibleMove = Static<typeof PossibleMove>
const WorkRequestChangeBody = StrictPartial(
  StrictObject({
    ...OrderFields.properties,
    status: StatusInput,
    reason: Text,
    code: RejectionCode,
    /** They move while somebody reads them, so what is sent back of them says nothing. */
    encodes: Type.Unknown(),
    materials: BoundedArray(StrictObject({ ...Material.properties, files: BoundedArray(Ref) })),
    files: BoundedArray(StrictObject({ name: ShortText, files: BoundedArray(Ref) })),
  }),
)
export type WorkRequestChange = Static<typeof WorkRequestChangeBody>

export const listWorkRequests = endpoint({
  method: 'GET',
  path: '/workrequests',
  access: 'signed-in',
  summary: 'List work requests; the lines of their translations are left out',
  list: true,
  query: StrictPartial(
    StrictObject({
      q: ShortText,
      status: ShortText,
      project: IdOrSlug,
      asset: IdOrSlug,
      territory: ShortText,
      language: ShortText,
      from: ShortText,
      due: ShortText,
      created: ShortText,
      order: ShortText,
    }),
  ),
  reply: WorkRequest,
})
export const getWorkRequest = endpoint({
  method: 'GET',
  path: '/workrequests/:id',
  access: 'signed-in',
  summary: 'Read a work request with all that belongs to it',
  params: IdParams,
  reply: WorkRequest,
})
export const createWorkRequest = endpoint({
  method: 'POST',
  path: '/workrequests',
  access: 'workrequest.create',
  summary: 'Order a version of an asset; with status submitted it is handed in at once',
  body: NewWorkRequestBody,
  of: WorkRequest,
  reply: WorkRequest,
})
export const estimateWorkRequest = endpoint({
  unaudited: 'nothing is changed',
  method: 'POST',
  path: '/workrequests/estimate',
  access: 'workrequest.create',
  summary: 'What an order would cost; nothing is ordered',
  body: NewWorkRequestBody,
  of: WorkRequest,
  reply: Estimate,
})
export const changeWorkRequest = endpoint({
  method: 'PUT',
  path: '/workrequests/:id',
  access: 'signed-in',
  summary: 'Change an order, and with status move it on',
  params: IdParams,
  body: WorkRequestChangeBody,
  of: WorkRequest,
  reply: WorkRequest,
})
export const listMoves = endpoint({
  method: 'GET',
  path: '/workrequests/:id/moves',
  access: 'signed-in',
  summary:
    'Where a work request could go from here, whether you can take it there, and what stands in the way',
  params: IdParams,
  reply: Type.Array(PossibleMove),
})
