import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import { MAX_CHECKED } from '../kernel/http/contract/range.ts'
import {
  Id,
  IdOrSlug,
  Ids,
  Language,
  Links,
  Name,
  Nullable,
  IdParams,
  StrictPartial,
  Ref,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'
import { IgnoredPlayback, Playback, playbackEndpoints } from '../renditions/contract.ts'

export const Preview = StrictObject({
  _id: Id,
  asset: Id,
  project: Id,
  studio: Id,
  file: Id,
  revision: Type.String(),
  label: Type.String(),
  language: Nullable(Language),
  type: Type.String(),
  created: Seconds,
  path: Type.String(),
  ...Playback.properties,
  $links: Links('asset', 'project', 'studio'),
})
export type Preview = Static<typeof Preview>

/** A preview embedded in an asset. `key` is the id of the signing key, never the key itself. */
export const PreviewEmbedded = StrictObject({
  _id: Id,
  asset: Id,
  created: Seconds,
  label: Type.String(),
  language: Nullable(Language),
  project: Id,
  revision: Type.String(),
  studio: Id,
  type: Type.String(),
  cdn: StrictObject({ domain: Type.String(), path: Type.String(), key: Type.String() }),
})
export type PreviewEmbedded = Static<typeof PreviewEmbedded>

const Fields = StrictObject({
  revision: Type.String({ minLength: 1, maxLength: 50 }),
  label: Name,
  language: Nullable(Language),
})
const New = StrictObject({ ...StrictPartial(Fields).properties, asset: SlugRef, file: Ref })
export type NewPreview = Static<typeof New>
const Change = StrictPartial(StrictObject({ ...Fields.properties, ...IgnoredPlayback.properties }))
export type PreviewChange = Static<typeof Change>

export const listPreviews = endpoint({
  method: 'GET',
  path: '/previews',
  access: 'signed-in',
  summary: 'List previews, newest first',
  list: true,
  countsTo: MAX_CHECKED,
  query: StrictPartial(StrictObject({ asset: IdOrSlug, ids: Ids, q: ShortText })),
  reply: Preview,
})
export const getPreview = endpoint({
  method: 'GET',
  path: '/previews/:id',
  access: 'signed-in',
  summary: 'Get a preview with a signed URL to play it',
  params: IdParams,
  reply: Preview,
})
export const createPreview = endpoint({
  method: 'POST',
  path: '/previews',
  access: 'file.write',
  summary: 'Create a preview from a verified file',
  body: New,
  record: Preview,
  reply: Preview,
})
export const changePreviewNamed = endpoint({
  method: 'PUT',
  path: '/previews',
  access: 'file.write',
  summary: 'Change the preview with this _id',
  body: StrictObject({ ...Change.properties, _id: Id }),
  record: Preview,
  reply: Preview,
})
export const changePreview = endpoint({
  method: 'PUT',
  path: '/previews/:id',
  access: 'file.write',
  summary: 'Change a preview',
  params: IdParams,
  body: Change,
  record: Preview,
  reply: Preview,
})
export const removePreview = endpoint({
  method: 'DELETE',
  path: '/previews/:id',
  access: 'file.write',
  summary: 'Remove a preview',
  params: IdParams,
  reply: Removed,
})

export const previewPlayback = playbackEndpoints('/previews', 'a preview')

/** How a file plays before anything refers to it, such as a material. `_id` is that of the file. */
export const FilePlayback = StrictObject({
  _id: Id,
  path: Type.String(),
  ...Playback.properties,
  /** A file that is read, for people who may download it. Reading it is recorded as a download. */
  document: Nullable(StrictObject({ kind: Type.Enum(['pdf', 'text']), url: Type.String() })),
  $links: Links('file'),
})
export type FilePlayback = Static<typeof FilePlayback>

export const getFilePlayback = endpoint({
  method: 'GET',
  path: '/playback/:id',
  access: 'signed-in',
  summary: 'Get signed URLs to play a file, given by its id',
  params: IdParams,
  reply: FilePlayback,
})
export const filePlayback = playbackEndpoints('/playback', 'a file')
