// Bytes by tus 1.0 (https://tus.io/protocols/resumable-upload), with the one service in mind that
// we know.
import type { BodyOf, Endpoint, files, uploads } from '@reelay/api/contract'
import type { AnyInput, Call, Each } from './types.ts'
import { Refusal } from './api-error.ts'
import type { Address } from './request.ts'
import { rest } from './sleep.ts'
import { isLost, isPutOff, persist, type Retry } from './retry.ts'
import { sourceOf, type Source } from './source.ts'

export type UploadProgress = { file: string; sent: number; total: number }
export type UploadOptions = {
  bytes: Source | Blob
  /**
   * What to register; or the id of a file that is: an upload of it that was broken off goes on
   * where it stopped.
   */
  file: string | BodyOf<typeof files.registerFile>
  /** After every piece that is safe with the service. */
  onProgress?: (progress: UploadProgress) => void
  /** Stops; the service keeps what it has for a week. */
  signal?: AbortSignal
  /** So much is sent, checked and acknowledged at a time; so much is held in memory. */
  pieceSize?: number
}
export type Line = {
  call: Call
  each: Each
  open: (address: Address, input: AnyInput) => Promise<Response>
  retry: Retry
}
type Begun = { id: string; offset: number }

const PIECE_SIZE = 8 * 1024 * 1024
/** With the usual pauses about five minutes for one piece: longer than any restart. */
const TRIES = 20
const ASK_MS = 1_000

// Of the contract only the types are taken, which say whether these are right: all of it would take
// 200 ms to load.
const declared = <E extends Endpoint>(address: Pick<E, 'method' | 'path'> & Partial<E>) =>
  address as E
const REGISTER = declared<typeof files.registerFile>({ method: 'POST', path: '/files' })
const READ = declared<typeof files.getFile>({ method: 'GET', path: '/files/:id' })
const LIST = declared<typeof uploads.listUploads>({ method: 'GET', path: '/uploads', list: true })
const LOOK = declared<typeof uploads.getUpload>({ method: 'GET', path: '/uploads/:id' })
const BEGIN = declared<typeof uploads.beginUpload>({
  method: 'POST',
  path: '/uploads',
  bytes: 'both',
})
const CONTINUE = declared<typeof uploads.continueUpload>({
  method: 'PATCH',
  path: '/uploads/:id',
  bytes: 'both',
})
const ASK = declared<typeof uploads.askUpload>({
  method: 'HEAD',
  path: '/uploads/:id',
  bytes: 'both',
})

/**
 * Gives the file as it is registered, once all its bytes are safe and hashed. After a failure the
 * service is asked how far it came; what it acknowledged is not sent again.
 */
export async function uploadBy(
  { call, each, open, retry }: Line,
  { bytes, file: asked, onProgress, signal, pieceSize = PIECE_SIZE }: UploadOptions,
): Promise<files.File> {
  const source = sourceOf(bytes)
  const isKnown = typeof asked === 'string'
  const file = isKnown
    ? await call(READ, { params: { id: asked }, signal })
    : await call(REGISTER, { body: { length: source.length, ...asked }, signal })
  if (file.sha256 && file.length === source.length) return file
  const persistently = <T>(work: (attempt: number) => Promise<T>) =>
    persist(work, {
      retry: { ...retry, tries: retry.tries === 1 ? 1 : TRIES },
      again: mayHelp,
      signal,
    })

  const begun = await persistently(async (attempt) => {
    // What came along with a beginning whose answer was lost may be all.
    if (attempt > 0 && (await readFile()).sha256) return undefined
    return (isKnown || attempt > 0 ? await findBegun() : undefined) ?? begin()
  })
  if (!begun) return readFile()
  const params = { id: begun.id }
  let { offset } = begun
  onProgress?.({ file: file._id, sent: offset, total: source.length })
  while (offset < source.length) {
    offset = await persistently(async (attempt) => {
      if (attempt > 0) offset = await offsetNow()
      return offset === source.length ? offset : sendPiece()
    })
    onProgress?.({ file: file._id, sent: offset, total: source.length })
  }
  return settled()

  function readFile(): Promise<files.File> {
    return call(READ, { params: { id: file._id }, signal })
  }

  async function findBegun(): Promise<Begun | undefined> {
    for await (const { _id, file: of, length, status } of each(
      LIST,
      { signal },
      { pageSize: 500 },
    )) {
      if (of._id === file._id && length === source.length && status !== 'failed')
        return { id: _id, offset: await askOffset(_id) }
    }
    return undefined
  }

  /** What fits into one piece comes along. */
  async function begin(): Promise<Begun> {
    const piece = source.length > 0 && source.length <= pieceSize ? await pieceAt(0) : undefined
    const response = await open(BEGIN, {
      signal,
      headers: {
        ...TUS,
        'upload-length': String(source.length),
        'upload-metadata': `file ${btoa(file._id)}`,
        ...piece?.headers,
      },
      ...(piece && { body: piece.body }),
    })
    return {
      id: response.headers.get('location')!.split('/').at(-1)!,
      offset: piece ? offsetIn(response) : 0,
    }
  }

  async function sendPiece(): Promise<number> {
    const { headers, body } = await pieceAt(offset)
    return offsetIn(
      await open(CONTINUE, {
        params,
        signal,
        headers: { ...TUS, 'upload-offset': String(offset), ...headers },
        body,
      }),
    )
  }

  async function pieceAt(start: number) {
    const body = await read(source, start, Math.min(start + pieceSize, source.length))
    return {
      body,
      headers: { 'content-type': 'application/offset+octet-stream', ...(await checksumOf(body)) },
    }
  }

  async function askOffset(id: string): Promise<number> {
    return offsetIn(await open(ASK, { params: { id }, signal, headers: TUS }))
  }

  /** What came whole and was then refused is gone; why, is asked for at the end. */
  async function offsetNow(): Promise<number> {
    return askOffset(params.id).catch((error: unknown) => {
      if (error instanceof Refusal && error.status === 410) return source.length
      throw error
    })
  }

  /** With the last answer this is so. Where that was lost, the service finishes by itself. */
  async function settled(): Promise<files.File> {
    for (;;) {
      const now = await readFile()
      if (now.sha256) return now
      const { fault } = await call(LOOK, { params, signal })
      if (fault) throw new Refusal(410, fault, new Headers())
      await rest(ASK_MS, signal)
      signal?.throwIfAborted()
    }
  }
}

/** That the source fails is not for the line to mend. */
async function read(source: Source, start: number, end: number): Promise<Uint8Array> {
  try {
    const piece = await source.slice(start, end)
    if (piece.length === end - start) return piece
  } catch (cause) {
    throw new Error(`The bytes from ${start} on could not be read`, { cause })
  }
  throw new Error(`The bytes end before ${end}, though there were to be ${source.length}`)
}

const TUS = { 'tus-resumable': '1.0.0' }
const offsetIn = (response: Response) => Number(response.headers.get('upload-offset'))

/** Pages that came without TLS have no digests. */
async function checksumOf(piece: Uint8Array): Promise<Record<string, string> | undefined> {
  const subtle = crypto.subtle as SubtleCrypto | undefined
  if (!subtle) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', piece as Uint8Array<ArrayBuffer>))
  return { 'upload-checksum': `sha256 ${btoa(String.fromCharCode(...digest))}` }
}

/**
 * Somebody still held it (409, 423), bytes changed on the way (460), or there is no room for a
 * while (507).
 */
const mayHelp = (error: unknown) =>
  isPutOff(error) ||
  isLost(error) ||
  (error instanceof Refusal &&
    [409, 423, 460, 500, 507].includes(error.status) &&
    error.code !== 'file.has-content')
