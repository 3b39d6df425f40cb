// Encrypts one secret of one row with AES-256-GCM. The text names its key, so that secrets of
// several keys can exist side by side while they are rotated.
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { MasterKeys } from './parse-keys.ts'

/** A column whose values are sealed. `id` is the column that identifies a row. */
export type SecretColumn = { table: string; column: string; id: string }

const FORMAT = 'sealed.1.'
const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** The result opens only for the same column and row. */
export function sealSecret(
  keys: MasterKeys,
  secretColumn: SecretColumn,
  row: string,
  secret: string,
): string {
  const { id, bytes } = keys.current()
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, bytes, nonce).setAAD(bindingOf(secretColumn, row))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([nonce, text, cipher.getAuthTag()])
  return `${sealedWith(id)}${sealed.toString('base64url')}`
}

/** Throws if the text was changed, moved from another row, or is not sealed at all. */
export function openSecret(
  keys: MasterKeys,
  secretColumn: SecretColumn,
  row: string,
  sealed: string,
): string {
  const place = `${secretColumn.table}.${secretColumn.column} of ${row}`
  const id = keyOf(sealed)
  if (id === undefined) throw new Error(`${place} is not encrypted`)
  const key = keys.find(id)
  if (!key) throw new Error(`${place} needs the encryption key ${id}, which ${keys.location} lacks`)
  const bytes = Buffer.from(sealed.slice(sealedWith(id).length), 'base64url')
  try {
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE_BYTES))
      .setAAD(bindingOf(secretColumn, row))
      .setAuthTag(bytes.subarray(-TAG_BYTES))
    return (
      decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES), undefined, 'utf8') +
      decipher.final('utf8')
    )
  } catch (cause) {
    throw new Error(`${place} was changed or belongs to another row`, { cause })
  }
}

/** The id of the key of a sealed text; undefined for other texts. */
export const keyOf = (text: string): string | undefined =>
  /^sealed\.1\.([0-9a-f]{16})\.[\w-]+$/.exec(text)?.[1]

/** What the text of every secret sealed with this key starts with. */
export const sealedWith = (id: string): string => `${FORMAT}${id}.`

const bindingOf = ({ table, column }: SecretColumn, row: string) =>
  Buffer.from(`${table}.${column} ${row}`)
