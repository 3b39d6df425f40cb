// The one way bytes come in, whichever door they came by: in large pieces, hashed while they are
// written, acknowledged when they are safe.
import { randomUUID } from 'node:crypto'
import { Readable, addAbortSignal } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Hashing, Digester } from './hashing.ts'
import {
  NO_BYTES,
  type Digests,
  type IncomingWriter,
  type SavedBytes,
  type PublishedObject,
  type Storage,
} from './storage.ts'

export type Intake = {
  /** Takes all bytes of a source in. When `accept` throws, they are dropped. */
  put: (source: AsyncIterable<Uint8Array>, accept?: Accept) => Promise<PublishedObject>
  openSession: (id: string, kept: SavedBytes) => Promise<IntakeSession>
  /** The digests of kept bytes that nobody counted in one go. */
  digestSaved: (id: string, kept: SavedBytes) => Promise<Digests>
  /** The digests of an original as it lies there now. */
  digestStored: (key: string, length: number, signal: AbortSignal) => Promise<Digests>
  publish: (id: string, kept: SavedBytes, digests: Digests) => Promise<PublishedObject>
}
/** Somebody who writes one upload, for as long as nobody else does. */
export type IntakeSession = {
  /**
   * Resolves with what is kept when the source ends. When it broke, what came before is kept too,
   * unless it must be whole, and `cut` says why.
   */
  receive: (
    source: AsyncIterable<Uint8Array>,
    asked?: { whole?: boolean; checksum?: Checksum; saved?: (kept: SavedBytes) => Promise<void> },
  ) => Promise<IntakeResult>
  /** Known only to who saw every byte. */
  digests: () => Promise<Digests | undefined>
  close: () => Promise<void>
}
export type IntakeResult = { saved: SavedBytes; interruptedBy?: unknown }
/** What the sender says of the bytes: when `verify` throws, none of them is kept. */
export type Checksum = { update: (piece: Uint8Array) => void; verify: () => void }
type Accept = (measured: Digests & { length: number }) => void

/**
 * A megabyte a piece: smaller ones cost more calls than bytes. Several, so that one is filled while
 * the others are written and hashed.
 */
const PIECE = 1024 * 1024
const PIECES = 8
/**
 * How much a power cut may cost an upload that comes in one long breath: of a fast line so many
 * bytes, of a slow one so many milliseconds.
 */
const SAVE_EVERY = 64 * PIECE
const SAVE_EVERY_MS = 2_000
const HEAD = 4096

export function createIntake(storage: Storage, hashing: Hashing): Intake {
  const intake: Intake = {
    async put(source, accept) {
      const id = randomUUID()
      try {
        const { kept, digests } = await takeWhole(await intake.openSession(id, NO_BYTES), source)
        accept?.({ ...digests, length: kept.length })
        return await intake.publish(id, kept, digests)
      } finally {
        // What cannot be dropped now is found as abandoned later.
        await storage.discard(id).catch(() => {})
      }
    },
    openSession: async (id, kept) => createSession(await storage.resume(id, kept), hashing, kept),
    digestSaved: async (id, kept) => digestsOf(await storage.readSaved(id, kept), hashing),
    digestStored: (key, length, signal) =>
      digestsOf(
        length
          ? addAbortSignal(signal, storage.read(key, { start: 0, end: length - 1 }))
          : Readable.from([]),
        hashing,
      ),
    async publish(id, kept, digests) {
      const key = digests.sha256
      await storage.publish(id, kept, key)
      const head = kept.length
        ? await buffer(storage.read(key, { start: 0, end: Math.min(HEAD, kept.length) - 1 }))
        : Buffer.alloc(0)
      return { ...digests, key, length: kept.length, head }
    },
  }
  return intake
}

/** Closed before it is published: on disk, what is still open must be copied. */
async function takeWhole(
  sitting: IntakeSession,
  source: AsyncIterable<Uint8Array>,
): Promise<{ kept: SavedBytes; digests: Digests }> {
  try {
    const { saved: kept } = await sitting.receive(source, { whole: true })
    return { kept, digests: (await sitting.digests())! }
  } finally {
    await sitting.close()
  }
}

async function digestsOf(source: AsyncIterable<Uint8Array>, hashing: Hashing): Promise<Digests> {
  const measure = hashing.createDigester()
  try {
    await eachPiece(source, (piece) => measure.update(piece))
    return await measure.digests()
  } finally {
    measure.end()
  }
}

function createSession(
  incoming: IncomingWriter,
  hashing: Hashing,
  begun: SavedBytes,
): IntakeSession {
  const measure: Digester | undefined = begun.length === 0 ? hashing.createDigester() : undefined
  return {
    async receive(source, { checksum, whole = Boolean(checksum), saved } = {}) {
      const save = async () => {
        const kept = await incoming.save()
        await saved?.(kept)
        return kept
      }
      const cut: Cut = {}
      await eachPiece(
        untilCut(source, cut),
        async (piece) => {
          checksum?.update(piece)
          await Promise.all([incoming.write(piece), measure?.update(piece)])
        },
        whole ? undefined : save,
      )
      if (cut.by && whole) throw cut.by
      checksum?.verify()
      return { saved: await save(), ...(cut.by !== undefined && { interruptedBy: cut.by }) }
    },
    digests: async () => measure?.digests(),
    close: async () => {
      measure?.end()
      await incoming.close()
    },
  }
}

type Cut = { by?: unknown }

/** A source that breaks ends here; that it broke is said later, when what came before is safe. */
async function* untilCut(source: AsyncIterable<Uint8Array>, cut: Cut): AsyncGenerator<Uint8Array> {
  try {
    yield* source
  } catch (error) {
    cut.by = error
  }
}

/**
 * Gathers what comes into pieces of shared memory and hands them on, several at once. `settle` is
 * called now and then, beside them.
 */
async function eachPiece(
  source: AsyncIterable<Uint8Array>,
  handle: (piece: Buffer) => Promise<void>,
  settle?: () => Promise<unknown>,
): Promise<void> {
  const free: Buffer[] = []
  const going: Promise<unknown>[] = []
  let settling: Promise<unknown> = Promise.resolve()
  let unsettled = 0
  let settled = performance.now()
  let piece: Buffer | undefined
  let filled = 0

  for await (const chunk of source) {
    for (let at = 0; at < chunk.length;) {
      piece ??= free.pop() ?? Buffer.from(new SharedArrayBuffer(PIECE))
      const size = Math.min(PIECE - filled, chunk.length - at)
      piece.set(chunk.subarray(at, at + size), filled)
      filled += size
      at += size
      if (filled === PIECE) await send()
    }
  }
  if (filled) await send()
  await Promise.all([...going, settling])

  async function send() {
    const sent = piece!
    going.push(later(handle(sent.subarray(0, filled)).then(() => free.push(sent))))
    unsettled += filled
    piece = undefined
    filled = 0
    if (going.length >= PIECES) await going.shift()
    if (!settle || (unsettled < SAVE_EVERY && performance.now() - settled < SAVE_EVERY_MS)) return
    unsettled = 0
    settled = performance.now()
    await settling
    settling = later(settle())
  }
}

/** It is looked at later, together with what went out since. */
function later<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}
