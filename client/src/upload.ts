// Resumable uploads for browsers and Node.
import type { BodyOf, files } from '@reelay/api/contract'
import { ApiError } from './api-error.ts'
import {
  isConnectionLost,
  isTemporaryRejection,
  withRetries,
  type OnRetry,
  type RetryPolicy,
} from './retry.ts'
import { sleep } from './sleep.ts'
import { toByteSource, type ByteSource } from './source.ts'
import {
  createUpload,
  getOffset,
  GET_FILE,
  GET_UPLOAD,
  REGISTER_FILE,
  sendChunk,
  terminateUpload,
  unfinishedUploads,
  type TusUpload,
  type UploadTransport,
} from './tus.ts'

/**
 * `confirmed` bytes are stored by the service. `sent` also counts bytes on their way, where the
 * browser reports them; it falls back to `confirmed` when a chunk fails.
 */
export type UploadProgress = {
  file: string
  upload: string | undefined
  sent: number
  confirmed: number
  total: number
}
export type UploadOptions = {
  source: ByteSource | Blob
  /** The file to register, or the id of a registered file: then an unfinished upload resumes. */
  file: string | BodyOf<typeof files.registerFile>
  /** The id of the unfinished upload, if it is known: saves the request that finds it. */
  upload?: string | undefined
  /** Called after every confirmed chunk, and in browsers also while a chunk is on its way. */
  onProgress?: (progress: UploadProgress) => void
  /** Called before every pause, while the service does not respond or has no capacity. */
  onRetry?: OnRetry
  /** Stops the upload. The service keeps what it has for a week. */
  signal?: AbortSignal | undefined
  /** How many bytes are held in memory, sent and confirmed at a time. */
  chunkSize?: number
}
export type CancelOptions = { file: string; upload?: string | undefined }

const CHUNK_SIZE = 8 * 1024 * 1024
/** After a failed attempt the chunk is halved, so that slow connections make progress too. */
const MIN_CHUNK_SIZE = 1024 * 1024
/** With the default pauses about five minutes for one chunk: longer than any restart. */
const ATTEMPTS = 20
const POLL_MS = 1_000

/**
 * Resolves with the registered file once all its bytes are stored and hashed. After a failure it
 * asks for the confirmed offset, so no confirmed byte is sent twice.
 */
export async function uploadSource(
  transport: UploadTransport,
  retryPolicy: RetryPolicy,
  options: UploadOptions,
): Promise<files.File> {
  const { call } = transport
  const { signal, file: given } = options
  const source = toByteSource(options.source)
  const file =
    typeof given === 'string'
      ? await call(GET_FILE, { params: { id: given }, signal })
      : await call(REGISTER_FILE, { body: { length: source.length, ...given }, signal })
  if (file.sha256 && file.length === source.length) return file

  const getFile = () => call(GET_FILE, { params: { id: file._id }, signal })
  const retry = retryFor(retryPolicy, options)
  const job: UploadJob = { transport, retry, source, file, options, getFile }
  const upload = await startOrResume(job)
  if (!upload) return getFile()
  await sendRemaining(job, upload)
  return waitUntilStored(job, upload.id)
}

/** The service discards the bytes it has. The record of the file stays. */
export async function cancelUpload(
  transport: UploadTransport,
  retryPolicy: RetryPolicy,
  { file, upload }: CancelOptions,
): Promise<void> {
  const ids = upload ? [upload] : []
  if (!upload)
    for await (const { _id } of unfinishedUploads(transport, file, undefined)) ids.push(_id)
  const retry = retryFor(retryPolicy, {})
  for (const id of ids) {
    // 404 and 410: it is gone already, or an earlier attempt succeeded.
    await withRetries(() => terminateUpload(transport, id), retry).catch((error: unknown) => {
      if (!(error instanceof ApiError && [404, 410].includes(error.status))) throw error
    })
  }
}

type Retrying = Parameters<typeof withRetries>[1]
type UploadJob = {
  transport: UploadTransport
  retry: Retrying
  source: ByteSource
  file: files.File
  options: UploadOptions
  getFile: () => Promise<files.File>
}

const retryFor = (
  policy: RetryPolicy,
  { signal, onRetry }: Pick<UploadOptions, 'signal' | 'onRetry'>,
): Retrying => ({
  retry: {
    ...policy,
    attempts: policy.attempts === 1 ? 1 : ATTEMPTS,
    onRetry: (about) => {
      policy.onRetry?.(about)
      onRetry?.(about)
    },
  },
  isRetryable,
  signal,
})

/**
 * The upload may still be locked (409, 423), bytes were corrupted on the way (460), or there is
 * temporarily no space (507).
 */
const isRetryable = (error: unknown) =>
  isTemporaryRejection(error) ||
  isConnectionLost(error) ||
  (error instanceof ApiError &&
    [409, 423, 460, 500, 507].includes(error.status) &&
    error.code !== 'file.content-exists')

/** Undefined if nothing is left to send. */
function startOrResume(job: UploadJob): Promise<TusUpload | undefined> {
  const { retry, options, getFile } = job
  return withRetries(async (attempt) => {
    // The response to a complete upload may have been lost.
    if (attempt > 0 && (await getFile()).sha256) return undefined
    const mayExist = typeof options.file === 'string' || attempt > 0
    return (mayExist ? await findUpload(job) : undefined) ?? start(job)
  }, retry)
}

async function findUpload({
  transport,
  source,
  file,
  options: { upload, signal },
}: UploadJob): Promise<TusUpload | undefined> {
  if (upload) {
    const offset = await getOffset(transport, upload, signal).catch(unlessGone)
    if (offset !== undefined) return { id: upload, offset }
  }
  for await (const { _id: id, length } of unfinishedUploads(transport, file._id, signal))
    if (length === source.length) return { id, offset: await getOffset(transport, id, signal) }
  return undefined
}

function unlessGone(error: unknown): undefined {
  if (!(error instanceof ApiError && [404, 410].includes(error.status))) throw error
}

function start({ transport, source, file, options }: UploadJob): Promise<TusUpload> {
  const { signal, onProgress, chunkSize = CHUNK_SIZE } = options
  const { length } = source
  const chunk = length > 0 && length <= chunkSize ? { source, start: 0, end: length } : undefined
  const onSent = (bytes: number) =>
    onProgress?.({
      file: file._id,
      upload: undefined,
      sent: Math.min(bytes, length),
      confirmed: 0,
      total: length,
    })
  return createUpload(transport, { file: file._id, length, chunk }, { signal, onSent })
}

async function sendRemaining(job: UploadJob, { id, offset: first }: TusUpload): Promise<void> {
  const { transport, retry, source, file, options } = job
  const { signal, onProgress, chunkSize = CHUNK_SIZE } = options
  const total = source.length
  const report = (confirmed: number, sent = confirmed) =>
    onProgress?.({ file: file._id, upload: id, sent, confirmed, total })
  let offset = first
  let size = chunkSize
  report(offset)
  while (offset < total) {
    offset = await withRetries(async (attempt) => {
      if (attempt > 0) {
        size = Math.max(Math.min(chunkSize, MIN_CHUNK_SIZE), Math.floor(size / 2))
        offset = await confirmedOffset(job, id)
        if (offset === total) return offset
      }
      const chunk = { source, start: offset, end: Math.min(offset + size, total) }
      const onSent = (bytes: number) => report(offset, Math.min(offset + bytes, chunk.end))
      return sendChunk(transport, id, chunk, { signal, onSent })
    }, retry)
    size = Math.min(chunkSize, size * 2)
    report(offset)
  }
}

/** 410: all bytes arrived and were rejected. `waitUntilStored` then throws the reason. */
async function confirmedOffset(
  { transport, source, options: { signal } }: UploadJob,
  id: string,
): Promise<number> {
  return getOffset(transport, id, signal).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 410) return source.length
    throw error
  })
}

/** Usually true at once. If the last response was lost, the service finishes automatically. */
async function waitUntilStored(
  { transport, getFile, options: { signal } }: UploadJob,
  id: string,
): Promise<files.File> {
  for (;;) {
    const file = await getFile()
    if (file.sha256) return file
    const { fault } = await transport.call(GET_UPLOAD, { params: { id }, signal })
    if (fault) throw new ApiError(410, fault, new Headers())
    await sleep(POLL_MS, signal)
    signal?.throwIfAborted()
  }
}
