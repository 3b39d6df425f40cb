// Downloads one file. It gets its name only when all bytes have arrived and their digest is right.
import { createHash } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { lstat, open, rename, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { downloads } from '@reelay/api/contract'
import { isApiError, type Client } from '@reelay/client'
import { sha256OfFile } from './remote-file-index.ts'
import type { TransferEvent } from './reporter.ts'

/** `path`: the local path. */
export type DownloadItem = { id: string; path: string; size: number; sha256: string }
type DownloadContext = {
  client: Client
  force: boolean
  report: (event: TransferEvent) => void
  signal: AbortSignal
}

const HASH_BUFFER_SIZE = 1024 * 1024
/** How often a file is polled that the service is still inspecting. */
const MAX_POLLS = 60

export async function downloadFile(context: DownloadContext, item: DownloadItem): Promise<void> {
  const { path, size, id, sha256 } = item
  const existing = await statIfExists(path)
  if (existing?.size === size && (await sha256OfFile(path)) === sha256)
    return context.report({ event: 'unchanged', path, size, file: id })
  rejectExisting(context, existing)
  // The digest in its name: a partial file of an earlier command has the same bytes, or another
  // name.
  const partial = `${path}.${sha256.slice(0, 8)}.part`
  await fill(context, item, partial)
  rejectExisting(context, await statIfExists(path))
  await rename(partial, path)
  await syncFolder(dirname(path))
  context.report({ event: 'done', path, size, file: id, sha256 })
}

const statIfExists = (path: string): Promise<Stats | undefined> =>
  lstat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

function rejectExisting({ force }: DownloadContext, existing: Stats | undefined) {
  if (existing && !force)
    throw new Error('Another file with this name exists; use --force to overwrite it')
}

/** If the digest is wrong, downloads once more from the start. */
async function fill(context: DownloadContext, item: DownloadItem, partial: string) {
  await using file = await open(
    partial,
    constants.O_RDWR | constants.O_CREAT | constants.O_NOFOLLOW,
    0o666,
  )
  for (const isLastAttempt of [false, true]) {
    if ((await fillOnce(context, item, file)) === item.sha256) return file.sync()
    await file.truncate(0)
    if (isLastAttempt) throw new Error('The downloaded bytes have the wrong digest, twice')
  }
}

/** Returns the SHA-256 of the whole file. */
async function fillOnce(
  context: DownloadContext,
  item: DownloadItem,
  file: FileHandle,
): Promise<string> {
  const { report } = context
  const { path, size } = item
  const existingSize = (await file.stat()).size
  if (existingSize > size) await file.truncate(0)
  const { from, stream } = await openDownload(context, item, existingSize > size ? 0 : existingSize)
  await file.truncate(from)
  const hash = createHash('sha256')
  if (from > 0) {
    const start = { start: 0, end: from - 1, autoClose: false, highWaterMark: HASH_BUFFER_SIZE }
    for await (const chunk of file.createReadStream(start)) hash.update(chunk as Buffer)
  }
  let at = from
  report({ event: 'started', path, size, transferred: at })
  for await (const chunk of stream) {
    await file.write(chunk, 0, chunk.length, at)
    hash.update(chunk)
    at += chunk.length
    report({ event: 'progress', path, size, transferred: at })
  }
  return hash.digest('hex')
}

/** Waits while the download limit is reached, or while the service still inspects the file. */
async function openDownload(
  { client, report, signal }: DownloadContext,
  { id }: DownloadItem,
  from: number,
) {
  for (let polls = 0; ;) {
    try {
      return await client.download(downloads.sendFile, { params: { id }, signal }, { from })
    } catch (error) {
      const mayWait =
        isApiError(error, 'download.limit-exceeded') ||
        (isApiError(error, 'file.unverified') && polls++ < MAX_POLLS)
      if (!mayWait) throw error
      report({ event: 'paused', reason: error.message })
      await sleep(1000 * Number(error.headers.get('retry-after') ?? 1), undefined, { signal })
    }
  }
}

/** A rename survives a power cut only after the folder is synced. */
async function syncFolder(folder: string) {
  await using handle = await open(folder)
  await handle.sync()
}
