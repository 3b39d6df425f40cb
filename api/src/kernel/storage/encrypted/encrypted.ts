// Encrypts objects before they reach another storage. Objects that were stored before are read as
// they are: an encrypted object has its own name in the storage below.
import { Readable } from 'node:stream'
import type { ByteRange, SavedBytes, Storage } from '../storage.ts'
import { openSegment, plainLength, sealFooter } from './format.ts'
import { encryptedName, keyOfName } from './forms.ts'
import type { ObjectKeys } from './object-keys.ts'
import { inSegments, openObject, readRange, type OpenedObject } from './reader.ts'
import { findDataKey, openEnding, openEncryptedWriter, storedPart } from './writer.ts'

/** About 400 bytes each. A film that is played has a few thousand parts. */
const MAX_OPENED = 5_000

type Options = {
  /** Encrypts new uploads. Uploads that were started otherwise continue as they were. */
  encryptNew: boolean
}

/** Without keys no object was ever encrypted, and the storage is used as it is. */
export const withEncryption = (
  storage: Storage,
  keys: ObjectKeys | undefined,
  { encryptObjects }: { encryptObjects: boolean },
): Storage => (keys ? encryptedStorage(storage, keys, { encryptNew: encryptObjects }) : storage)

/** Lists and measures objects of either form, but cannot read encrypted ones. */
export const withoutKeys = (storage: Storage): Storage =>
  encryptedStorage(
    storage,
    { current: () => Promise.reject(new Error('There are no keys')), find: async () => undefined },
    { encryptNew: false },
  )

/** Has neither paths nor presigned URLs: nobody else can decrypt the bytes. */
export function encryptedStorage(
  inner: Storage,
  keys: ObjectKeys,
  { encryptNew }: Options,
): Storage {
  const opened = createCache()
  const isEncrypted = (saved: SavedBytes) =>
    saved.length === 0 ? encryptNew : saved.encryption !== undefined

  async function open(key: string): Promise<OpenedObject | undefined> {
    const name = encryptedName(key)
    const length = await inner.lengthOf(name)
    if (length === undefined) return undefined
    return openObject(keys, key, { length, read: (range) => inner.read(name, range) })
  }

  async function reopen(key: string): Promise<OpenedObject | undefined> {
    opened.delete(key)
    const object = await open(key)
    if (object) opened.set(key, object)
    return object
  }

  return {
    resume: async (id, saved) =>
      isEncrypted(saved) ? openEncryptedWriter(inner, keys, id, saved) : inner.resume(id, saved),
    readSaved: async (id, saved) =>
      saved.encryption
        ? Readable.from(readSaved(inner, keys, id, saved), { objectMode: false })
        : inner.readSaved(id, saved),
    async publish(id, saved, key) {
      opened.delete(key)
      if (saved.encryption) await publishEncrypted(inner, keys, { id, saved, key })
      else await inner.publish(id, saved, key)
      // The same bytes may be stored in the other form, perhaps damaged.
      await inner.remove(saved.encryption ? key : encryptedName(key))
      opened.delete(key)
    },
    discard: inner.discard,
    listAbandoned: inner.listAbandoned,
    read: (key, range) =>
      Readable.from(
        readReplaceable(
          async () => opened.get(key) ?? reopen(key),
          () => reopen(key),
          (object, rest) =>
            object ? readRange(object, rest) : (inner.read(key, rest) as AsyncIterable<Buffer>),
          range,
        ),
        { objectMode: false },
      ),
    async *list() {
      for await (const { key: name, length, changed } of inner.list()) {
        const key = keyOfName(name)
        yield { key, length: key === name ? length : plainLength(length), changed }
      }
    },
    async lengthOf(key) {
      const length = await inner.lengthOf(encryptedName(key))
      return length === undefined ? inner.lengthOf(key) : plainLength(length)
    },
    async remove(key) {
      opened.delete(key)
      await inner.remove(encryptedName(key))
      await inner.remove(key)
    },
    freeBytes: inner.freeBytes,
  }
}

async function publishEncrypted(
  inner: Storage,
  keys: ObjectKeys,
  { id, saved, key }: { id: string; saved: SavedBytes; key: string },
) {
  const ending = Buffer.concat([
    Buffer.from(saved.encryption!.ending, 'base64'),
    sealFooter(await findDataKey(keys, saved), key, saved.length),
  ])
  const part = storedPart(saved)
  if (plainLength(part.length + ending.length) !== saved.length)
    throw new Error(`The parts of ${id} do not have ${saved.length} bytes`)
  await inner.publish(id, part, encryptedName(key), ending)
}

async function* readSaved(
  inner: Storage,
  keys: ObjectKeys,
  id: string,
  saved: SavedBytes,
): AsyncGenerator<Buffer> {
  const key = await findDataKey(keys, saved)
  let index = 0
  for await (const segment of inSegments(await inner.readSaved(id, storedPart(saved))))
    yield openSegment(key, index++, false, segment)
  const ending = openEnding(key, saved)
  if (ending?.length) yield ending
}

/** Opened objects, so that each range of a file does not read its footer again. */
type Cache = Map<string, OpenedObject>

function createCache(): Cache {
  const cache: Cache = new Map()
  const set = cache.set.bind(cache)
  cache.set = (key, value) => {
    if (cache.size >= MAX_OPENED) cache.delete(cache.keys().next().value!)
    return set(key, value)
  }
  return cache
}

/**
 * An upload of the same bytes may replace the object while it is read. The new one has another data
 * key, or is not encrypted: it is opened, and reading continues after the last byte.
 */
async function* readReplaceable(
  current: () => Promise<OpenedObject | undefined>,
  reopen: () => Promise<OpenedObject | undefined>,
  read: (object: OpenedObject | undefined, range: ByteRange) => AsyncIterable<Buffer>,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let position = start
  for (let object = await current(); ;)
    try {
      for await (const chunk of read(object, { start: position, end })) {
        position += chunk.length
        yield chunk
      }
      return
    } catch (error) {
      const replacement = await reopen()
      if (isSameObject(object, replacement)) throw error
      object = replacement
    }
}

/** Every upload has its own salt. */
const isSameObject = (a: OpenedObject | undefined, b: OpenedObject | undefined): boolean =>
  a && b ? a.key.salt.equals(b.key.salt) : a === b
