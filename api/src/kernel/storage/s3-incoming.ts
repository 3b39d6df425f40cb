import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import type { S3Bucket } from './s3-bucket.ts'
import { readObject } from './s3-read.ts'
import type { IncomingWriter, SavedBytes, SavedPart } from './storage.ts'

const MEBIBYTE = 1024 * 1024
/** S3 requires at least 5 MiB. Larger parts need more memory, smaller parts more requests. */
const MIN_PART = 8 * MEBIBYTE
/**
 * S3 joins at most 10,000 parts, and the final size is unknown, so parts grow with the upload. If
 * each part is 1/1,200 of the bytes before it, 5 TiB need 8,800 parts.
 */
const PART_DIVISOR = 1200
const CONCURRENCY = 2

export const partSize = (position: number): number =>
  Math.max(MIN_PART, Math.ceil(position / PART_DIVISOR / MEBIBYTE) * MEBIBYTE)

/**
 * Every part is an object with a new name, so an abandoned writer cannot overwrite anything. A save
 * stores the remaining bytes as a short part, the tail, which the next writer continues.
 */
export async function openIncoming(
  bucket: S3Bucket,
  folder: string,
  resumedFrom: SavedBytes,
): Promise<IncomingWriter> {
  const { parts, length, tail: oldTail } = splitTail(resumedFrom)
  const tails = oldTail ? [oldTail] : []
  const uploads = new Set<Promise<void>>()
  let saved = resumedFrom
  let sent = length
  let block = Buffer.allocUnsafeSlow(partSize(sent))
  let filled = oldTail ? (await readTail(bucket, folder, oldTail)).copy(block) : 0
  let failure: unknown

  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.length;) {
        const size = Math.min(block.length - filled, bytes.length - offset)
        // Copy before the first await, so that writes stay in order and the caller can reuse its
        // buffer.
        block.set(bytes.subarray(offset, offset + size), filled)
        filled += size
        offset += size
        if (filled === block.length) upload()
      }
      while (uploads.size >= CONCURRENCY) await Promise.race(uploads)
      if (failure) throw failure
    },
    async save() {
      const full = { length: sent, parts: [...parts] }
      const rest = block.subarray(0, filled)
      await Promise.all(uploads)
      if (failure) throw failure
      if (saved.length === full.length + rest.length) return saved
      saved = rest.length === 0 ? full : await saveTail(full, rest)
      return saved
    },
    async close() {
      await Promise.all(uploads)
    },
  }

  function upload() {
    const part = newPart('part', block)
    const done: Promise<void> = bucket
      .put(folder + part.name, block)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => uploads.delete(done))
    uploads.add(done)
    parts.push(part)
    sent += part.length
    block = Buffer.allocUnsafeSlow(partSize(sent))
    filled = 0
  }

  async function saveTail(full: SavedBytes, rest: Buffer): Promise<SavedBytes> {
    const tail = newPart('tail', rest)
    await bucket.put(folder + tail.name, rest)
    tails.push(tail)
    // The caller has recorded the previous save by now, so the tail before that is unused. Without
    // this, a client that sends small pieces would leave thousands of tails.
    if (tails.length > 2) await bucket.remove(folder + tails.shift()!.name).catch(() => {})
    return { length: full.length + tail.length, parts: [...full.parts, tail] }
  }
}

const newPart = (kind: 'part' | 'tail', bytes: Buffer): SavedPart => ({
  name: `${kind}-${randomUUID()}`,
  length: bytes.length,
})

type SplitBytes = { parts: SavedPart[]; length: number; tail?: SavedPart }

function splitTail({ length, parts }: SavedBytes): SplitBytes {
  const last = parts.at(-1)
  const before = length - (last?.length ?? 0)
  return last && last.length < partSize(before)
    ? { parts: parts.slice(0, -1), length: before, tail: last }
    : { parts: [...parts], length }
}

/** Reads the tail and removes older tails, which no record refers to. */
async function readTail(bucket: S3Bucket, folder: string, tail: SavedPart): Promise<Buffer> {
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
