// Uploads small files, many in one request. The service stores all of them or none.
import { randomUUID } from 'node:crypto'
import { files, type BodyOf } from '@reelay/api/contract'
import { ApiError } from '@reelay/client'
import type { JournalEntry } from './journal.ts'
import { createRemoteFileIndex, remoteName } from './remote-file-index.ts'
import { openStableFile } from './stable-file.ts'
import { affectsAllFiles } from './transfer.ts'
import type { UploadCandidate, UploadContext } from './upload-file.ts'

/** For a larger file, a request of its own costs little. */
const MAX_FILE_BYTES = 256 * 1024
/** In base64, these and the metadata fit into the largest JSON body, 1 MiB. */
const MAX_BATCH_BYTES = 640 * 1024

/** The files of an unfinished batch stay together. Files that are not in a batch go alone. */
export function divideIntoBatches<T extends { size: number }>(
  items: readonly T[],
  findEntry: (item: T) => JournalEntry | undefined,
): T[][] {
  const batches = new Map<string, T[]>()
  let open: T[] = []
  const fresh: T[][] = []
  let bytes = 0
  for (const item of items) {
    const entry = findEntry(item)
    if (entry?.isBatched) batches.set(entry.key, [...(batches.get(entry.key) ?? []), item])
    if (entry || item.size > MAX_FILE_BYTES) continue
    if (open.length === files.MAX_BATCH_FILES || bytes + item.size > MAX_BATCH_BYTES) open = []
    if (open.length === 0) {
      fresh.push(open)
      bytes = 0
    }
    open.push(item)
    bytes += item.size
  }
  return [...batches.values(), ...fresh.filter((batch) => batch.length > 1)]
}

/** Returns the files that must be uploaded alone, because the batch was refused. */
export async function uploadBatch(
  context: UploadContext,
  items: readonly UploadCandidate[],
): Promise<readonly UploadCandidate[]> {
  const { client, journal, account, signal } = context
  const unfinished = journal.find({ ...account, ...items[0]! })
  const key = unfinished?.key ?? randomUUID()
  const missing = await reportExisting(context, items)
  if (missing.length === 0) {
    if (unfinished) await journal.finishBatch(key)
    return []
  }
  try {
    const body = { files: await Promise.all(missing.map(readContent)) }
    const batch = missing.map((item) => ({ ...item, ...account, key, isBatched: true as const }))
    if (!unfinished) await journal.beginBatch(key, batch)
    await sendBatch(context, missing, body, key)
    await journal.finishBatch(key)
    return []
  } catch (error) {
    if (signal.aborted || affectsAllFiles(error)) throw error
    await journal.finishBatch(key)
    if (!isSavedDifferently(error)) return missing
    // An earlier command has saved the batch, perhaps after the remote files were listed.
    return reportExisting(
      { ...context, remoteFiles: createRemoteFileIndex(client, signal) },
      missing,
    )
  }
}

const isSavedDifferently = (error: unknown) =>
  error instanceof ApiError && error.code === 'idempotency.body-mismatch'

/** Returns the files that the service does not have. */
async function reportExisting(
  { remoteFiles, report }: UploadContext,
  items: readonly UploadCandidate[],
): Promise<UploadCandidate[]> {
  const missing: UploadCandidate[] = []
  for (const item of items) {
    const { path, size } = item
    const existing = await remoteFiles?.find(item)
    if (existing) report({ event: 'unchanged', path, size, file: existing })
    else missing.push(item)
  }
  return missing
}

/** Under the key of an unfinished batch, the service saves nothing twice. */
async function sendBatch(
  { client, report, signal }: UploadContext,
  items: readonly UploadCandidate[],
  body: BodyOf<typeof files.uploadBatch>,
  key: string,
): Promise<void> {
  for (const { path, size } of items) report({ event: 'started', path, size, transferred: 0 })
  const headers = { 'idempotency-key': key }
  const stored = await client.call(files.uploadBatch, { body, headers, signal })
  for (const [place, { path, size }] of items.entries()) {
    const { _id: file, sha256 } = stored.files[place]!
    report({ event: 'done', path, size, file, sha256: sha256! })
  }
}

/** The service verifies the digest. */
async function readContent(item: UploadCandidate): Promise<files.NewFileWithContent> {
  const { path, size, asset, metadata } = item
  await using source = await openStableFile(item)
  const content = Buffer.from(await source.slice(0, size)).toString('base64')
  const sha256 = await source.digest()
  return { ...metadata, name: remoteName(path), asset, length: size, sha256, content }
}
