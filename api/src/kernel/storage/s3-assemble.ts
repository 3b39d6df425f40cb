// Turns the saved bytes of an upload into objects: multipart uploads are completed, and a tail becomes
// their last part.
import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { S3Bucket } from './s3-bucket.ts'
import { isMissing, storageUnavailable } from './s3-problem.ts'
import { readObject } from './s3-read.ts'
import type { SavedBytes, SavedPart } from './storage.ts'

export const TAIL = 'tail-'
const NOTHING = Buffer.alloc(0)

type OpenMultipart = NonNullable<SavedPart['multipart']>

export const sumOf = (parts: readonly SavedPart[]): number =>
  parts.reduce((sum, { length }) => sum + length, 0)

export function splitTail(parts: readonly SavedPart[]): { parts: SavedPart[]; tail?: SavedPart } {
  const last = parts.at(-1)
  return last?.name.startsWith(TAIL)
    ? { parts: parts.slice(0, -1), tail: last }
    : { parts: [...parts] }
}

/**
 * The objects that contain the saved bytes and `ending`. Calling it again has no further effect. An
 * object can be longer than its part.
 */
export async function assemble(
  bucket: S3Bucket,
  folder: string,
  saved: SavedBytes,
  ending: Buffer = NOTHING,
): Promise<SavedPart[]> {
  const { parts, tail } = splitTail(saved.parts)
  const last = parts.at(-1)
  const rest = (tail?.length ?? 0) + ending.length
  if (last?.multipart && rest > 0) {
    const whole = { name: last.name, length: last.length + rest }
    if (await appendLast(bucket, folder, last, { tail, ending, length: whole.length }))
      return [...parts.slice(0, -1), whole]
  }
  const objects = await closeMultipart(bucket, folder, parts)
  if (ending.length === 0) return tail ? [...objects, tail] : objects
  const joined = { name: `${TAIL}${randomUUID()}`, length: rest }
  await bucket.put(folder + joined.name, await readTail(bucket, folder, tail, ending))
  return [...objects, joined]
}

/** Returns false if the upload was completed before, without these bytes. */
async function appendLast(
  bucket: S3Bucket,
  folder: string,
  { name, multipart }: SavedPart,
  { tail, ending, length }: { tail: SavedPart | undefined; ending: Buffer; length: number },
): Promise<boolean> {
  const to = folder + name
  const { id, etags } = multipart!
  const number = etags.length + 1
  const earlier = await bucket.lengthOf(to)
  if (earlier !== undefined) return earlier === length
  try {
    // The writer may have sent more before it died. Ceph completes an upload only with all parts.
    const sent = await bucket.listEtags(to, id).catch(withoutPermission)
    if (sent.length > etags.length) return false
    const last =
      ending.length === 0
        ? await bucket.copyPart(to, id, number, {
            name: folder + tail!.name,
            range: { start: 0, end: tail!.length - 1 },
          })
        : await bucket.uploadPart(to, id, number, await readTail(bucket, folder, tail, ending))
    await complete(bucket, to, multipart!, last)
  } catch (error) {
    // Somebody else has completed it in between.
    if (!isMissing(error)) throw error
  }
  return (await bucket.lengthOf(to)) === length
}

/** Keys of earlier versions could not list parts. Amazon S3 does not need it. */
const withoutPermission = (error: unknown): string[] => {
  if (isMissing(error)) throw error
  return []
}

/** Completes parts that are multipart uploads. Their writers cannot add anything any more. */
export async function closeMultipart(
  bucket: S3Bucket,
  folder: string,
  parts: readonly SavedPart[],
): Promise<SavedPart[]> {
  return Promise.all(
    parts.map(async ({ name, length, multipart }) => {
      if (multipart && (await bucket.lengthOf(folder + name)) === undefined)
        await complete(bucket, folder + name, multipart)
      return { name, length }
    }),
  )
}

const [COMPLETE_ATTEMPTS, FIRST_PAUSE_MS] = [6, 200]

/**
 * Does nothing if somebody else has completed it. Meanwhile Ceph answers with an internal error, so it
 * is tried again for some seconds. Ceph does the same if the upload is gone, which listing tells.
 */
async function complete(
  bucket: S3Bucket,
  name: string,
  { id, etags }: OpenMultipart,
  ...last: string[]
): Promise<void> {
  let partEtags = etags
  for (let attempt = 1; ; attempt++)
    try {
      return await bucket.completeMultipart(name, id, [...partEtags, ...last])
    } catch (error) {
      const reason = (error as { cause?: Error }).cause?.name
      // Another last part has to be sent again.
      const isRefused =
        (reason === 'InvalidPart' && last.length === 0) || reason === 'InternalError'
      if (!isRefused || attempt === COMPLETE_ATTEMPTS) {
        if ((await bucket.lengthOf(name)) !== undefined) return
        throw error
      }
      if (reason === 'InternalError') await sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1))
      if ((await bucket.lengthOf(name)) !== undefined) return
      partEtags = await listKnown(bucket, name, { id, etags })
    }
}

/**
 * All ETags as the store knows them, if it refuses those that were saved: one was changed on its way,
 * or the writer sent more parts before it died, and Ceph wants all of them. Saved parts were signed
 * with their digest, and nobody writes them twice. What follows them is ignored.
 */
async function listKnown(bucket: S3Bucket, name: string, { id, etags }: OpenMultipart) {
  const partEtags = await bucket.listEtags(name, id)
  if (Object.keys(partEtags.slice(0, etags.length)).length < etags.length)
    throw storageUnavailable(new Error(`${name} does not have all of its parts`))
  return partEtags
}

export const readTail = async (
  bucket: S3Bucket,
  folder: string,
  tail: SavedPart | undefined,
  ending: Buffer = NOTHING,
): Promise<Buffer> =>
  Buffer.concat([
    tail
      ? await buffer(readObject(bucket, folder + tail.name, { start: 0, end: tail.length - 1 }))
      : NOTHING,
    ending,
  ])

/** Removes older tails, which no record refers to. */
export async function removeOlderTails(
  bucket: S3Bucket,
  folder: string,
  tail: SavedPart,
): Promise<void> {
  const tails = await bucket.list(folder + TAIL)
  const changed = tails.find(({ name }) => name === folder + tail.name)?.changed ?? 0
  await Promise.all(
    tails.filter((part) => part.changed < changed).map(({ name }) => bucket.remove(name)),
  )
}
