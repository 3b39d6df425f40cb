import { Type, type Static } from 'typebox'
import { Asset, AspectRatio, AssetWorkflow } from '../assets/contract.ts'
import { endpoint } from '../kernel/endpoint.ts'
import {
  Carried,
  Country,
  Few,
  Id,
  IdOrSlug,
  Language,
  Links,
  Nullable,
  Params,
  Partly,
  Ref,
  Seconds,
  Strict,
  Text,
  Word,
  Words,
  Zone,
} from '../kernel/schema.ts'
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
const Due = Strict({ date: Seconds, tz: Zone })
export const Dng = Strict({ dialogue: Words, graphics: Words, narration: Words })
export const Uses = Strict({
  items: Few(Type.Enum([...USES]), USES.length),
  details: Partly(Strict(fields(USES, Few(Strict({ value: Word, ship: Type.Boolean() }))))),
})
const Dcp = Strict({ items: Carried, details: Carried })
export const Recipients = Strict(fields(RECIPIENT_USES, Carried))
const Bundle = Strict({ name: Word, files: Few(Id) })
const Material = Strict({
  name: Word,
  complete: Type.Boolean(),
  approved: Type.Boolean(),
  files: Few(Id),
})
/** `automatic`: the service moved it on by itself, after what the user did. */
const HistoryEntry = Strict({
  date: Seconds,
  user: UserSummary,
  status: Status,
  reason: Type.String(),
  automatic: Type.Boolean(),
})
const Rejection = Strict({
  date: Seconds,
  user: UserSummary,
  reason: Type.String(),
  code: Nullable(Type.String()),
})
const OfflineSummary = Strict({
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
export const Encode = Strict({
  _id: Id,
  kind: Type.Enum(['offline', 'deliverable', 'sidecar']),
  use: Type.String(),
  value: Type.String(),
  status: Type.Enum(['waiting', 'making', 'ready', 'failed']),
  progress: Type.Number(),
  file: Nullable(Id),
  error: Nullable(Strict({ code: Type.String(), message: Type.String() })),
  created: Seconds,
})
export type Encode = Static<typeof Encode>
export const Urls = Strict(
  fields(['view', 'manage', 'invite', 'translate'] as const, Type.String()),
)
/** The shape files had in the store the contract comes from. */
const Thumbnail = Strict({
  _id: Id,
  verified: Type.Boolean(),
  embargo: Strict({ event: Type.Boolean() }),
  warnings: Carried,
  mime: Nullable(Type.String()),
  bucket: Type.String(),
  tags: Words,
  chunkSize: Type.Integer(),
  length: Type.Integer(),
  md5: Type.String(),
  uploadDate: Seconds,
  $links: Links(),
})

const WorkAsset = Strict({
  _id: Id,
  studio: Id,
  project: Id,
  name: Type.String(),
  importName: Asset.properties.importName,
  slug: Type.String(),
  type: Type.String(),
  mediaType: Type.String(),
  usage: Strict(fields(WORK_USAGES, Type.Boolean())),
  thumbnail: Nullable(Thumbnail),
  verified: Type.Boolean(),
  creative: Type.Boolean(),
  previews: Asset.properties.previews,
  created: Seconds,
  transcription: Strict({ graphics: Id }),
  aspectRatio: Nullable(Type.String()),
  workflow: AssetWorkflow,
  $links: Asset.properties.$links,
})

export const WorkRequest = Strict({
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
  shippingAddresses: Carried,
  estimate: Strict({ base: Type.String(), applied: Type.String() }),
  translation: TranslationEmbedded,
  graphicsTranslation: TranslationEmbedded,
  urls: Urls,
  tags: Words,
  rejections: Type.Array(Rejection),
  encodes: Type.Array(Encode),
  offlines: Type.Array(OfflineSummary),
  graphicsAutomationJobs: Carried,
  files: Type.Array(Bundle),
  materials: Type.Array(Material),
  reason: Type.String(),
  created: Seconds,
  $links: Links('project', 'asset', 'from', 'graphicsTranslation', 'translation'),
  $statuses: Type.Array(Status),
  audioFile: Nullable(Id),
})
export type WorkRequest = Static<typeof WorkRequest>

const Written = Strict({
  language: Language,
  territory: Country,
  due: Nullable(Due),
  deliveryDeadline: Nullable(Due),
  dng: Partly(Dng),
  uses: Partly(Uses),
  dcp: Partly(Dcp),
  instructions: Text,
  recipients: Partly(Recipients),
  shippingAddresses: Carried,
  tags: Words,
  aspectRatio: Nullable(AspectRatio),
  audioFile: Nullable(Ref),
  auto: Type.Boolean(),
  autosubs: Type.Boolean(),
  dualLanguages: Type.Boolean(),
  autoMode: Type.Boolean(),
})
const New = Strict({
  ...Partly(Written).properties,
  asset: Ref,
  project: Type.Optional(Ref),
  from: Type.Optional(Ref),
  status: Type.Optional(StatusInput),
  reason: Type.Optional(Text),
})
export type NewWorkRequest = Static<typeof New>
/** The sum line by line. `base` before, `applied` after what is already translated. */
export const Estimate = Strict({
  base: Type.String(),
  applied: Type.String(),
  minutes: Type.Number(),
  lines: Type.Array(
    Strict({
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
export const Missing = Strict({
  code: Type.String(),
  step: Type.String(),
  of: Type.String(),
  message: Type.String(),
  who: Type.String(),
})
export type Missing = Static<typeof Missing>
/**
 * Where a request could go from here. `may`: you can take it there now, with a reason or a code
 * where they are needed. `missing` is told to everybody; a reason may make up for it.
 */
export const PossibleMove = Strict({
  to: Status,
  may: Type.Boolean(),
  why: Type.String(),
  missing: Type.Array(Missing),
  needsReason: Type.Boolean(),
  needsCode: Type.Boolean(),
})
export type PossibleMove = Static<typeof PossibleMove>
const Change = Partly(
  Strict({
    ...Written.properties,
    status: StatusInput,
    reason: Text,
    code: RejectionCode,
    /** They move while somebody reads them, so what is sent back of them says nothing. */
    encodes: Type.Unknown(),
    materials: Few(Strict({ ...Material.properties, files: Few(Ref) })),
    files: Few(Strict({ name: Word, files: Few(Ref) })),
  }),
)
export type WorkRequestChange = Static<typeof Change>

export const listWorkRequests = endpoint({
  method: 'GET',
  path: '/workrequests',
  access: 'signed-in',
  summary: 'List work requests; the lines of their translations are left out',
  list: true,
  query: Partly(
    Strict({
      q: Word,
      status: Word,
      project: IdOrSlug,
      asset: IdOrSlug,
      territory: Word,
      language: Word,
      from: Word,
      due: Word,
      created: Word,
      order: Word,
    }),
  ),
  reply: WorkRequest,
})
export const getWorkRequest = endpoint({
  method: 'GET',
  path: '/workrequests/:id',
  access: 'signed-in',
  summary: 'Read a work request with all that belongs to it',
  params: Params,
  reply: WorkRequest,
})
export const createWorkRequest = endpoint({
  method: 'POST',
  path: '/workrequests',
  access: 'workrequest.create',
  summary: 'Order a version of an asset; with status submitted it is handed in at once',
  body: New,
  of: WorkRequest,
  reply: WorkRequest,
})
export const estimateWorkRequest = endpoint({
  unaudited: 'nothing is changed',
  method: 'POST',
  path: '/workrequests/estimate',
  access: 'workrequest.create',
  summary: 'What an order would cost; nothing is ordered',
  body: New,
  of: WorkRequest,
  reply: Estimate,
})
export const changeWorkRequest = endpoint({
  method: 'PUT',
  path: '/workrequests/:id',
  access: 'signed-in',
  summary: 'Change an order, and with status move it on',
  params: Params,
  body: Change,
  of: WorkRequest,
  reply: WorkRequest,
})
export const listMoves = endpoint({
  method: 'GET',
  path: '/workrequests/:id/moves',
  access: 'signed-in',
  summary:
    'Where a work request could go from here, whether you can take it there, and what stands in the way',
  params: Params,
  reply: Type.Array(PossibleMove),
})
