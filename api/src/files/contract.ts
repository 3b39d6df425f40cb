import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import type { PictureAnalysis, Probe, SoundAnalysis } from '@reelay/media/types'
import {
  Country,
  BoundedArray,
  Id,
  IdOrSlug,
  Ids,
  Language,
  Links,
  Nullable,
  IdParams,
  StrictPartial,
  SlugRef,
  Removed,
  Seconds,
  StrictObject,
  ShortText,
  ShortTextList,
} from '../kernel/http/contract/schema.ts'

/** Embargoed until `end`, and with `event` until the asset is in a terminal phase. */
const Embargo = StrictObject({ event: Type.Boolean(), end: Nullable(Seconds) })

/** A problem of a file. `code` is stable; `value` was found where `limit` was expected. */
export const Warning = StrictObject({
  code: Type.String(),
  message: Type.String(),
  severity: Type.Enum(['error', 'warning']),
  value: Type.Optional(Type.String()),
  limit: Type.Optional(Type.String()),
})
export type Warning = Static<typeof Warning>

/** Steps of media processing, in the order in which they are reported. */
export const Step = Type.Enum([
  'probe',
  'copy',
  'ladder',
  'image',
  'poster',
  'storyboard',
  'sound',
  'picture',
  'traceable',
])
export type Step = Static<typeof Step>
const StepState = StrictObject({
  step: Step,
  status: Type.Enum(['waiting', 'working', 'ready', 'failed', 'skipped']),
  progress: Type.Number(),
  reason: Nullable(StrictObject({ code: Type.String(), message: Type.String() })),
})
export type StepState = Static<typeof StepState>

/**
 * Results of the media engine, with its own names (`@reelay/media/types`). Peaks are part of playback.
 */
export type SoundSummary = Omit<SoundAnalysis, 'peaks'>
const MediaResult = <T>(title: string) =>
  Nullable(Type.Unsafe<T>(Type.Object({}, { additionalProperties: true, title })))
export const Media = StrictObject({
  status: Type.Enum(['waiting', 'working', 'ready', 'failed']),
  progress: Type.Number(),
  steps: Type.Array(StepState),
  probe: MediaResult<Probe>('Probe'),
  picture: MediaResult<PictureAnalysis>('Picture'),
  sound: MediaResult<SoundSummary>('Sound'),
})
export type Media = Static<typeof Media>

/** The account of the transfer, as the sender states it. The service stores it. */
const Aspera = StrictObject({ username: ShortText })

export const File = StrictObject({
  _id: Id,
  studio: Id,
  project: Id,
  asset: Id,
  name: Type.String(),
  language: Nullable(Language),
  country: Nullable(Country),
  tags: ShortTextList,
  path: Type.String(),
  verified: Type.Boolean(),
  embargo: Embargo,
  warnings: BoundedArray(Warning, 500),
  aspera: Aspera,
  length: Nullable(Type.Integer()),
  md5: Nullable(Type.String()),
  sha256: Nullable(Type.String()),
  mime: Nullable(Type.String()),
  media: Nullable(Media),
  created: Seconds,
  $flags: ShortTextList,
  $links: Links('project', 'asset'),
  $aspera: StrictObject({ downloaded: Type.Boolean() }),
})
export type File = Static<typeof File>

/** Path characters are allowed: a name is a label and never becomes a path. */
const FileName = Type.String({
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  expects: 'a file name without control characters',
})
const StoragePath = Type.String({
  minLength: 1,
  maxLength: 1000,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
  expects: 'a path without control characters',
})
const Written = StrictObject({
  name: FileName,
  language: Nullable(Language),
  country: Nullable(Country),
  tags: ShortTextList,
  embargo: StrictObject({
    event: Type.Optional(Type.Boolean()),
    end: Type.Optional(Nullable(Seconds)),
  }),
  aspera: Aspera,
  /** Where the sender keeps the file. Null: the address at which the service offers it. */
  path: Nullable(StoragePath),
})
const New = StrictObject({
  ...StrictPartial(Written).properties,
  name: FileName,
  asset: SlugRef,
  md5: Type.Optional(
    Nullable(
      Type.String({ pattern: '^[0-9a-f]{32}$', expects: 'an MD5 of 32 hexadecimal digits' }),
    ),
  ),
  length: Type.Optional(Nullable(Type.Integer({ minimum: 0, maximum: 1e15 }))),
  mime: Type.Optional(Nullable(ShortText)),
  /** A new cut of the film: once checked, the file becomes the next preview of the asset. */
  cut: Type.Optional(Type.Boolean()),
})
export type NewFile = Static<typeof New>

/** In one batch. All contents together are limited by the largest JSON body, 1 MiB. */
export const MAX_BATCH_FILES = 50
const NewWithContent = StrictObject({
  ...New.properties,
  sha256: Type.Optional(
    Type.String({ pattern: '^[0-9a-f]{64}$', expects: 'a SHA-256 of 64 hexadecimal digits' }),
  ),
  /** The bytes in base64. */
  content: Type.String({ maxLength: 1024 * 1024 }),
})
export type NewFileWithContent = Static<typeof NewWithContent>
/** `media` changes while it is read, so a value that is sent back is ignored. */
const Change = StrictPartial(StrictObject({ ...Written.properties, media: Type.Unknown() }))
export type FileChange = Static<typeof Change>

const Place = { studio: IdOrSlug, project: IdOrSlug, asset: IdOrSlug }

export const listFiles = endpoint({
  method: 'GET',
  path: '/files',
  access: 'signed-in',
  summary: 'List files',
  list: true,
  query: StrictPartial(
    StrictObject({
      ...Place,
      ids: Ids,
      q: ShortText,
      language: ShortText,
      country: ShortText,
      tag: ShortText,
      order: ShortText,
    }),
  ),
  reply: File,
})
export const listFilesBySlug = endpoint({
  method: 'GET',
  path: '/files/_slug',
  access: 'signed-in',
  summary: 'List files by the slugs of their studio, project or asset, newest first',
  list: true,
  query: StrictPartial(StrictObject(Place)),
  reply: File,
})
export const getFile = endpoint({
  method: 'GET',
  path: '/files/:id',
  access: 'signed-in',
  summary: 'Get a file',
  params: IdParams,
  reply: File,
})
export const registerFile = endpoint({
  method: 'POST',
  path: '/files',
  access: 'file.write',
  load: 'register',
  summary: 'Register a file before its upload',
  body: New,
  record: File,
  reply: File,
})
export const uploadBatch = endpoint({
  method: 'POST',
  path: '/files/batch',
  access: 'file.write',
  load: 'register',
  cost: 10,
  summary: 'Register small files with their bytes: all of them, or none',
  body: StrictObject({
    files: Type.Array(NewWithContent, { minItems: 1, maxItems: MAX_BATCH_FILES }),
  }),
  reply: StrictObject({ files: Type.Array(File) }),
})
export const changeFile = endpoint({
  method: 'PUT',
  path: '/files/:id',
  access: 'file.write',
  summary: 'Update a file',
  params: IdParams,
  body: Change,
  record: File,
  reply: File,
})
export const removeFile = endpoint({
  method: 'DELETE',
  path: '/files/:id',
  access: 'file.write',
  summary: 'Remove a file that nothing refers to',
  params: IdParams,
  reply: Removed,
})
export const receiveContent = endpoint({
  method: 'PUT',
  path: '/files/:id/content',
  access: 'file.write',
  summary: 'Upload the bytes of a file',
  params: IdParams,
  bytes: 'in',
  reply: File,
})
