import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  Links,
  Name,
  IdParams,
  StrictPartial,
  Removed,
  Seconds,
  Slug,
  StrictObject,
} from '../kernel/http/contract/schema.ts'

export const CATEGORIES = ['av', 'graphics', 'audio', 'print'] as const
export const Category = Type.Enum([...CATEGORIES])
export type Category = Static<typeof Category>

/** One word: video, image, audio, text. Not limited, so that an installation can add its own. */
export const MediaType = Type.String({
  pattern: '^[a-z][a-z0-9-]{0,29}$',
  expects: 'a media type of lower-case letters such as video',
})

export const AssetType = StrictObject({
  _id: Id,
  slug: Slug,
  name: Name,
  category: Category,
  mediaType: MediaType,
  created: Seconds,
  $links: Links(),
})
export type AssetType = Static<typeof AssetType>

const New = StrictObject({
  name: Name,
  slug: Type.Optional(Slug),
  category: Category,
  mediaType: MediaType,
})

export const listAssetTypes = endpoint({
  method: 'GET',
  path: '/assettypes',
  access: 'signed-in',
  summary: 'List the asset types',
  list: true,
  reply: AssetType,
})
export const getAssetType = endpoint({
  method: 'GET',
  path: '/assettypes/:id',
  access: 'signed-in',
  summary: 'Get an asset type by id or slug',
  params: IdParams,
  reply: AssetType,
})
export const createAssetType = endpoint({
  method: 'POST',
  path: '/assettypes',
  access: 'installation.manage',
  summary: 'Create an asset type',
  body: New,
  record: AssetType,
  reply: AssetType,
})
export const changeAssetType = endpoint({
  method: 'PUT',
  path: '/assettypes/:id',
  access: 'installation.manage',
  summary: 'Update an asset type',
  params: IdParams,
  body: StrictPartial(New),
  record: AssetType,
  reply: AssetType,
})
export const removeAssetType = endpoint({
  method: 'DELETE',
  path: '/assettypes/:id',
  access: 'installation.manage',
  summary: 'Remove an asset type that no asset uses',
  params: IdParams,
  reply: Removed,
})
