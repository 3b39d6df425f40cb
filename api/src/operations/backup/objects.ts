import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Storage } from '../../kernel/storage/storage.ts'
import { readText } from './text.ts'
import {
  BackupError,
  PRIVATE,
  moveTo,
  type Manifest,
  type BackupRepository,
  type TextSummary,
} from './repository.ts'

export type ObjectRef = { key: string; length: number }
type CopyResult = { copied: number; bytes: number; missing: Manifest['missing'] }

/** Enough to keep a disk or remote storage busy. */
const CONCURRENCY = 4
const CHUNK_BYTES = 1024 * 1024

/** Copies the objects that the repository does not have yet. Objects never change. */
export async function copyObjects(
  storage: Storage,
  repository: BackupRepository,
  objects: AsyncIterable<ObjectRef>,
  onProgress: (bytes: number) => void,
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, bytes: 0, missing: [] }
  await forEachConcurrent(objects, async ({ key, length }) => {
    if ((await sizeOf(repository.objectPath(key))) === length) return onProgress(length)
    const why = await copyObject(storage, { key, length }, repository)
    onProgress(length)
    if (why) return void result.missing.push({ key, why })
    result.copied++
    result.bytes += length
  })
  return result
}

/** Returns why the object cannot be copied. Other errors end the backup. */
async function copyObject(
  storage: Storage,
  { key, length }: ObjectRef,
  { staging, objectPath }: BackupRepository,
): Promise<string | undefined> {
  const found = await storage.lengthOf(key)
  if (found === undefined) return 'it is missing'
  if (found !== length) return `it has ${found} bytes instead of ${length}`
  const path = join(staging, randomUUID())
  const digest = createHash('sha256')
  async function* hashed(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      digest.update(piece)
      yield piece
    }
  }
  const isReadable = await pipeline(
    length ? storage.read(key, { start: 0, end: length - 1 }) : Readable.from([]),
    hashed,
    createWriteStream(path, { mode: PRIVATE.file, flush: true, flags: 'wx' }),
  ).then(() => true, unlessUnreadable)
  if (isReadable && digest.digest('hex') === key)
    return moveTo(path, objectPath(key)).then(() => undefined)
  await rm(path)
  return isReadable ? 'its bytes have changed' : 'the disk cannot read it'
}

/** After a read error the other objects can still be copied. A write error ends the backup. */
const unlessUnreadable = (error: NodeJS.ErrnoException): false => {
  if (error.code !== 'EIO' || error.syscall !== 'read') throw error
  return false
}

/** Returns what is wrong with an object of the repository. `quick` only checks its length. */
export async function checkObject(
  repository: BackupRepository,
  { key, length }: ObjectRef,
  quick: boolean,
): Promise<string | undefined> {
  const found = await sizeOf(repository.objectPath(key))
  if (found === undefined) return 'it is missing'
  if (found !== length) return `it has ${found} bytes instead of ${length}`
  if (quick) return undefined
  const digest = createHash('sha256')
  try {
    for await (const piece of readObject(repository, key)) digest.update(piece)
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
  return digest.digest('hex') === key ? undefined : 'its bytes have changed'
}

export const readObject = (
  { objectPath: objectOf }: BackupRepository,
  key: string,
): AsyncIterable<Buffer> => createReadStream(objectOf(key), { highWaterMark: CHUNK_BYTES })

/** Streams the object list of a backup, which may be too long for memory. */
export async function* listObjects(path: string, expected: TextSummary): AsyncGenerator<ObjectRef> {
  const { chunks, findError } = readText(path, expected)
  for await (const line of createInterface({ input: Readable.from(chunks) })) {
    const [key, length] = line.split('\t')
    yield { key: key!, length: Number(length) }
  }
  const error = findError()
  if (error) throw new BackupError(`${path} is damaged: ${error}`)
}

/** Starts no further item after an error. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const running = new Set<Promise<void>>()
  const errors: unknown[] = []
  for await (const item of items) {
    const task: Promise<void> = work(item)
      .catch((error: unknown) => void errors.push(error))
      .finally(() => running.delete(task))
    running.add(task)
    if (running.size === CONCURRENCY) await Promise.race(running)
    if (errors.length) break
  }
  await Promise.all(running)
  if (errors.length) throw errors[0]
}

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size
