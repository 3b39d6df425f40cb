import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  BoundedArray,
  Id,
  IdParams,
  Nullable,
  StrictPartial,
  Ref,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

export const Download = StrictObject({
  _id: Id,
  asset: StrictObject({ _id: Id, name: Type.String(), type: Type.String() }),
  project: StrictObject({ _id: Id, name: Type.String() }),
  file: StrictObject({ _id: Id, asset: Id, name: Type.String(), project: Id, studio: Id }),
  user: StrictObject({ _id: Id, name: Type.String(), emailNormal: Type.String() }),
  created: Seconds,
  /** The share link that was used, and whether it was opened or a file was downloaded. */
  share: Nullable(StrictObject({ _id: Id, action: Type.Enum(['open', 'download']) })),
})
export type Download = Static<typeof Download>
/** With a signed URL for the caller that lasts a few minutes. */
export const DownloadWithUrl = StrictObject({ ...Download.properties, url: Type.String() })
export type DownloadWithUrl = Static<typeof DownloadWithUrl>

const Filter = StrictPartial(
  StrictObject({
    q: ShortText,
    studios: ShortText,
    projects: ShortText,
    types: ShortText,
    user: ShortText,
    created: ShortText,
    type: ShortText,
    order: ShortText,
  }),
)
export type DownloadFilter = Static<typeof Filter>

export const listDownloads = endpoint({
  method: 'GET',
  path: '/downloads',
  access: 'signed-in',
  summary: 'List your downloads, or with report.read those of your studios',
  list: true,
  query: Filter,
  reply: Download,
})
export const startDownloads = endpoint({
  method: 'POST',
  path: '/downloads',
  access: 'file.download',
  summary: 'Record downloads and get a signed URL for each file',
  body: StrictObject({ files: BoundedArray(Ref, 100) }),
  reply: Type.Array(DownloadWithUrl),
})

/** One ZIP of the files, with their SHA-256 hashes. The URL lasts a few minutes. */
export const ArchiveLink = StrictObject({
  url: Type.String(),
  name: Type.String(),
  downloads: Type.Array(Download),
})
export type ArchiveLink = Static<typeof ArchiveLink>

export const startArchive = endpoint({
  method: 'POST',
  path: '/downloads/archive',
  access: 'file.download',
  summary: 'Record downloads and get a signed URL for one ZIP of the files',
  body: StrictObject({ files: Type.Array(Ref, { minItems: 1, maxItems: 100 }) }),
  reply: ArchiveLink,
})

const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' })
export const sendFile = endpoint({
  method: 'GET',
  path: '/files/:id/content',
  access: 'signed-link',
  summary: 'Download the bytes of a file',
  params: IdParams,
  bytes: 'out',
  reply: Bytes,
})
export const sendArchive = endpoint({
  method: 'GET',
  path: '/downloads/:id/archive',
  access: 'signed-link',
  summary: 'Download the files that you started together with this download as one ZIP',
  params: IdParams,
  bytes: 'out',
  reply: Bytes,
})
/**
 * Recorded as a download. Only PDF files, which a browser shows in its own viewer: other files could
 * contain a page of this site.
 */
export const readDocument = endpoint({
  method: 'GET',
  path: '/files/:id/document',
  access: 'signed-link',
  summary: 'Read a PDF file in the browser',
  params: IdParams,
  bytes: 'out',
  reply: Bytes,
})
