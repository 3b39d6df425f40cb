import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import type { Picture, Probe, Sound } from '../media/types.ts'
import {
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
  Removed,
  Seconds,
  Strict,
  Word,
  Words,
} from '../kernel/http/contract/schema.ts'

/** Held back until `end`, and with `event` until the asset is in a terminal phase. */
const Embargo = Strict({ event: Type.Boolean(), end: Nullable(Seconds) })

/**
 * Something wrong with a file. `code` is stable; `value` is what was found where `limit` was
 * wanted.
 */
export const Warning = Strict({
  code: Type.String(),
  message: Type.String(),
  severity: Type.Enum(['error', 'warning']),
  value: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
})
export type Warning = Static<typeof Warning>

/**
 * What is done with the bytes of a film, a sound or a picture, in the order in which it is told.
 */
export const Step = Type.Enum([
  'probe',
  'copy',
  'ladder',
  'ladder-720',
  'ladder-360',
  'image',
  'poster',
  'storyboard',
  'sound',
  'picture',
])
export type Step = Static<typeof Step>
const StepState = Strict({
  step: Step,
  status: Type.Enum(['waiting', 'working', 'ready', 'failed', 'skipped']),
  progress: Type.Number(),
  reason: Nullable(Strict({ code: Type.String(), message: Type.String() })),
})
export type StepState = Static<typeof StepState>

/**
 * What the engine found, under its own names (`media/types.ts`). The peaks are asked for
 * where the file is played.
 */
export type SoundFacts = Omit<Sound, 'peaks'>
const Found = <T>(title: string) =>
  Nullable(Type.Unsafe<T>(Type.Object({}, { additionalProperties: true, title })))
export const Media = Strict({
  status: Type.Enum(['waiting', 'working', 'ready', 'failed']),
  progress: Type.Number(),
  steps: Type.Array(StepState),
  probe: Found<Probe>('Probe'),
  picture: Found<Picture>('Picture'),
  sound: Found<SoundFacts>('SoundFacts'),
})
export type Media = Static<typeof Media>

export const File = Strict({
  _id: Id,
  studio: Id,
  project: Id,
  asset: Id,
  name: Type.String(),
  language: Nullable(Language),
  country: Nullable(Country),
  tags: Words,
  path: Type.String(),
  verified: Type.Boolean(),
  embargo: Embargo,
  warnings: Few(Warning, 500),
  aspera: Strict({ username: Type.String() }),
  length: Nullable(Type.Integer()),
  md5: Nullable(Type.String()),
  sha256: Nullable(Type.String()),
  mime: Nullable(Type.String()),
  media: Nullable(Media),
  created: Seconds,
  $flags: Words,
  $links: Links('project', 'asset'),
  $aspera: Strict({ downloaded: Type.Boolean() }),
})
export type File = Static<typeof File>

/** Path characters stay legal: a name is a label and never becomes a path. */
const FileName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
})
const Written = Strict({
  name: FileName,
  language: Nullable(Language),
  country: Nullable(Country),
  tags: Words,
  embargo: Strict({ event: Type.Optional(Type.Boolean()), end: Type.Optional(Nullable(Seconds)) }),
})
const New = Strict({
  ...Partly(Written).properties,
  name: FileName,
  asset: Ref,
  md5: Type.Optional(Nullable(Type.String({ pattern: '^[0-9a-f]{32}$' }))),
  length: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1e15 }))),
  mime: Type.Optional(Nullable(Word)),
})
export type NewFile = Static<typeof New>
/** `media` moves while somebody reads it, so what is sent back of it says nothing. */
const Change = Partly(Strict({ ...Written.properties, media: Type.Unknown() }))
export type FileChange = Static<typeof Change>

const Place = { studio: IdOrSlug, project: IdOrSlug, asset: IdOrSlug }

export const listFiles = endpoint({
  method: 'GET',
  path: '/files',
  access: 'signed-in',
  summary: 'List files',
  list: true,
  query: Partly(
    Strict({ ...Place, q: Word, language: Word, country: Word, tag: Word, order: Word }),
  ),
  reply: File,
})
export const listFilesBySlug = endpoint({
  method: 'GET',
  path: '/files/_slug',
  access: 'signed-in',
  summary: 'List files by the slugs of what they belong to, newest first',
  list: true,
  query: Partly(Strict(Place)),
  reply: File,
})
export const getFile = endpoint({
  method: 'GET',
  path: '/files/:id',
  access: 'signed-in',
  summary: 'Read what is known of a file',
  params: Params,
  reply: File,
})
export const registerFile = endpoint({
  method: 'POST',
  path: '/files',
  access: 'file.write',
  summary: 'Register a file; its bytes follow',
  body: New,
  of: File,
  reply: File,
})
export const changeFile = endpoint({
  method: 'PUT',
  path: '/files/:id',
  access: 'file.write',
  summary: 'Change what is said of a file',
  params: Params,
  body: Change,
  of: File,
  reply: File,
})
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/files/:id',
  access: 'file.write',
  summary: 'Remove a file that nothing refers to',
  params: Params,
  reply: Removed,
})
export const receiveContent = endpoint({
  method: 'PUT',
  path: '/files/:id/content',
  access: 'file.write',
  summary: 'Send the bytes of a file',
  params: Params,
  bytes: 'in',
  reply: File,
})
