import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import { Carried, Country, Id, IdOrSlug, Language, Links, Nullable, Params, Partly, Ref, Removed, Seconds, Strict, Word, Words } from '../kernel/schema.ts'

/** Held back until `end`, and with `event` until the asset is in a terminal phase. */
const Embargo = Strict({ event: Type.Boolean(), end: Nullable(Seconds) })

export const File = Strict({
  _id: Id, studio: Id, project: Id, asset: Id, name: Type.String(), language: Nullable(Language), country: Nullable(Country), tags: Words,
  path: Type.String(), verified: Type.Boolean(), embargo: Embargo, warnings: Carried, aspera: Strict({ username: Type.String() }),
  length: Nullable(Type.Integer()), md5: Nullable(Type.String()), sha256: Nullable(Type.String()), mime: Nullable(Type.String()),
  created: Seconds, $flags: Words, $links: Links('project', 'asset'), $aspera: Strict({ downloaded: Type.Boolean() }),
})
export type File = Static<typeof File>

/** Path characters stay legal: a name is a label and never becomes a path. */
const FileName = Type.String({ minLength: 1, maxLength: 255, pattern: '^[^\\u0000-\\u001f\\u007f]+$' })
const Written = Strict({
  name: FileName, language: Nullable(Language), country: Nullable(Country), tags: Words,
  embargo: Strict({ event: Type.Optional(Type.Boolean()), end: Type.Optional(Nullable(Seconds)) }),
})
const New = Strict({
  ...Partly(Written).properties, name: FileName, asset: Ref,
  md5: Type.Optional(Nullable(Type.String({ pattern: '^[0-9a-f]{32}$' }))), length: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1e15 }))), mime: Type.Optional(Nullable(Word)),
})
export type NewFile = Static<typeof New>
const Change = Partly(Written)
export type FileChange = Static<typeof Change>

const Place = { studio: IdOrSlug, project: IdOrSlug, asset: IdOrSlug }

export const listFiles = endpoint({
  method: 'GET', path: '/files', access: 'signed-in', summary: 'List files', list: true,
  query: Partly(Strict({ ...Place, q: Word, language: Word, country: Word, tag: Word, order: Word })), reply: File,
})
export const listFilesBySlug = endpoint({
  method: 'GET', path: '/files/_slug', access: 'signed-in', summary: 'List files by the slugs of what they belong to, newest first', list: true,
  query: Partly(Strict(Place)), reply: File,
})
export const getFile = endpoint({ method: 'GET', path: '/files/:id', access: 'signed-in', summary: 'Read what is known of a file', params: Params, reply: File })
export const registerFile = endpoint({
  method: 'POST', path: '/files', access: 'file.write', summary: 'Register a file; its bytes follow', body: New, of: File, reply: File,
})
export const changeFile = endpoint({ method: 'PUT', path: '/files/:id', access: 'file.write', summary: 'Change what is said of a file', params: Params, body: Change, of: File, reply: File })
export const removeFile = endpoint({ method: 'DELETE', path: '/files/:id', access: 'file.write', summary: 'Remove a file that nothing refers to', params: Params, reply: Removed })
export const receiveContent = endpoint({
  method: 'PUT', path: '/files/:id/content', access: 'file.write', summary: 'Send the bytes of a file', params: Params, bytes: 'in', reply: File,
})
