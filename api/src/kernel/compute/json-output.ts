import { hash } from 'node:crypto'

/** Writes the reply of a request inside a task. Bytes are moved between threads, objects copied. */
export function jsonOutput(value: unknown): { bytes: Uint8Array<ArrayBuffer>; etag: string } {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { bytes, etag: `"${hash('sha256', bytes, 'base64url').slice(0, 27)}"` }
}
