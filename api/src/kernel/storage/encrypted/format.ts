// The format of an encrypted object: segments, then a footer.
//
//   segment  nonce (12), ciphertext of up to 64 KiB, tag (16). Associated data: the index of the
//            segment, and whether it is the last one, which is shorter than 64 KiB and may be empty.
//   footer   format (8), id of the object key (24), salt (32), MAC (32) over the name and the length
//            of the object. It is last because name and length are known only at the end of an upload.
//
// A segment that was changed, moved, repeated or left out does not open. Nonces are random: two
// writers that continue the same upload never use one twice.
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

export const SEGMENT = 64 * 1024
const NONCE = 12
const TAG = 16
const OVERHEAD = NONCE + TAG
export const STORED_SEGMENT = SEGMENT + OVERHEAD
export const SALT = 32
const KEY_ID = 24
const MAC = 32
const FORMAT = Buffer.from('reelay\0\x01', 'latin1')
export const FOOTER = FORMAT.length + KEY_ID + SALT + MAC

/** The keys of one object. */
export type DataKey = { keyId: string; salt: Buffer; encryption: Buffer; mac: Buffer }

/** The bytes of an object are not those that were stored. */
export class DamagedObjectError extends Error {}

/** Every object has its own key, derived from the object key and a random salt. */
export function deriveDataKey(objectKey: { id: string; bytes: Buffer }, salt: Buffer): DataKey {
  const derive = (use: string) =>
    Buffer.from(hkdfSync('sha256', objectKey.bytes, salt, `reelay object ${use}`, 32))
  return { keyId: objectKey.id, salt, encryption: derive('encryption'), mac: derive('footer') }
}

export function sealSegment(key: DataKey, index: number, isLast: boolean, bytes: Buffer): Buffer {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv('aes-256-gcm', key.encryption, nonce).setAAD(place(index, isLast))
  const text = cipher.update(bytes)
  cipher.final()
  return Buffer.concat([nonce, text, cipher.getAuthTag()], bytes.length + OVERHEAD)
}

export function openSegment(key: DataKey, index: number, isLast: boolean, segment: Buffer): Buffer {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.encryption, segment.subarray(0, NONCE))
      .setAAD(place(index, isLast))
      .setAuthTag(segment.subarray(-TAG))
    const bytes = decipher.update(segment.subarray(NONCE, -TAG))
    decipher.final()
    return bytes
  } catch (cause) {
    throw new DamagedObjectError(`Segment ${index} of an encrypted object is damaged`, { cause })
  }
}

function place(index: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeBigUInt64BE(BigInt(index))
  bytes.writeUInt8(isLast ? 1 : 0, 8)
  return bytes
}

export const sealFooter = (key: DataKey, name: string, length: number): Buffer =>
  Buffer.concat([FORMAT, Buffer.from(key.keyId), key.salt, macOf(key, name, length)])

export function parseFooter(footer: Buffer): { keyId: string; salt: Buffer; mac: Buffer } {
  const salt = FORMAT.length + KEY_ID
  if (footer.length !== FOOTER || !footer.subarray(0, FORMAT.length).equals(FORMAT))
    throw new DamagedObjectError('The footer of an encrypted object is damaged')
  return {
    keyId: footer.toString('latin1', FORMAT.length, salt),
    salt: footer.subarray(salt, salt + SALT),
    mac: footer.subarray(salt + SALT),
  }
}

/** Binds the object to its name: the file of another object does not open. */
export function checkFooter(key: DataKey, mac: Buffer, name: string, length: number): void {
  if (!timingSafeEqual(mac, macOf(key, name, length)))
    throw new DamagedObjectError(`${name} is truncated, damaged, or another object`)
}

const macOf = (key: DataKey, name: string, length: number) =>
  createHmac('sha256', key.mac).update(`${name} ${length}`).digest()

/** The length of the plain bytes. For a truncated object it is any other length. */
export function plainLength(encryptedLength: number): number {
  const body = encryptedLength - FOOTER
  const rest = body % STORED_SEGMENT
  return Math.max(0, Math.floor(body / STORED_SEGMENT) * SEGMENT + rest - OVERHEAD)
}

export const storedLength = (plain: number): number =>
  Math.floor(plain / SEGMENT) * STORED_SEGMENT + (plain % SEGMENT) + OVERHEAD + FOOTER
