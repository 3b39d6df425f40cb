import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  Links,
  Nullable,
  IdParams,
  Seconds,
  StrictObject,
} from '../kernel/http/contract/schema.ts'

/** The upload of a file's content. `fault` says why a complete upload was rejected. */
export const Upload = StrictObject({
  _id: Id,
  file: StrictObject({ _id: Id, name: Type.String() }),
  length: Type.Integer(),
  offset: Type.Integer(),
  status: Type.Enum(['coming', 'whole', 'done', 'failed']),
  fault: Nullable(StrictObject({ code: Type.String(), detail: Type.String() })),
  created: Seconds,
  expires: Seconds,
  $links: Links('file'),
})
export type Upload = Static<typeof Upload>

const Nothing = Type.Unsafe<never>({ type: 'null' })

export const listUploads = endpoint({
  method: 'GET',
  path: '/uploads',
  access: 'file.write',
  summary: 'List your unfinished uploads, newest first',
  list: true,
  reply: Upload,
})
export const getUpload = endpoint({
  method: 'GET',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'Get the progress of an upload',
  params: IdParams,
  reply: Upload,
})

// tus 1.0, https://tus.io/protocols/resumable-upload: creation, creation-with-upload, checksum,
// termination, expiration.
const unaudited = 'the file record shows who uploaded its content'
export const beginUpload = endpoint({
  unaudited,
  method: 'POST',
  path: '/uploads',
  access: 'file.write',
  load: 'upload',
  summary: 'tus: create an upload; `file` in Upload-Metadata is the id of a registered file',
  bytes: 'both',
  reply: Nothing,
})
export const continueUpload = endpoint({
  unaudited,
  method: 'PATCH',
  path: '/uploads/:id',
  access: 'file.write',
  load: 'upload',
  summary: 'tus: upload the next bytes',
  params: IdParams,
  bytes: 'both',
  reply: Nothing,
})
export const askUpload = endpoint({
  method: 'HEAD',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'tus: get the offset to resume from',
  params: IdParams,
  bytes: 'both',
  reply: Nothing,
})
export const endUpload = endpoint({
  unaudited,
  method: 'DELETE',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'tus: cancel an upload',
  params: IdParams,
  bytes: 'both',
  reply: Nothing,
})
export const describeUploads = endpoint({
  method: 'OPTIONS',
  path: '/uploads',
  access: 'anyone',
  summary: 'tus: get the supported version and extensions',
  bytes: 'both',
  reply: Nothing,
})
