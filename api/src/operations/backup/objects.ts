import { createHash, randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DamagedObjectError } from '../../kernel/storage/encrypted/format.ts'
import { findForm, type StoredForm } from '../../kernel/storage/encrypted/forms.ts'
import type { ObjectKeys } from '../../kernel/storage/encrypted/object-keys.ts'
import { openObject, readRange } from '../../kernel/storage/encrypted/reader.ts'
import type { ByteRange, Storage } from '../../kernel/storage/storage.ts'
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
/** Where the keys of encrypted objects are found. */
export type ReadableKeys = Pick<ObjectKeys, 'find'>
type CopyResult = { copied: number; bytes: number; missing: Manifest['missing'] }

/** Enough to keep a disk or remote storage busy. */
const CONCURRENCY = 4
const CHUNK_BYTES = 1024 * 1024

/** Copies the objects that the repository does not have yet. Objects never change. */
export async function copyObjects(
  storage: Storage,
  repository: BackupRepository,
  keys: ReadableKeys | undefined,
  objects: AsyncIterable<ObjectRef>,
  onProgress: (bytes: number) => void,
): Promise<CopyResult> {
  const result: CopyResult = { copied: 0, bytes: 0, missing: [] }
  await forEachConcurrent(objects, async (object) => {
    const { key, length } = object
    if (await findStored(repository, object)) return onProgress(length)
    const reason = await copyObject(storage, object, repository, keys)
    onProgress(length)
    if (reason) return void result.missing.push({ key, reason })
    result.copied++
    result.bytes += length
  })
  return result
}

/** Returns why the object cannot be copied. Other errors end the backup. */
async function copyObject(
  storage: Storage,
  object: ObjectRef,
  { staging, objectPath }: BackupRepository,
  keys: ReadableKeys | undefined,
): Promise<string | undefined> {
  const file = await findForm(object, (name) => storage.lengthOf(name))
  if (!file) return 'it is missing'
  const { form, length } = file
  if (length !== form.length) return `it has ${length} bytes instead of ${form.length}`
  const path = join(staging, randomUUID())
  const digest = createHash('sha256')
  async function* hashed(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      digest.update(piece)
      yield piece
    }
  }
  const isReadable = await pipeline(
    length ? storage.read(form.name, { start: 0, end: length - 1 }) : Readable.from([]),
    hashed,
    createWriteStream(path, { mode: PRIVATE.file, flush: true, flags: 'wx' }),
  ).then(() => true, unlessUnreadable)
  // The digest of the ciphertext says nothing, so it is decrypted once more.
  const reason = !isReadable
    ? 'the disk cannot read it'
    : form.isEncrypted
      ? await findDamage(path, object, form, keys)
      : compareDigest(digest.digest('hex'), object.key)
  if (reason) await rm(path)
  else await moveTo(path, objectPath(form.name))
  return reason
}

/** After a read error the other objects can still be copied. A write error ends the backup. */
const unlessUnreadable = (error: NodeJS.ErrnoException): false => {
  if (error.code !== 'EIO' || error.syscall !== 'read') throw error
  return false
}

/** Returns what is wrong with an object of the repository. `quick` only checks its length. */
export async function checkObject(
  repository: BackupRepository,
  object: ObjectRef,
  { quick, keys }: { quick: boolean; keys: ReadableKeys | undefined },
): Promise<string | undefined> {
  const file = await findForm(object, (name) => sizeOf(repository.objectPath(name)))
  if (!file) return 'it is missing'
  const { form, length } = file
  if (length !== form.length) return `it has ${length} bytes instead of ${form.length}`
  if (quick) return undefined
  try {
    return await findDamage(repository.objectPath(form.name), object, form, keys)
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
}

/** The complete form of an object in the repository. */
export async function findStored(
  repository: BackupRepository,
  object: ObjectRef,
): Promise<StoredForm | undefined> {
  const file = await findForm(object, (name) => sizeOf(repository.objectPath(name)))
  return file?.length === file?.form.length ? file?.form : undefined
}

/** Without the keys an encrypted object cannot be compared with its digest. */
async function findDamage(
  path: string,
  { key, length }: ObjectRef,
  form: StoredForm,
  keys: ReadableKeys | undefined,
): Promise<string | undefined> {
  if (form.isEncrypted && !keys) return undefined
  const digest = createHash('sha256')
  try {
    const read = (range?: ByteRange) =>
      createReadStream(path, { ...range, highWaterMark: CHUNK_BYTES })
    const bytes = form.isEncrypted
      ? readRange(await openObject(keys!, key, { length: form.length, read }), {
          start: 0,
          end: length - 1,
        })
      : (read() as AsyncIterable<Buffer>)
    for await (const piece of bytes) digest.update(piece)
  } catch (error) {
    if (!(error instanceof DamagedObjectError)) throw error
  }
  return compareDigest(digest.digest('hex'), key)
}

const compareDigest = (digest: string, key: string) =>
  digest === key ? undefined : 'its bytes have changed'

export const readObject = (
  { objectPath: objectOf }: BackupRepository,
  name: string,
): AsyncIterable<Buffer> => createReadStream(objectOf(name), { highWaterMark: CHUNK_BYTES })

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
