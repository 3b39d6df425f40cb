// Uploads one file. It is registered once and its bytes are sent once, even if the command is
// interrupted in between.
import { hash, randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { files } from '@reelay/api/contract'
import { ApiError, type Client } from '@reelay/client'
import type { CliAccount } from '../client.ts'
import { isUnchanged, snapshotFile, type LocalFile } from './find-files.ts'
import type { Journal, JournalEntry, UploadMetadata } from './journal.ts'
import { remoteName, type RemoteFileIndex } from './remote-file-index.ts'
import type { TransferEvent } from './reporter.ts'
import { FileChangedError, openStableFile, type StableFile } from './stable-file.ts'

export type UploadCandidate = LocalFile & { asset: string; metadata: UploadMetadata }
export type UploadContext = {
  client: Client
  account: CliAccount
  journal: Journal
  remoteFiles: RemoteFileIndex | undefined
  report: (event: TransferEvent) => void
  signal: AbortSignal
}

/** Up to this size one request carries all bytes; larger files go in chunks. */
const SINGLE_REQUEST_SIZE = 1024 * 1024
const ATTEMPTS = 3
const STARTING_OVER = 'The file changed since the upload began. Starting over.'

export async function uploadFile(context: UploadContext, item: UploadCandidate): Promise<void> {
  let current = item
  for (let attempt = 1; ; attempt++) {
    try {
      return await uploadOnce(context, current)
    } catch (error) {
      const changed = findFileChange(error)
      if (!changed || attempt === ATTEMPTS) throw changed ?? error
      current = Object.assign({}, current, await snapshotFile(current.path))
    }
  }
}

/** The client wraps errors of the source as a cause. */
const findFileChange = (error: unknown): FileChangedError | undefined =>
  [error, (error as Error | undefined)?.cause].find((found) => found instanceof FileChangedError)

async function uploadOnce(context: UploadContext, item: UploadCandidate): Promise<void> {
  const { journal, remoteFiles, report, account } = context
  const { path, size } = item
  const unfinished = await findUnfinished(context, item)
  const existing = unfinished ? undefined : await remoteFiles?.find(item)
  if (existing) return report({ event: 'unchanged', path, size, file: existing })

  await using source = await openStableFile(item)
  const entry = unfinished?.entry ?? { ...item, ...account, key: randomUUID() }
  if (!unfinished) await journal.begin(entry)
  const isStored = Boolean(unfinished?.file?.sha256)
  const stored = isStored ? unfinished!.file! : await send(context, entry, source)
  if (stored.sha256 !== (await source.digest())) {
    if (!isStored) await removeFile(context, stored._id)
    report({ event: 'changed', path, reason: STARTING_OVER })
    await journal.finish(entry)
    throw new FileChangedError(path)
  }
  await journal.finish(entry)
  report({ event: 'done', path, size, file: stored._id, sha256: stored.sha256 })
}

type Unfinished = { entry: JournalEntry; file: files.File | undefined }

/** An upload that an earlier command began, if the local file and the remote record still fit. */
async function findUnfinished(
  context: UploadContext,
  item: UploadCandidate,
): Promise<Unfinished | undefined> {
  const { account, journal, report } = context
  const { asset, path, metadata } = item
  const entry = journal.find({ ...account, asset, path })
  if (!entry) return undefined
  const file = entry.file === undefined ? undefined : await findFile(context, entry.file)
  const hasSameMetadata = isDeepStrictEqual(entry.metadata, metadata)
  if (isUnchanged(entry, item)) {
    if (file && hasSameMetadata) return { entry, file }
    if (file) return { entry, file: await updateMetadata(context, file, metadata) }
    // An idempotency key requires the same request body.
    if (entry.file === undefined && hasSameMetadata) return { entry, file }
  } else {
    report({ event: 'changed', path, reason: STARTING_OVER })
    // Without bytes its record would stay for ever.
    if (file && !file.sha256) await removeFile(context, file._id)
  }
  await journal.finish(entry)
  return undefined
}

const updateMetadata = (
  { client, signal }: UploadContext,
  { _id: id }: files.File,
  body: UploadMetadata,
): Promise<files.File> => client.call(files.changeFile, { params: { id }, body, signal })

function findFile({ client, signal }: UploadContext, id: string): Promise<files.File | undefined> {
  return client.call(files.getFile, { params: { id }, signal }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  })
}

/** Cleanup only: a failure is no reason to stop. */
async function removeFile({ client, signal }: UploadContext, id: string): Promise<void> {
  await client.call(files.removeFile, { params: { id }, signal }).catch(() => undefined)
}

async function send(
  context: UploadContext,
  entry: JournalEntry,
  source: StableFile,
): Promise<files.File> {
  const { client, report, signal } = context
  const { path, size } = entry
  if (size > SINGLE_REQUEST_SIZE) {
    if (entry.file) return sendChunks(context, entry, source, entry.file)
    const file = await register(context, entry, {})
    // The first progress of a file that fits into one request is its end.
    report({ event: 'started', path, size, transferred: 0 })
    return sendChunks(context, entry, source, file, 'progress')
  }
  const bytes = await source.slice(0, size)
  // The service verifies this digest.
  const id = entry.file ?? (await register(context, entry, { md5: hash('md5', bytes) }))
  report({ event: 'started', path, size, transferred: 0 })
  return client.call(files.receiveContent, { params: { id }, body: bytes, signal })
}

async function register(
  { client, journal, signal }: UploadContext,
  entry: JournalEntry,
  digest: { md5?: string },
): Promise<string> {
  const { path, size, asset, metadata, key } = entry
  const { _id } = await client.call(files.registerFile, {
    body: { ...metadata, name: remoteName(path), asset, length: size, ...digest },
    headers: { 'idempotency-key': key },
    signal,
  })
  await journal.registered(entry, _id)
  return _id
}

function sendChunks(
  { client, report, signal }: UploadContext,
  { path, size }: JournalEntry,
  source: StableFile,
  file: string,
  event: 'started' | 'progress' = 'started',
): Promise<files.File> {
  const onProgress = ({ confirmed }: { confirmed: number }) => {
    report({ event, path, size, transferred: confirmed })
    event = 'progress'
  }
  return client.upload({ source, file, onProgress, signal })
}
