import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Language,
  Links,
  Name,
  Nullable,
  Params,
  Partly,
  Ref,
  Removed,
  Seconds,
  Strict,
  Word,
} from '../kernel/schema.ts'
import { Sent, Showing, watching } from '../renditions/contract.ts'

export const Preview = Strict({
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
  ...Showing.properties,
  $links: Links('asset', 'project', 'studio'),
})
export type Preview = Static<typeof Preview>

/** As an asset shows it. `key` is the id of the signing key, never the key. */
export const PreviewEmbedded = Strict({
  _id: Id,
  asset: Id,
  created: Seconds,
  label: Type.String(),
  language: Nullable(Language),
  project: Id,
  revision: Type.String(),
  studio: Id,
  type: Type.String(),
  cdn: Strict({ domain: Type.String(), path: Type.String(), key: Type.String() }),
})
export type PreviewEmbedded = Static<typeof PreviewEmbedded>

const Written = Strict({
  revision: Type.String({ minLength: 1, maxLength: 50 }),
  label: Name,
  language: Nullable(Language),
})
const New = Strict({ ...Partly(Written).properties, asset: Ref, file: Ref })
export type NewPreview = Static<typeof New>
const Change = Partly(Strict({ ...Written.properties, ...Sent.properties }))
export type PreviewChange = Static<typeof Change>

export const listPreviews = endpoint({
  method: 'GET',
  path: '/previews',
  access: 'signed-in',
  summary: 'List previews, newest first',
  list: true,
  query: Partly(Strict({ asset: IdOrSlug, q: Word })),
  reply: Preview,
})
export const getPreview = endpoint({
  method: 'GET',
  path: '/previews/:id',
  access: 'signed-in',
  summary: 'Read a preview with a signed address to play it from',
  params: Params,
  reply: Preview,
})
export const createPreview = endpoint({
  method: 'POST',
  path: '/previews',
  access: 'file.write',
  summary: 'Make a preview from a verified file',
  body: New,
  of: Preview,
  reply: Preview,
})
export const changePreviewNamed = endpoint({
  method: 'PUT',
  path: '/previews',
  access: 'file.write',
  summary: 'Change the preview that _id names',
  body: Strict({ ...Change.properties, _id: Id }),
  of: Preview,
  reply: Preview,
})
export const changePreview = endpoint({
  method: 'PUT',
  path: '/previews/:id',
  access: 'file.write',
  summary: 'Change a preview',
  params: Params,
  body: Change,
  of: Preview,
  reply: Preview,
})
export const removePreview = endpoint({
  method: 'DELETE',
  path: '/previews/:id',
  access: 'file.write',
  summary: 'Remove a preview',
  params: Params,
  reply: Removed,
})

export const watchPreview = watching('/previews', 'a preview')
