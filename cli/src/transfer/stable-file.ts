import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'
import { isSame, lookOf, type Found } from './find-files.ts'

/** Somebody wrote to a file while it was read. */
export class Changed extends Error {
  constructor(path: string) {
    super(`${path} changed while it was sent`)
    this.name = 'Changed'
  }
}

export type Steady = {
  length: number
  slice: (start: number, end: number) => Promise<Uint8Array>
  digest: () => Promise<string>
  [Symbol.asyncDispose]: () => Promise<void>
}

const PIECE = 8 * 1024 * 1024

/**
 * A file on disk as the bytes of an upload. It notices that somebody writes to it, and reckons the
 * digest of all its bytes on the way:
 * of what was sent another day too, which is read once more, because only then is it known that the
 * service has what lies here.
 */
export async function openSteady(seen: Found): Promise<Steady> {
  const { path, size } = seen
  const file = await open(path)
  const hash = createHash('sha256')
  // One for all pieces: whoever sends one copies it first, and a new one each time would keep the
  // collector of garbage busier than anything else.
  const room = new Uint8Array(Math.min(size, PIECE))
  let hashed = 0

  async function read(start: number, end: number): Promise<Uint8Array> {
    const piece =
      end - start <= room.length ? room.subarray(0, end - start) : new Uint8Array(end - start)
    for (let filled = 0; filled < piece.length;) {
      const { bytesRead } = await file.read(piece, filled, piece.length - filled, start + filled)
      if (bytesRead === 0) throw new Changed(path)
      filled += bytesRead
    }
    if (!isSame(lookOf(await file.stat({ bigint: true })), seen)) throw new Changed(path)
    return piece
  }
  async function hashUntil(end: number) {
    while (hashed < end) take(await read(hashed, Math.min(end, hashed + PIECE)), hashed)
  }
  function take(piece: Uint8Array, start: number) {
    if (start !== hashed) return
    hash.update(piece)
    hashed += piece.length
  }
  return {
    length: size,
    async slice(start, end) {
      await hashUntil(start)
      const piece = await read(start, end)
      take(piece, start)
      return piece
    },
    async digest() {
      await hashUntil(size)
      return hash.digest('hex')
    },
    [Symbol.asyncDispose]: () => file.close(),
  }
}
