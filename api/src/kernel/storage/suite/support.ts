// Helpers for the tests that every storage must pass.
import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { NO_BYTES, type IncomingWriter, type SavedBytes, type Storage } from '../storage.ts'

/** One storage and what its tests may do to it from outside. */
export type StorageSetup = {
  /** Opens the same storage as another process would. */
  open: () => Storage
  /** Replaces the bytes of an object with others of the same length. */
  damage: (key: string) => Promise<void>
  /** The names of everything that is not a published object. */
  unfinished: () => Promise<string[]>
}
export type CreateSetup = (t: TestContext) => Promise<StorageSetup | undefined>
/** Registers a test that gets a storage of its own. */
export type Check = (
  title: string,
  body: (setup: StorageSetup, storage: Storage) => Promise<void>,
) => void

export const MEBIBYTE = 1024 * 1024
/** The smallest part size in S3. */
export const PART = 8 * MEBIBYTE

export const sourceOf = (bytes: Buffer, size = 64 * 1024) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    ),
  )
export const digest = (name: string, bytes: Buffer) => createHash(name).update(bytes).digest('hex')
export const readAll = (storage: Storage, key: string, length: number) =>
  buffer(storage.read(key, { start: 0, end: length - 1 }))

/** Writes in chunks, as the intake does. */
export async function writeAll(writer: IncomingWriter, bytes: Buffer) {
  for (let offset = 0; offset < bytes.length; offset += MEBIBYTE)
    await writer.write(bytes.subarray(offset, offset + MEBIBYTE))
}

/** The writer is still open. */
export async function startUpload(
  storage: Storage,
  id: string,
  bytes: Buffer,
): Promise<{ writer: IncomingWriter; saved: SavedBytes }> {
  const writer = await storage.resume(id, NO_BYTES)
  await writeAll(writer, bytes)
  return { writer, saved: await writer.save() }
}

/** Writes, saves and closes an upload. */
export async function saveUpload(storage: Storage, id: string, bytes: Buffer): Promise<SavedBytes> {
  const { writer, saved } = await startUpload(storage, id, bytes)
  await writer.close()
  return saved
}

/** Writes, saves and closes after the upload has been published. */
export async function writeLate(writer: IncomingWriter) {
  await Promise.allSettled([writer.write(randomBytes(MEBIBYTE))])
  await Promise.allSettled([writer.save()])
  await writer.close()
}

/** Publishes an upload, discards its parts and checks that the object has exactly these bytes. */
export async function publishDiscardAndCheck(
  storage: Storage,
  id: string,
  saved: SavedBytes,
  bytes: Buffer,
) {
  const key = digest('sha256', bytes)
  await storage.publish(id, saved, key)
  await storage.discard(id)
  assert.equal(await storage.lengthOf(key), bytes.length)
  if (bytes.length) assert.ok((await readAll(storage, key, bytes.length)).equals(bytes))
}
