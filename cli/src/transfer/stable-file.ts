import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { isUnchanged, snapshotOf, type LocalFile } from './find-files.ts'

/** Somebody wrote to a file while it was uploaded. */
export class FileChangedError extends Error {
  constructor(path: string) {
    super(`${path} changed while it was uploaded`)
    this.name = 'FileChangedError'
  }
}

export type StableFile = {
  length: number
  slice: (start: number, end: number) => Promise<Uint8Array>
  /** SHA-256 of the whole file. */
  digest: () => Promise<string>
  [Symbol.asyncDispose]: () => Promise<void>
}

const BUFFER_SIZE = 8 * 1024 * 1024

/**
 * A local file as an upload source. Throws a FileChangedError as soon as the file changes, and
 * hashes all its bytes on the way. Bytes sent by an earlier run are read again: only the whole
 * digest proves that the service has the same file.
 */
export async function openStableFile(expected: LocalFile): Promise<StableFile> {
  const { path, size } = expected
  const file = await open(path)
  const hash = createHash('sha256')
  // One buffer for all chunks: the sender copies each, and new ones would keep the garbage
  // collector busy.
  const buffer = new Uint8Array(Math.min(size, BUFFER_SIZE))
  let hashed = 0

  async function read(start: number, end: number): Promise<Uint8Array> {
    const length = end - start
    const chunk = length <= buffer.length ? buffer.subarray(0, length) : new Uint8Array(length)
    for (let filled = 0; filled < length;) {
      const { bytesRead } = await file.read(chunk, filled, length - filled, start + filled)
      if (bytesRead === 0) throw new FileChangedError(path)
      filled += bytesRead
    }
    if (!isUnchanged(snapshotOf(await file.stat({ bigint: true })), expected))
      throw new FileChangedError(path)
    return chunk
  }
  async function hashUntil(end: number) {
    while (hashed < end) addToHash(await read(hashed, Math.min(end, hashed + BUFFER_SIZE)), hashed)
  }
  function addToHash(chunk: Uint8Array, start: number) {
    if (start !== hashed) return
    hash.update(chunk)
    hashed += chunk.length
  }
  return {
    length: size,
    async slice(start, end) {
      await hashUntil(start)
      const chunk = await read(start, end)
      addToHash(chunk, start)
      return chunk
    },
    async digest() {
      await hashUntil(size)
      return hash.digest('hex')
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
