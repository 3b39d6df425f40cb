import { Readable } from 'node:stream'
import { checkName, isValidName } from './object-name.ts'
import { assemble, sumOf } from './s3-assemble.ts'
import { openBucket, type S3Bucket, type S3Settings } from './s3-bucket.ts'
import { openIncoming } from './s3-incoming.ts'
import { beginMarked, parseJoining } from './s3-joining.ts'
import { isMissing, storageUnavailable } from './s3-problem.ts'
import { readObject } from './s3-read.ts'
import type { ByteRange, SavedBytes, SavedPart, Storage } from './storage.ts'

const INCOMING = 'incoming/'
const OBJECTS = 'objects/'
const CONCURRENCY = 8
/** The limit of S3 for one call. */
const MAX_COPY = 5 * 1024 ** 3
/** Larger objects are copied in ranges. */
const [MIN_RANGE, MAX_RANGES] = [512 * 1024 ** 2, 2_000]
const TIMEOUT_MS = 30_000

/** Any S3-compatible store: uploads below `incoming/<id>/`, objects below `objects/`. */
export function s3Storage(settings: S3Settings, timeoutMs = TIMEOUT_MS): Storage {
  const bucket = openBucket(settings, timeoutMs)
  const folderOf = (id: string) => `${INCOMING}${checkName(id)}/`
  const objectOf = (key: string) => OBJECTS + checkName(key)
  const checked = (saved: SavedBytes) => {
    saved.parts.forEach(({ name }) => checkName(name))
    return saved
  }

  return {
    resume: async (id, saved) => openIncoming(bucket, folderOf(id), saved),
    async readSaved(id, saved) {
      const parts = await assemble(bucket, folderOf(id), checked(saved))
      return Readable.from(readParts(bucket, folderOf(id), parts), { objectMode: false })
    },
    async publish(id, saved, key, ending = Buffer.alloc(0)) {
      const folder = folderOf(id)
      const expected = saved.length + ending.length
      const error: unknown = await assemble(bucket, folder, checked(saved), ending)
        .then((parts) => joinParts(bucket, parts, { folder, to: objectOf(key) }))
        .then(
          () => undefined,
          (cause) => cause,
        )
      // Missing parts were joined before, or the response was lost.
      if (error && !isMissing(error)) throw error
      const length = await bucket.lengthOf(objectOf(key))
      if (length !== expected) throw error ?? storageUnavailable(wrongLength(key, length, expected))
    },
    async discard(id) {
      const names = (await bucket.list(folderOf(id))).map(({ name }) => name)
      const unfinished = names.map(parseJoining).filter((joining) => joining !== undefined)
      await forEach(unfinished, ({ to, multipart }) => bucket.abortMultipart(to, multipart))
      await forEach(names, (name) => bucket.remove(name))
    },
    async listAbandoned(seconds) {
      const newest = new Map<string, number>()
      for (const { name, changed } of await bucket.list(INCOMING)) {
        const id = name.slice(INCOMING.length).split('/')[0]!
        newest.set(id, Math.max(changed, newest.get(id) ?? 0))
      }
      return [...newest]
        .filter(([id, changed]) => isValidName(id) && Date.now() - changed > seconds * 1000)
        .map(([id]) => id)
    },
    read: (key, range) => readObject(bucket, objectOf(key), range),
    async *list() {
      for (const { name, length, changed } of await bucket.list(OBJECTS))
        yield { key: name.slice(OBJECTS.length), length, changed }
    },
    lengthOf: async (key) => bucket.lengthOf(objectOf(key)),
    remove: async (key) => bucket.remove(objectOf(key)),
    // A bucket does not report free space. A write fails when it is full.
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    presign: async (key, options) => bucket.presign(objectOf(key), options),
  }
}

async function* readParts(
  bucket: S3Bucket,
  folder: string,
  parts: SavedPart[],
): AsyncGenerator<Buffer> {
  for (const { name, length } of parts)
    yield* readObject(bucket, folder + name, { start: 0, end: length - 1 }) as AsyncIterable<Buffer>
}

/**
 * The object appears completely or not at all. It replaces an existing object, whose bytes may be
 * damaged. A whole object is copied by one call, for which some stores need not read its bytes.
 */
async function joinParts(
  bucket: S3Bucket,
  parts: SavedPart[],
  { folder, to }: { folder: string; to: string },
) {
  const [only, ...more] = parts
  if (!only) return bucket.put(to, Buffer.alloc(0))
  if (more.length === 0 && only.length <= MAX_COPY) {
    const actual = await bucket.lengthOf(folder + only.name)
    if (actual === undefined || actual === only.length) return bucket.copy(folder + only.name, to)
  }
  const multipart = await beginMarked(bucket, folder, to)
  const etags: string[] = []
  await forEach(splitParts(parts), async ({ name, range }, index) => {
    etags[index] = await bucket.copyPart(to, multipart, index + 1, { name: folder + name, range })
  })
  await bucket.completeMultipart(to, multipart, etags)
}

/** Ranges of about equal length, because S3 copies no more than 5 GiB at once and joins 10,000. */
function splitParts(parts: SavedPart[]): { name: string; range: ByteRange }[] {
  const limit = Math.max(MIN_RANGE, sumOf(parts) / MAX_RANGES)
  return parts.flatMap(({ name, length }) => {
    const count = Math.ceil(length / limit)
    const boundary = (index: number) => Math.floor((length * index) / count)
    return Array.from({ length: count }, (_, index) => ({
      name,
      range: { start: boundary(index), end: boundary(index + 1) - 1 },
    }))
  })
}

const wrongLength = (name: string, actual: number | undefined, expected: number) =>
  new Error(`${name} has ${actual} bytes instead of ${expected}`)

/** Handles all items, several at once. After an error no other item is started. */
async function forEach<T>(items: T[], handle: (item: T, index: number) => Promise<void>) {
  const queue = items.entries()
  let failed = false
  const work = async () => {
    for (const [index, item] of queue)
      if (!failed)
        await handle(item, index).catch((error) => {
          failed = true
          throw error
        })
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}
