import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdOrSlug,
  Ids,
  Link,
  Name,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Removed,
  Seconds,
  Slug,
  StrictObject,
  Text,
  ShortText,
  ShortTextList,
} from '../kernel/http/contract/schema.ts'
import { PreviewEmbedded } from '../previews/contract.ts'
import { Definition, PhaseName } from '../workflows/contract.ts'

/** Those that every asset states. An asset names the others only if they are set. */
export const MAIN_USAGES = [
  'broadcast',
  'online',
  'dcp',
  'film35',
  'film70',
  'dcp4k',
  'imax',
  'atmos',
] as const
const FURTHER_USAGES = [
  'dcp3d',
  'imax3d',
  'atmos2d',
  'atmos3d',
  'dolbyVision2d',
  'dolbyVision3d',
] as const
export const USAGES = [...MAIN_USAGES, ...FURTHER_USAGES] as const
export type UsageName = (typeof USAGES)[number]
type Flag = ReturnType<typeof Type.Boolean>
const flags = <N extends string>(names: readonly N[]) =>
  Object.fromEntries(names.map((name) => [name, Type.Boolean()])) as Record<N, Flag>
export const Usage = StrictObject({
  ...flags(MAIN_USAGES),
  ...StrictPartial(StrictObject(flags(FURTHER_USAGES))).properties,
})

export const AspectRatio = Type.String({
  pattern: '^\\d{1,5}(\\.\\d{1,3})?:\\d{1,5}(\\.\\d{1,3})?$',
  expects: 'an aspect ratio such as 16:9 or 2.39:1',
})
const Vote = Type.Enum(['up', 'down', ''])
const Source = StrictObject({ languages: ShortTextList, countries: ShortTextList })

export const AssetWorkflow = StrictObject({ id: Id, phase: PhaseName, definition: Definition })

export const Asset = StrictObject({
  _id: Id,
  studio: Id,
  project: Id,
  name: Type.String(),
  importName: Nullable(Type.String()),
  slug: Type.String(),
  type: Type.String(),
  mediaType: Type.String(),
  usage: Usage,
  aspectRatio: Nullable(Type.String()),
  thumbnail: Nullable(Id),
  verified: Type.Boolean(),
  creative: Type.Boolean(),
  previews: Type.Array(PreviewEmbedded),
  workflow: AssetWorkflow,
  created: Seconds,
  $links: StrictObject({
    self: Link,
    /** Absent without a thumbnail. */
    thumbnail: Type.Optional(Link),
    project: Link,
    studio: Link,
    type: Link,
  }),
  $flags: ShortTextList,
  $permissions: StrictObject({
    canAutosub: Type.Boolean(),
    sources: StrictObject({ requests: Source, autosubs: Source }),
    access: BoundedArray(ShortText, 1000),
    tags: StrictObject({
      online: Type.Boolean(),
      broadcast: Type.Boolean(),
      dcp: Type.Boolean(),
      cmyk: Type.Boolean(),
      rgb: Type.Boolean(),
    }),
    ingest: ShortTextList,
  }),
  $embargo: Type.Boolean(),
  /** The signed URL of a still image, if there is one. */
  $poster: Nullable(Type.String()),
  $feedback: StrictObject({
    share: Type.String(),
    vote: Vote,
    summary: BoundedArray(StrictObject({ vote: Vote, count: Type.Integer() })),
  }),
})
export type Asset = Static<typeof Asset>

const Written = StrictObject({
  name: Name,
  importName: Nullable(Name),
  slug: Slug,
  type: IdOrSlug,
  mediaType: ShortText,
  usage: StrictPartial(Usage),
  aspectRatio: Nullable(AspectRatio),
  thumbnail: Nullable(Ref),
  creative: Type.Boolean(),
  workflow: StrictPartial(AssetWorkflow),
  reason: Text,
})
const New = StrictObject({
  ...StrictPartial(Written).properties,
  name: Name,
  project: SlugRef,
  type: IdOrSlug,
})
export type NewAsset = Static<typeof New>
const Change = StrictPartial(Written)
export type AssetChange = Static<typeof Change>

export const listAssets = endpoint({
  method: 'GET',
  path: '/assets',
  access: 'signed-in',
  summary: 'List assets',
  list: true,
  query: StrictPartial(
    StrictObject({
      q: ShortText,
      ids: Ids,
      studio: IdOrSlug,
      project: IdOrSlug,
      type: ShortText,
      mediaType: ShortText,
      phase: ShortText,
      created: ShortText,
      order: ShortText,
    }),
  ),
  reply: Asset,
})
export const listWorkflowNotify = endpoint({
  method: 'GET',
  path: '/assets/workflowNotify',
  access: 'signed-in',
  summary:
    'List assets whose phase waits for you or changed since you viewed them, latest change first',
  list: true,
  reply: Asset,
})
export const getAsset = endpoint({
  method: 'GET',
  path: '/assets/:id',
  access: 'signed-in',
  summary: 'Get an asset by id or slug',
  params: IdParams,
  reply: Asset,
})
export const createAsset = endpoint({
  method: 'POST',
  path: '/assets',
  access: 'asset.write',
  summary: 'Add an asset to a project',
  body: New,
  record: Asset,
  reply: Asset,
})
export const changeAssetNamed = endpoint({
  method: 'PUT',
  path: '/assets',
  access: 'asset.write',
  summary: 'Update the asset named by _id',
  body: StrictObject({ ...Change.properties, _id: Id }),
  record: Asset,
  reply: Asset,
})
export const changeAsset = endpoint({
  method: 'PUT',
  path: '/assets/:id',
  access: 'asset.write',
  auditsRefusals: true,
  summary: 'Update an asset or move it to another phase',
  params: IdParams,
  body: Change,
  record: Asset,
  reply: Asset,
})
export const archiveAsset = endpoint({
  method: 'DELETE',
  path: '/assets/:id',
  access: 'asset.write',
  summary: 'Archive an asset. It disappears from lists and stays in history',
  params: IdParams,
  reply: Removed,
})
export const giveFeedback = endpoint({
  method: 'PUT',
  path: '/assets/:id/feedback',
  access: 'signed-in',
  summary: 'Vote on an asset or set its sharing feedback',
  params: IdParams,
  body: StrictPartial(StrictObject({ vote: Vote, share: Text })),
  reply: Asset,
})
