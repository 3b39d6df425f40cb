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

/**
 * Bytes of a file on their way in. `failed` says why all of them came and yet did not become the
 * file's.
 */
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
  summary: 'List your uploads that are not done, newest first',
  list: true,
  reply: Upload,
})
export const getUpload = endpoint({
  method: 'GET',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'Read how far an upload is',
  params: IdParams,
  reply: Upload,
})

// tus 1.0, https://tus.io/protocols/resumable-upload: creation, creation-with-upload, checksum,
// termination, expiration.
const unaudited = 'the record of the file says who brought its bytes'
export const beginUpload = endpoint({
  unaudited,
  method: 'POST',
  path: '/uploads',
  access: 'file.write',
  summary: 'tus: begin an upload; `file` in Upload-Metadata names a registered file',
  bytes: 'both',
  reply: Nothing,
})
export const continueUpload = endpoint({
  unaudited,
  method: 'PATCH',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'tus: send the next bytes',
  params: IdParams,
  bytes: 'both',
  reply: Nothing,
})
export const askUpload = endpoint({
  method: 'HEAD',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'tus: ask from which byte to go on',
  params: IdParams,
  bytes: 'both',
  reply: Nothing,
})
export const endUpload = endpoint({
  unaudited,
  method: 'DELETE',
  path: '/uploads/:id',
  access: 'file.write',
  summary: 'tus: give an upload up',
  params: IdParams,
  bytes: 'both',
  reply: Nothing,
})
export const describeUploads = endpoint({
  method: 'OPTIONS',
  path: '/uploads',
  access: 'anyone',
  summary: 'tus: what the service understands',
  bytes: 'both',
  reply: Nothing,
})
