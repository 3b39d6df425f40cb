import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { S3Bucket } from './s3-bucket.ts'
import { readObject } from './s3-read.ts'
import type { IncomingWriter, SavedBytes, SavedPart } from './storage.ts'

const MEBIBYTE = 1024 * 1024
/** Joining asks for 5 MiB at least. Larger ones cost memory, smaller ones requests. */
const PART = 8 * MEBIBYTE
/**
 * A store joins 10,000 parts at most, and how much will come is not known here. Parts of a 1,200th
 * of what came make 8,800 of 5 TiB.
 */
const SHARE = 1200
const AT_ONCE = 2

export const partSize = (position: number): number =>
  Math.max(PART, Math.ceil(position / SHARE / MEBIBYTE) * MEBIBYTE)

/**
 * Every part is an object of its own under a name that nobody used before, so who was given up can
 * overwrite nothing; they are joined when all have come.
 * What is left over at a save becomes a short part at the end, which the next sitting takes up
 * again.
 */
export async function openIncoming(
  bucket: S3Bucket,
  folder: string,
  kept: SavedBytes,
): Promise<IncomingWriter> {
  const { parts, length, tail: begun } = apart(kept)
  const tails = begun ? [begun] : []
  const going = new Set<Promise<void>>()
  let saved = kept
  let sent = length
  let block = Buffer.allocUnsafeSlow(partSize(sent))
  let filled = begun ? (await takeUp(bucket, folder, begun)).copy(block) : 0
  let fault: unknown

  return {
    async write(piece) {
      for (let at = 0; at < piece.length;) {
        const size = Math.min(block.length - filled, piece.length - at)
        // Before anything is waited for: it keeps the order, and the piece is free afterwards.
        block.set(piece.subarray(at, at + size), filled)
        filled += size
        at += size
        if (filled === block.length) send()
      }
      while (going.size >= AT_ONCE) await Promise.race(going)
      if (fault) throw fault
    },
    async save() {
      const full = { length: sent, parts: [...parts] }
      const rest = block.subarray(0, filled)
      await Promise.all(going)
      if (fault) throw fault
      if (saved.length === full.length + rest.length) return saved
      if (rest.length === 0) return (saved = full)
      const tail = named('tail', rest)
      await bucket.put(folder + tail.name, rest)
      tails.push(tail)
      // Who saves again has recorded what was saved before, so the one before that is in no record
      // any more. A client that sends small pieces would leave thousands.
      if (tails.length > 2) await bucket.remove(folder + tails.shift()!.name).catch(() => {})
      return (saved = { length: full.length + tail.length, parts: [...full.parts, tail] })
    },
    close: async () => void (await Promise.all(going)),
  }

  function send() {
    const part = named('part', block)
    const done: Promise<void> = bucket
      .put(folder + part.name, block)
      .catch((error: unknown) => {
        fault ??= error
      })
      .finally(() => going.delete(done))
    going.add(done)
    parts.push(part)
    sent += part.length
    block = Buffer.allocUnsafeSlow(partSize(sent))
    filled = 0
  }
}

const named = (kind: 'part' | 'tail', bytes: Buffer): SavedPart => ({
  name: `${kind}-${randomUUID()}`,
  length: bytes.length,
})

function apart({ length, parts }: SavedBytes): {
  parts: SavedPart[]
  length: number
  tail?: SavedPart
} {
  const last = parts.at(-1)
  const before = length - (last?.length ?? 0)
  return last && last.length < partSize(before)
    ? { parts: parts.slice(0, -1), length: before, tail: last }
    : { parts: [...parts], length }
}

/** Nor are those that are older than the one we were given. */
async function takeUp(bucket: S3Bucket, folder: string, tail: SavedPart): Promise<Buffer> {
  const bytes = await buffer(
    readObject(bucket, folder + tail.name, { start: 0, end: tail.length - 1 }),
  )
  const tails = await bucket.list(`${folder}tail-`)
  const changed = tails.find(({ name }) => name === folder + tail.name)?.changed ?? 0
  await Promise.all(
    tails.filter((other) => other.changed < changed).map(({ name }) => bucket.remove(name)),
  )
  return bytes
}
