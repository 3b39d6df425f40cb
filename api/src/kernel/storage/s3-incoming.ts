import { randomUUID } from 'node:crypto'
import {
  TAIL,
  closeMultipart,
  readTail,
  removeOlderTails,
  splitTail,
  sumOf,
} from './s3-assemble.ts'
import type { S3Bucket } from './s3-bucket.ts'
import { beginMarked } from './s3-joining.ts'
import type { IncomingWriter, SavedBytes, SavedPart } from './storage.ts'

const MEBIBYTE = 1024 * 1024
/** S3 requires at least 5 MiB. Larger parts need more memory, smaller parts more requests. */
const MIN_PART = 8 * MEBIBYTE
/**
 * S3 joins at most 10,000 parts, and the final size is unknown, so parts grow with the upload. If
 * each part is 1/1,200 of the bytes before it, 5 TiB need 8,800 parts.
 */
const PART_DIVISOR = 1200
/** Parts that one upload sends at once, as long as those of all uploads fit into the memory. */
const CONCURRENCY = 4
const MAX_IN_FLIGHT = 64 * MEBIBYTE
let inFlight = 0

export const partSize = (position: number): number =>
  Math.max(MIN_PART, Math.ceil(position / PART_DIVISOR / MEBIBYTE) * MEBIBYTE)

/**
 * The bytes of each writer are a multipart upload with a new name, so an abandoned writer cannot
 * overwrite anything. A save stores the remaining bytes as a short object, the tail, which the next
 * writer continues.
 */
export async function openIncoming(
  bucket: S3Bucket,
  folder: string,
  resumedFrom: SavedBytes,
): Promise<IncomingWriter> {
  const { parts: before, tail: oldTail } = splitTail(resumedFrom.parts)
  const parts = await closeMultipart(bucket, folder, before)
  const tails = oldTail ? [oldTail] : []
  const uploads = new Set<Promise<void>>()
  const whole = { name: `whole-${randomUUID()}`, length: 0 }
  const etags: string[] = []
  const start = sumOf(parts)
  let multipart: Promise<string> | undefined
  let begun = 0
  let saved = resumedFrom
  let block = Buffer.allocUnsafeSlow(partSize(start))
  let filled = (await readTail(bucket, folder, oldTail)).copy(block)
  if (oldTail) await removeOlderTails(bucket, folder, oldTail)
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
        if (filled === block.length) startPart()
      }
      while (uploads.size >= CONCURRENCY || (uploads.size > 0 && inFlight > MAX_IN_FLIGHT))
        await Promise.race(uploads)
      if (failure) throw failure
    },
    async save() {
      const [count, length] = [begun, whole.length]
      const rest = block.subarray(0, filled)
      await Promise.all(uploads)
      if (failure) throw failure
      if (saved.length === start + length + rest.length) return saved
      const full = [...parts]
      if (count > 0)
        full.push({
          name: whole.name,
          length,
          multipart: { id: await multipart!, etags: etags.slice(0, count) },
        })
      if (rest.length > 0) full.push(await saveTail(rest))
      saved = { length: start + length + rest.length, parts: full }
      return saved
    },
    async close() {
      await Promise.all(uploads)
    },
  }

  function startPart() {
    const done: Promise<void> = uploadPart(begun++, block)
      .catch((error: unknown) => {
        failure ??= error
      })
      .finally(() => uploads.delete(done))
    uploads.add(done)
    whole.length += block.length
    block = Buffer.allocUnsafeSlow(partSize(start + whole.length))
    filled = 0
  }

  async function uploadPart(index: number, bytes: Buffer) {
    inFlight += bytes.length
    try {
      const to = folder + whole.name
      multipart ??= beginMarked(bucket, folder, to)
      etags[index] = await bucket.uploadPart(to, await multipart, index + 1, bytes)
    } finally {
      inFlight -= bytes.length
    }
  }

  async function saveTail(rest: Buffer): Promise<SavedPart> {
    const tail = { name: `${TAIL}${randomUUID()}`, length: rest.length }
    await bucket.put(folder + tail.name, rest)
    tails.push(tail)
    // The caller has recorded the previous save by now, so the tail before that is unused. Without
    // this, a client that sends small pieces would leave thousands of tails.
    if (tails.length > 2) await bucket.remove(folder + tails.shift()!.name).catch(() => {})
    return tail
  }
}
