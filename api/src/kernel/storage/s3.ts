import { Readable } from 'node:stream'
import { checkName, isValidName } from './object-name.ts'
import { openBucket, type S3Bucket, type S3Settings } from './s3-bucket.ts'
import { openIncoming } from './s3-incoming.ts'
import { isMissing, storageUnavailable } from './s3-problem.ts'
import { readObject } from './s3-read.ts'
import type { SavedBytes, SavedPart, Storage } from './storage.ts'

const INCOMING = 'incoming/'
const OBJECTS = 'objects/'
/** Marks a multipart upload that is in progress. */
const JOINING = 'joining-'
const CONCURRENCY = 8
const TIMEOUT_MS = 30_000

/** Any S3-compatible store: uploads in parts below `incoming/<id>/`, objects below `objects/`. */
export function s3Storage(settings: S3Settings, timeoutMs = TIMEOUT_MS): Storage {
  const bucket = openBucket(settings, timeoutMs)
  const folderOf = (id: string) => `${INCOMING}${checkName(id)}/`
  const objectOf = (key: string) => OBJECTS + checkName(key)
  const partsOf = (id: string, saved: SavedBytes) =>
    saved.parts.map(({ name, length }) => ({ name: folderOf(id) + checkName(name), length }))

  return {
    resume: async (id, saved) => openIncoming(bucket, folderOf(id), saved),
    readSaved: async (id, saved) =>
      Readable.from(readParts(bucket, partsOf(id, saved)), { objectMode: false }),
    async publish(id, saved, key, ending = Buffer.alloc(0)) {
      const target = { folder: folderOf(id), to: objectOf(key) }
      const expected = saved.length + ending.length
      const error: unknown = await append(bucket, target.folder, saved, ending)
        .then((whole) => joinParts(bucket, partsOf(id, whole), target))
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

/** The ending joins the last part: S3 accepts only one part that is short. */
async function append(bucket: S3Bucket, folder: string, saved: SavedBytes, ending: Buffer) {
  if (ending.length === 0) return saved
  const writer = await openIncoming(bucket, folder, saved)
  await writer.write(ending)
  return writer.save()
}

async function* readParts(bucket: S3Bucket, parts: SavedPart[]): AsyncGenerator<Buffer> {
  for (const { name, length } of parts)
    yield* readObject(bucket, name, { start: 0, end: length - 1 }) as AsyncIterable<Buffer>
}

/**
 * The store joins the parts, so the object appears completely or not at all. It replaces an existing
 * object, whose bytes may be damaged.
 */
async function joinParts(
  bucket: S3Bucket,
  parts: SavedPart[],
  { folder, to }: { folder: string; to: string },
) {
  const [only, ...more] = parts
  if (!only) return bucket.put(to, Buffer.alloc(0))
  if (more.length === 0) return copyWhole(bucket, only, to)
  const multipart = await bucket.beginMultipart(to)
  // The marker lets `discard` abort this, if the process dies.
  await bucket.put(
    `${folder}${JOINING}${encodeURIComponent(to)}.${encodeURIComponent(multipart)}`,
    Buffer.alloc(0),
  )
  const copied: { PartNumber: number; ETag: string }[] = []
  await forEach(parts, async (part, index) => {
    copied[index] = await bucket.copyPart(to, multipart, index + 1, part)
  })
  await bucket.completeMultipart(to, multipart, copied)
}

async function copyWhole(bucket: S3Bucket, { name, length }: SavedPart, to: string) {
  const actual = await bucket.lengthOf(name)
  if (actual !== undefined && actual !== length)
    throw storageUnavailable(wrongLength(name, actual, length))
  await bucket.copy(name, to)
}

const wrongLength = (name: string, actual: number | undefined, expected: number) =>
  new Error(`${name} has ${actual} bytes instead of ${expected}`)

function parseJoining(name: string): { to: string; multipart: string } | undefined {
  const [, to, multipart] = new RegExp(`/${JOINING}([^/.]+)\\.([^/]+)$`).exec(name) ?? []
  return to && multipart
    ? { to: decodeURIComponent(to), multipart: decodeURIComponent(multipart) }
    : undefined
}

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
