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

/** So many at once keep a disk busy, and a store far away. */
const AT_ONCE = 4
const PIECE = 1024 * 1024

/**
 * Brings every named object onto the shelf. What is there already is left alone: an object never
 * changes.
 */
export async function copyObjects(
  storage: Storage,
  shelf: BackupRepository,
  named: AsyncIterable<ObjectRef>,
  told: (bytes: number) => void,
): Promise<CopyResult> {
  const brought: CopyResult = { copied: 0, bytes: 0, missing: [] }
  await forEachConcurrent(named, async ({ key, length }) => {
    if ((await sizeOf(shelf.objectPath(key))) === length) return told(length)
    const why = await copyObject(storage, { key, length }, shelf)
    told(length)
    if (why) return void brought.missing.push({ key, why })
    brought.copied++
    brought.bytes += length
  })
  return brought
}

/**
 * Says why it cannot be had. Whatever else goes wrong is no fault of the object, and ends the
 * backup.
 */
async function copyObject(
  storage: Storage,
  { key, length }: ObjectRef,
  { making, objectPath: objectOf }: BackupRepository,
): Promise<string | undefined> {
  const found = await storage.lengthOf(key)
  if (found === undefined) return 'missing'
  if (found !== length) return `${found} bytes instead of ${length}`
  const path = join(making, randomUUID())
  const digest = createHash('sha256')
  async function* measured(source: AsyncIterable<Buffer>) {
    for await (const piece of source) {
      digest.update(piece)
      yield piece
    }
  }
  const whole = await pipeline(
    length ? storage.read(key, { start: 0, end: length - 1 }) : Readable.from([]),
    measured,
    createWriteStream(path, { mode: PRIVATE.file, flush: true, flags: 'wx' }),
  ).then(() => true, unlessUnreadable)
  if (whole && digest.digest('hex') === key)
    return moveTo(path, objectOf(key)).then(() => undefined)
  await rm(path)
  return whole ? 'its bytes have changed' : 'the disk cannot read it'
}

/** A disk that cannot read one object can still give the others; one that cannot write ends it. */
const unlessUnreadable = (error: NodeJS.ErrnoException): false => {
  if (error.code !== 'EIO' || error.syscall !== 'read') throw error
  return false
}

/**
 * What is wrong with an object on the shelf. `quick` believes the bytes when there are as many as
 * there should be.
 */
export async function checkObject(
  shelf: BackupRepository,
  { key, length }: ObjectRef,
  quick: boolean,
): Promise<string | undefined> {
  const found = await sizeOf(shelf.objectPath(key))
  if (found === undefined) return 'missing'
  if (found !== length) return `${found} bytes instead of ${length}`
  if (quick) return undefined
  const digest = createHash('sha256')
  try {
    for await (const piece of readObject(shelf, key)) digest.update(piece)
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code})`
  }
  return digest.digest('hex') === key ? undefined : 'its bytes have changed'
}

export const readObject = (
  { objectPath: objectOf }: BackupRepository,
  key: string,
): AsyncIterable<Buffer> => createReadStream(objectOf(key), { highWaterMark: PIECE })

/** The list of a backup, line by line: of a large archive it is longer than one wants to hold. */
export async function* listObjects(path: string, promised: TextSummary): AsyncGenerator<ObjectRef> {
  const { pieces, fault } = readText(path, promised)
  for await (const line of createInterface({ input: Readable.from(pieces) })) {
    const [key, length] = line.split('\t')
    yield { key: key!, length: Number(length) }
  }
  if (fault()) throw new BackupError(`${path} is damaged: ${fault()}`)
}

/** After a fault none is begun. */
export async function forEachConcurrent<T>(
  items: AsyncIterable<T>,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const going = new Set<Promise<void>>()
  const faults: unknown[] = []
  for await (const item of items) {
    const one: Promise<void> = work(item)
      .catch((error: unknown) => void faults.push(error))
      .finally(() => going.delete(one))
    going.add(one)
    if (going.size === AT_ONCE) await Promise.race(going)
    if (faults.length) break
  }
  await Promise.all(going)
  if (faults.length) throw faults[0]
}

const sizeOf = async (path: string) => (await stat(path).catch(() => undefined))?.size
