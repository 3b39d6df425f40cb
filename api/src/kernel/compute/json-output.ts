import { createHash, hash } from 'node:crypto'

/** The reply of a request, written inside a task. Bytes are moved between threads, objects copied. */
export type JsonOutput = { bytes: Uint8Array<ArrayBuffer>[]; etag: string }

export function jsonOutput(value: unknown): JsonOutput {
  const bytes = new TextEncoder().encode(JSON.stringify(value))
  return { bytes: [bytes], etag: etagFrom(hash('sha256', bytes, 'base64url')) }
}

/** Characters of one piece. */
const PIECE_LENGTH = 512 * 1024

/** Writes a list in pieces, so that neither all its items nor its whole text are in memory. */
export function jsonListOutput(items: Iterable<unknown>): JsonOutput {
  const bytes: Uint8Array<ArrayBuffer>[] = []
  const digest = createHash('sha256')
  const add = (text: string) => {
    const piece = new TextEncoder().encode(text)
    digest.update(piece)
    bytes.push(piece)
  }
  let opening = '['
  let texts: string[] = []
  let length = 0
  for (const item of items) {
    const text = JSON.stringify(item)
    texts.push(text)
    length += text.length
    if (length < PIECE_LENGTH) continue
    add(opening + texts.join())
    opening = ','
    texts = []
    length = 0
  }
  add(`${texts.length || opening === '[' ? opening : ''}${texts.join()}]`)
  return { bytes, etag: etagFrom(digest.digest('base64url')) }
}

const etagFrom = (digest: string) => `"${digest.slice(0, 27)}"`
