import { Readable } from 'node:stream'
import { isValidName, checkName } from './object-name.ts'
import {
  isMissing,
  openBucket,
  storageUnavailable,
  type S3Bucket,
  type S3Settings,
} from './s3-bucket.ts'
import { openIncoming } from './s3-incoming.ts'
import { readObject } from './s3-read.ts'
import type { SavedBytes, Storage } from './storage.ts'

const INCOMING = 'incoming/'
const OBJECTS = 'objects/'
const JOINING = 'joining-'
const AT_ONCE = 8
const PATIENCE = 30_000

/**
 * Any S3-compatible store: what comes in below `incoming/<id>/`, in parts; what is whole below
 * `objects/`, by its digest.
 */
export function s3Storage(settings: S3Settings, patience = PATIENCE): Storage {
  const bucket = openBucket(settings, patience)
  const folderOf = (id: string) => `${INCOMING}${checkName(id)}/`
  const objectOf = (key: string) => OBJECTS + checkName(key)
  const partsOf = (id: string, kept: SavedBytes) =>
    kept.parts.map(({ name, length }) => ({ name: folderOf(id) + checkName(name), length }))

  return {
    resume: async (id, kept) => openIncoming(bucket, folderOf(id), kept),
    readSaved: async (id, kept) =>
      Readable.from(readParts(bucket, partsOf(id, kept)), { objectMode: false }),
    async publish(id, kept, key) {
      const fault: unknown = await join(bucket, {
        parts: partsOf(id, kept),
        folder: folderOf(id),
        to: objectOf(key),
      }).then(
        () => undefined,
        (error) => error,
      )
      // Parts that are gone were joined already, or the answer to it was lost on its way.
      if (fault && !isMissing(fault)) throw fault
      const length = await bucket.lengthOf(objectOf(key))
      if (length !== kept.length)
        throw (
          fault ??
          storageUnavailable(new Error(`${key} has ${length} bytes instead of ${kept.length}`))
        )
    },
    async discard(id) {
      const names = (await bucket.list(folderOf(id))).map(({ name }) => name)
      await each(
        names.map((name) => joiningOf(name)).filter((joining) => joining !== undefined),
        ({ to, multipart }) => bucket.abortJoining(to, multipart),
      )
      await each(names, (name) => bucket.remove(name))
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
    read: (key, span) => readObject(bucket, objectOf(key), span),
    async *list() {
      for (const { name, length, changed } of await bucket.list(OBJECTS))
        yield { key: name.slice(OBJECTS.length), length, changed }
    },
    lengthOf: async (key) => bucket.lengthOf(objectOf(key)),
    remove: async (key) => bucket.remove(objectOf(key)),
    // Nobody can ask a bucket; that it is full is said when it is.
    freeBytes: async () => Number.MAX_SAFE_INTEGER,
    presign: async (key, asked) => bucket.presign(objectOf(key), asked),
  }
}

type Source = { name: string; length: number }

async function* readParts(bucket: S3Bucket, parts: Source[]): AsyncGenerator<Buffer> {
  for (const { name, length } of parts)
    yield* readObject(bucket, name, { start: 0, end: length - 1 }) as AsyncIterable<Buffer>
}

/**
 * The store itself copies the parts together, so the object appears whole or not at all, over what
 * may be there: those bytes may have rotted.
 */
async function join(
  bucket: S3Bucket,
  { parts, folder, to }: { parts: Source[]; folder: string; to: string },
) {
  const [only, ...more] = parts
  if (!only) return bucket.put(to, Buffer.alloc(0))
  if (more.length === 0) return copyWhole(bucket, only, to)
  const multipart = await bucket.beginJoining(to)
  // Noted, so that who drops the id ends it, should we not live to.
  await bucket.put(
    `${folder}${JOINING}${encodeURIComponent(to)}.${encodeURIComponent(multipart)}`,
    Buffer.alloc(0),
  )
  const joined: { PartNumber: number; ETag: string }[] = []
  await each(parts, async (part, at) => {
    joined[at] = await bucket.joinPart(to, multipart, at + 1, part)
  })
  await bucket.endJoining(to, multipart, joined)
}

async function copyWhole(bucket: S3Bucket, { name, length }: Source, to: string) {
  const found = await bucket.lengthOf(name)
  if (found !== undefined && found !== length)
    throw storageUnavailable(new Error(`${name} has ${found} bytes instead of ${length}`))
  await bucket.copy(name, to)
}

function joiningOf(name: string): { to: string; multipart: string } | undefined {
  const [, to, multipart] = new RegExp(`/${JOINING}([^/.]+)\\.([^/]+)$`).exec(name) ?? []
  return to && multipart
    ? { to: decodeURIComponent(to), multipart: decodeURIComponent(multipart) }
    : undefined
}

/** All of them, a few at once. After a fault none is begun. */
async function each<T>(items: T[], work: (item: T, at: number) => Promise<void>) {
  const queue = items.entries()
  let broken = false
  const go = async () => {
    for (const [at, item] of queue)
      if (!broken)
        await work(item, at).catch((error) => {
          broken = true
          throw error
        })
  }
  await Promise.all(Array.from({ length: AT_ONCE }, go))
}
