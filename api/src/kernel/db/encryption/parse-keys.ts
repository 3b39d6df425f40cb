import { createHmac, randomBytes } from 'node:crypto'
import { ConfigError } from '../../../config/config.ts'

export type MasterKey = { id: string; bytes: Buffer }
export type MasterKeys = {
  /** The key that encrypts. */
  current: () => MasterKey
  /** Every key that can decrypt. */
  find: (id: string) => MasterKey | undefined
  /** Where the keys come from, for messages. */
  location: string
  /** Adds a new current key. Only a file can be extended. */
  add?: () => Promise<MasterKey>
}

const KEY_BYTES = 32

/** One key per line or comma, the current one first. Lines that start with `#` are comments. */
export function parseKeys(text: string, location: string): MasterKey[] {
  const words = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join(',')
    .split(/[\s,]+/)
    .filter(Boolean)
  const keys = words.map(decodeKey)
  if (keys.length === 0 || keys.some((bytes) => bytes?.length !== KEY_BYTES))
    throw new ConfigError(
      `${location} must contain keys of ${KEY_BYTES} bytes in base64 or hexadecimal. Create one with: openssl rand -base64 32`,
    )
  return keys.map((bytes) => ({ id: keyIdOf(bytes!), bytes: bytes! }))
}

function decodeKey(word: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(word)) return Buffer.from(word, 'hex')
  return /^[\w+/-]{43}=?$/.test(word) ? Buffer.from(word, 'base64') : undefined
}

export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')

/** Derived from the key, so that nobody has to name keys. It reveals nothing about the key. */
const keyIdOf = (bytes: Buffer): string =>
  createHmac('sha256', bytes).update('reelay key id').digest('hex').slice(0, 16)
