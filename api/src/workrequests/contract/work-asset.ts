// The asset as it is embedded in a work request.
import { Type } from 'typebox'
import { Asset, AssetWorkflow } from '../../assets/contract.ts'
import {
  Id,
  Links,
  Nullable,
  OpaqueArray,
  Seconds,
  ShortTextList,
  StrictObject,
} from '../../kernel/http/contract/schema.ts'

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

/** Gives every name the same schema. */
export const sameFields = <K extends string, S>(names: readonly K[], schema: S) =>
  Object.fromEntries(names.map((name) => [name, schema])) as Record<K, S>

/** `bucket` and `chunkSize` are part of the contract but carry no information. */
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

export const WorkAsset = StrictObject({
  _id: Id,
  studio: Id,
  project: Id,
  name: Type.String(),
  importName: Asset.properties.importName,
  slug: Type.String(),
  type: Type.String(),
  mediaType: Type.String(),
  usage: StrictObject(sameFields(WORK_USAGES, Type.Boolean())),
  thumbnail: Nullable(Thumbnail),
  verified: Type.Boolean(),
  creative: Type.Boolean(),
  previews: Asset.properties.previews,
  created: Seconds,
  transcription: StrictObject({ graphics: Id }),
  aspectRatio: Nullable(Type.String()),
  workflow: AssetWorkflow,
  $links: Asset.properties.$links,
  $flags: Asset.properties.$flags,
  $permissions: Asset.properties.$permissions,
  $embargo: Asset.properties.$embargo,
  $feedback: Asset.properties.$feedback,
  $poster: Asset.properties.$poster,
})
