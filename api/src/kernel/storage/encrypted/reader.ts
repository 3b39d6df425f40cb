import { buffer } from 'node:stream/consumers'
import type { Readable } from 'node:stream'
import type { ByteRange } from '../storage.ts'
import {
  DamagedObjectError,
  FOOTER,
  SEGMENT,
  STORED_SEGMENT,
  checkFooter,
  deriveDataKey,
  openSegment,
  parseFooter,
  plainLength,
  type DataKey,
} from './format.ts'
import type { ObjectKeys } from './object-keys.ts'

/** The stored bytes of an encrypted object. */
export type EncryptedSource = { length: number; read: (range: ByteRange) => Readable }
/** `length` is that of the plain bytes. */
export type OpenedObject = { source: EncryptedSource; key: DataKey; length: number }

/** Checks that this is the whole object with this name. */
export async function openObject(
  keys: Pick<ObjectKeys, 'find'>,
  name: string,
  source: EncryptedSource,
): Promise<OpenedObject> {
  const start = source.length - FOOTER
  if (start < 0) throw new DamagedObjectError(`${name} is truncated`)
  const { keyId, salt, mac } = parseFooter(
    await buffer(source.read({ start, end: source.length - 1 })),
  )
  const objectKey = await keys.find(keyId)
  if (!objectKey) throw new DamagedObjectError(`${name} needs the unknown object key ${keyId}`)
  const [key, length] = [deriveDataKey(objectKey, salt), plainLength(source.length)]
  checkFooter(key, mac, name, length)
  return { source, key, length }
}

/** Both ends are included. Every segment is checked before its bytes are returned. */
export async function* readRange(
  { source, key, length }: OpenedObject,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  if (end >= length) throw new DamagedObjectError(`The object ends at ${length}, before ${end}`)
  const [first, last] = [Math.floor(start / SEGMENT), Math.floor(end / SEGMENT)]
  const bytesOfSegments = source.read({
    start: first * STORED_SEGMENT,
    end: Math.min((last + 1) * STORED_SEGMENT, source.length - FOOTER) - 1,
  })
  const ending = Math.floor(length / SEGMENT)
  let index = first
  for await (const segment of inSegments(bytesOfSegments)) {
    const bytes = openSegment(key, index, index === ending, segment)
    const segmentStart = index * SEGMENT
    yield bytes.subarray(Math.max(0, start - segmentStart), end - segmentStart + 1)
    index++
  }
  if (index <= last) throw new DamagedObjectError(`The object ends before segment ${last}`)
}

/** Cuts a stream into stored segments. The last one may be shorter. */
export async function* inSegments(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of source) {
    const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
    let offset = 0
    for (; bytes.length - offset >= STORED_SEGMENT; offset += STORED_SEGMENT)
      yield bytes.subarray(offset, offset + STORED_SEGMENT)
    rest = bytes.subarray(offset)
  }
  if (rest.length) yield rest
}
