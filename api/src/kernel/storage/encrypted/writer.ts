import { randomBytes } from 'node:crypto'
import type { IncomingWriter, SavedBytes, Storage } from '../storage.ts'
import {
  SALT,
  SEGMENT,
  STORED_SEGMENT,
  deriveDataKey,
  openSegment,
  sealSegment,
  type DataKey,
} from './format.ts'
import type { ObjectKeys } from './object-keys.ts'

/** Encrypts an upload. Whole segments go to the storage; the rest is part of what `save` returns. */
export async function openEncryptedWriter(
  storage: Storage,
  keys: ObjectKeys,
  id: string,
  resumedFrom: SavedBytes,
): Promise<IncomingWriter> {
  const key = await findDataKey(keys, resumedFrom)
  const writer = await storage.resume(id, storedPart(resumedFrom))
  const rest = Buffer.alloc(SEGMENT)
  let index = segmentsIn(resumedFrom)
  let filled = openEnding(key, resumedFrom)?.copy(rest) ?? 0
  let saved = resumedFrom

  return {
    // Nothing is awaited before the bytes are encrypted: this keeps the order of the calls.
    async write(bytes) {
      const sealed: Buffer[] = []
      for (let offset = 0; offset < bytes.length;) {
        if (filled === 0 && bytes.length - offset >= SEGMENT) {
          sealed.push(sealSegment(key, index++, false, bytes.subarray(offset, offset + SEGMENT)))
          offset += SEGMENT
          continue
        }
        const size = Math.min(SEGMENT - filled, bytes.length - offset)
        rest.set(bytes.subarray(offset, offset + size), filled)
        filled += size
        offset += size
        if (filled < SEGMENT) continue
        sealed.push(sealSegment(key, index++, false, rest))
        filled = 0
      }
      if (sealed.length) await writer.write(Buffer.concat(sealed))
    },
    async save() {
      const length = index * SEGMENT + filled
      const ending = sealSegment(key, index, true, rest.subarray(0, filled))
      const { parts } = await writer.save()
      if (length === saved.length) return saved
      const encryption = {
        key: key.keyId,
        salt: key.salt.toString('base64'),
        ending: ending.toString('base64'),
      }
      return (saved = { length, parts, encryption })
    },
    close: () => writer.close(),
  }
}

/** A new upload gets a new key, also after a crash, so that two writers at its start share none. */
export async function findDataKey(keys: ObjectKeys, saved: SavedBytes): Promise<DataKey> {
  if (!saved.encryption) return deriveDataKey(await keys.current(), randomBytes(SALT))
  const objectKey = await keys.find(saved.encryption.key)
  if (!objectKey) throw new Error(`The object key ${saved.encryption.key} is missing`)
  return deriveDataKey(objectKey, Buffer.from(saved.encryption.salt, 'base64'))
}

/** The saved bytes as the storage knows them: without the ending. */
export const storedPart = ({ parts }: SavedBytes): SavedBytes => ({
  length: parts.reduce((sum, part) => sum + part.length, 0),
  parts,
})

export const segmentsIn = (saved: SavedBytes): number => storedPart(saved).length / STORED_SEGMENT

export const openEnding = (key: DataKey, saved: SavedBytes): Buffer | undefined =>
  saved.encryption &&
  openSegment(key, segmentsIn(saved), true, Buffer.from(saved.encryption.ending, 'base64'))
