// Every file enters the storage here: in large chunks, hashed while it is written, and acknowledged
// when it is safe.
import { hash, randomUUID } from 'node:crypto'
import { Readable, addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { CHUNK_BYTES } from './chunk-memory.ts'
import { forEachChunk } from './chunks.ts'
import type { DigestOptions, Digester, Hashing } from './hashing.ts'
import { storageFull } from './storage-full.ts'
import {
  NO_BYTES,
  type Digests,
  type IncomingWriter,
  type PublishedObject,
  type SavedBytes,
  type Storage,
} from './storage.ts'
import { uploadedBytes } from '../telemetry/metrics.ts'

export type Intake = {
  /** Stores all bytes of a source. If `accept` throws, they are discarded. */
  put: (source: AsyncIterable<Uint8Array>, accept?: Accept) => Promise<PublishedObject>
  /**
   * Stores small contents from memory. `accept` sees the digests of each, with its place; if it
   * throws, none is stored.
   */
  putAll: (
    contents: readonly Uint8Array[],
    accept: (measured: Measured, place: number) => void,
  ) => Promise<PublishedObject[]>
  openSession: (id: string, saved: SavedBytes, options?: DigestOptions) => Promise<IntakeSession>
  /** Reads saved bytes again to compute their digests. */
  digestSaved: (id: string, saved: SavedBytes, options?: DigestOptions) => Promise<Digests>
  /** Reads a stored object again to compute its digests. */
  digestStored: (
    object: { key: string; length: number },
    signal: AbortSignal,
    options: DigestOptions,
  ) => Promise<Digests>
  publish: (id: string, saved: SavedBytes, digests: Digests) => Promise<PublishedObject>
}
/** Writes one upload. Only one session of an upload is open at a time. */
export type IntakeSession = {
  /**
   * Resolves when the source ends. If the source fails, the bytes before are saved as well and
   * `interruptedBy` is the error, unless the source must be `whole`.
   */
  receive: (source: AsyncIterable<Uint8Array>, options?: ReceiveOptions) => Promise<IntakeResult>
  /** Only known if this session has seen every byte. */
  digests: () => Promise<Digests | undefined>
  close: () => Promise<void>
}
type ReceiveOptions = {
  whole?: boolean
  checksum?: Checksum
  onSaved?: (saved: SavedBytes) => Promise<void>
}
export type IntakeResult = { saved: SavedBytes; interruptedBy?: unknown }
/** A checksum from the client. If `verify` throws, no byte is saved. */
export type Checksum = { update: (chunk: Uint8Array) => void; verify: () => void }
type Measured = Digests & { length: number }
type Accept = (received: Measured) => void

/** What a power cut may cost: so many bytes on a fast line, so many milliseconds on a slow one. */
const SAVE_EVERY_BYTES = 64 * CHUNK_BYTES
const SAVE_EVERY_MS = 2_000
const HEAD_BYTES = 4096
const ALL_DIGESTS: DigestOptions = { md5: true }

export function createIntake(storage: Storage, hashing: Hashing): Intake {
  const intake: Intake = {
    async put(source, accept) {
      const id = randomUUID()
      try {
        const { saved, digests } = await receiveWhole(
          await intake.openSession(id, NO_BYTES),
          source,
        )
        accept?.({ ...digests, length: saved.length })
        return await intake.publish(id, saved, digests)
      } finally {
        // If this fails, the bytes are listed as abandoned later.
        await storage.discard(id).catch(() => {})
      }
    },
    async putAll(contents, accept) {
      const objects = contents.map(measure)
      objects.forEach(accept)
      const distinct = new Map(objects.map(({ key }, place) => [key, contents[place]!]))
      const total = objects.reduce((sum, { length }) => sum + length, 0)
      if (total > (await storage.freeBytes())) throw storageFull()
      if (storage.putAll) {
        await storage.putAll(distinct)
        for (const { length } of distinct.values()) uploadedBytes.inc(length)
      } else
        await Promise.all(Array.from(distinct.values(), (bytes) => intake.put(toSource(bytes))))
      return objects
    },
    openSession: async (id, saved, options = ALL_DIGESTS) =>
      createSession(
        await storage.resume(id, saved),
        saved.length === 0 ? hashing.createDigester(options) : undefined,
      ),
    digestSaved: async (id, saved, options = ALL_DIGESTS) =>
      computeDigests(await storage.readSaved(id, saved), hashing.createDigester(options)),
    digestStored: ({ key, length }, signal, options) =>
      computeDigests(
        length
          ? addAbortSignal(signal, storage.read(key, { start: 0, end: length - 1 }))
          : Readable.from([]),
        hashing.createDigester(options),
      ),
    async publish(id, saved, digests) {
      const key = digests.sha256
      await storage.publish(id, saved, key)
      const head = saved.length
        ? await buffer(storage.read(key, { start: 0, end: Math.min(HEAD_BYTES, saved.length) - 1 }))
        : Buffer.alloc(0)
      return { ...digests, key, length: saved.length, head }
    },
  }
  return intake
}

/** On the main thread: sending a small content to a thread takes longer than its digests. */
function measure(bytes: Uint8Array): PublishedObject {
  const sha256 = hash('sha256', bytes)
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES))
  return { sha256, md5: hash('md5', bytes), key: sha256, length: bytes.length, head }
}

const toSource = (bytes: Uint8Array) => Readable.from(bytes.length ? [bytes] : [])

/** Closes the session before publishing: on disk, an open part would have to be copied. */
async function receiveWhole(
  session: IntakeSession,
  source: AsyncIterable<Uint8Array>,
): Promise<{ saved: SavedBytes; digests: Digests }> {
  try {
    const { saved } = await session.receive(source, { whole: true })
    return { saved, digests: (await session.digests())! }
  } finally {
    await session.close()
  }
}

async function computeDigests(
  source: AsyncIterable<Uint8Array>,
  digester: Digester,
): Promise<Digests> {
  try {
    await forEachChunk(source, (chunk) => digester.update(chunk))
    return await digester.digests()
  } finally {
    digester.end()
  }
}

/** Without a digester if an earlier session has received the first bytes. */
function createSession(writer: IncomingWriter, digester: Digester | undefined): IntakeSession {
  return {
    async receive(source, { checksum, whole = Boolean(checksum), onSaved } = {}) {
      let received = 0
      const save = async () => {
        const written = received
        const saved = await writer.save()
        uploadedBytes.inc(written)
        received -= written
        await onSaved?.(saved)
        return saved
      }
      const interruption: Interruption = {}
      await forEachChunk(
        untilInterrupted(source, interruption),
        async (chunk) => {
          checksum?.update(chunk)
          received += chunk.length
          await Promise.all([writer.write(chunk), digester?.update(chunk)])
        },
        whole ? undefined : { run: save, everyBytes: SAVE_EVERY_BYTES, everyMs: SAVE_EVERY_MS },
      )
      if (interruption.error && whole) throw interruption.error
      checksum?.verify()
      const saved = await save()
      return interruption.error === undefined
        ? { saved }
        : { saved, interruptedBy: interruption.error }
    },
    digests: async () => digester?.digests(),
    close: async () => {
      digester?.end()
      await writer.close()
    },
  }
}

type Interruption = { error?: unknown }

/** Ends when the source fails. The error is reported later, when the bytes before it are saved. */
async function* untilInterrupted(
  source: AsyncIterable<Uint8Array>,
  interruption: Interruption,
): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    interruption.error = error
  }
}
