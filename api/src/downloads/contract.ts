import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Few,
  Id,
  Params,
  Partly,
  Ref,
  Seconds,
  Strict,
  Word,
} from '../kernel/http/contract/schema.ts'

export const Download = Strict({
  _id: Id,
  asset: Strict({ _id: Id, name: Type.String(), type: Type.String() }),
  project: Strict({ _id: Id, name: Type.String() }),
  file: Strict({ _id: Id, asset: Id, name: Type.String(), project: Id, studio: Id }),
  user: Strict({ _id: Id, name: Type.String(), emailNormal: Type.String() }),
  created: Seconds,
})
export type Download = Static<typeof Download>
/** With a signed address that is good for a few minutes, for the person who asked. */
export const DownloadWithUrl = Strict({ ...Download.properties, url: Type.String() })
export type DownloadWithUrl = Static<typeof DownloadWithUrl>

const Filter = Partly(
  Strict({
    q: Word,
    studios: Word,
    projects: Word,
    types: Word,
    user: Word,
    created: Word,
    type: Word,
    order: Word,
  }),
)
export type DownloadFilter = Static<typeof Filter>

export const listDownloads = endpoint({
  method: 'GET',
  path: '/downloads',
  access: 'signed-in',
  summary: 'List downloads: your own, or with report.read those of your studios',
  list: true,
  query: Filter,
  reply: Download,
})
export const startDownloads = endpoint({
  method: 'POST',
  path: '/downloads',
  access: 'file.download',
  summary: 'Record downloads and get a signed address for each file',
  body: Strict({ files: Few(Ref, 100) }),
  reply: Type.Array(DownloadWithUrl),
})

const Bytes = Type.Unsafe<never>({ type: 'string', format: 'binary' })
export const sendFile = endpoint({
  method: 'GET',
  path: '/files/:id/content',
  access: 'signed-link',
  summary: 'Download the bytes of a file',
  params: Params,
  bytes: 'out',
  reply: Bytes,
})
