// The requests of tus 1.0 (https://tus.io/protocols/resumable-upload). Not tus-js-client: that
// cannot send a checksum with each chunk.
import type { Endpoint, files, uploads } from '@reelay/api/contract'
import type { EndpointAddress } from './request.ts'
import { readChunk, type ByteSource } from './source.ts'
import type { AnyRequestInput, Call, Each } from './types.ts'
import { fetchWithProgress } from './xhr.ts'

/** `hasXhr`: chunks go by XMLHttpRequest, which reports their progress. */
export type UploadTransport = {
  call: Call
  each: Each
  open: (
    address: EndpointAddress,
    input: AnyRequestInput,
    fetch?: ReturnType<typeof fetchWithProgress>,
  ) => Promise<Response>
  hasXhr: boolean
}
/** An upload that the service knows, and the first byte it is missing. */
export type TusUpload = { id: string; offset: number }
export type Chunk = { source: ByteSource; start: number; end: number }
type OnSent = (bytes: number) => void

// Only the types of the contract are imported, and they check these literals: loading all of it
// takes 200 ms.
const declare = <E extends Endpoint>(address: Pick<E, 'method' | 'path'> & Partial<E>) =>
  address as E
export const REGISTER_FILE = declare<typeof files.registerFile>({ method: 'POST', path: '/files' })
export const GET_FILE = declare<typeof files.getFile>({ method: 'GET', path: '/files/:id' })
export const GET_UPLOAD = declare<typeof uploads.getUpload>({
  method: 'GET',
  path: '/uploads/:id',
})
const LIST_UPLOADS = declare<typeof uploads.listUploads>({
  method: 'GET',
  path: '/uploads',
  list: true,
})
const CREATE = { method: 'POST', path: '/uploads', bytes: 'both' } as const
const PATCH = { method: 'PATCH', path: '/uploads/:id', bytes: 'both' } as const
const HEAD = { method: 'HEAD', path: '/uploads/:id', bytes: 'both' } as const
const DELETE = { method: 'DELETE', path: '/uploads/:id', bytes: 'both' } as const

const TUS_VERSION = { 'tus-resumable': '1.0.0' }

/** Uploads of a file that were started and not finished, newest first. */
export async function* unfinishedUploads(
  { each }: UploadTransport,
  file: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<uploads.Upload> {
  for await (const upload of each(LIST_UPLOADS, { signal }, { pageSize: 500 }))
    if (upload.file._id === file && upload.status !== 'failed') yield upload
}

/** `chunk`: sent with the same request (creation-with-upload), if everything fits into it. */
export async function createUpload(
  transport: UploadTransport,
  { file, length, chunk }: { file: string; length: number; chunk: Chunk | undefined },
  { signal, onSent }: { signal: AbortSignal | undefined; onSent: OnSent },
): Promise<TusUpload> {
  const headers = { 'upload-length': String(length), 'upload-metadata': `file ${btoa(file)}` }
  const response = chunk
    ? await sendBytes(transport, CREATE, { chunk, headers, signal, onSent })
    : await transport.open(CREATE, { signal, headers: { ...TUS_VERSION, ...headers } })
  const id = response.headers.get('location')!.split('/').at(-1)!
  return { id, offset: chunk ? offsetIn(response) : 0 }
}

/** Returns the offset that the service has acknowledged. */
export async function sendChunk(
  transport: UploadTransport,
  id: string,
  chunk: Chunk,
  { signal, onSent }: { signal: AbortSignal | undefined; onSent: OnSent },
): Promise<number> {
  const headers = { 'upload-offset': String(chunk.start) }
  return offsetIn(
    await sendBytes(transport, PATCH, { params: { id }, chunk, headers, signal, onSent }),
  )
}

export const getOffset = async (
  { open }: UploadTransport,
  id: string,
  signal: AbortSignal | undefined,
): Promise<number> => offsetIn(await open(HEAD, { params: { id }, signal, headers: TUS_VERSION }))

/** The service discards what it has of the upload. */
export async function terminateUpload({ open }: UploadTransport, id: string): Promise<void> {
  await open(DELETE, { params: { id }, headers: TUS_VERSION })
}

async function sendBytes(
  { open, hasXhr }: UploadTransport,
  address: EndpointAddress,
  {
    chunk: { source, start, end },
    headers,
    onSent,
    ...input
  }: AnyRequestInput & { chunk: Chunk; onSent: OnSent },
): Promise<Response> {
  const body = await readChunk(source, start, end)
  const all = {
    ...TUS_VERSION,
    'content-type': 'application/offset+octet-stream',
    ...headers,
    ...(await checksumHeader(body)),
  }
  return open(
    address,
    { ...input, headers: all, body },
    hasXhr ? fetchWithProgress(onSent) : undefined,
  )
}

const offsetIn = (response: Response) => Number(response.headers.get('upload-offset'))

/** Browsers offer digests only on pages that were loaded over TLS. */
async function checksumHeader(chunk: Uint8Array): Promise<Record<string, string> | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', chunk as Uint8Array<ArrayBuffer>))
  return { 'upload-checksum': `sha256 ${btoa(String.fromCharCode(...digest))}` }
}
