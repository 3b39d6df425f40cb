// What only Node has: files on a path.
import { open } from 'node:fs/promises'
import type { Source } from './source.ts'

/** A file as a source of bytes. It is as long as it was when it was opened. */
export async function openSource(
  path: string,
): Promise<Source & { close: () => Promise<void>; [Symbol.asyncDispose]: () => Promise<void> }> {
  const file = await open(path)
  const close = () => file.close()
  const { size } = await file.stat()
  return {
    length: size,
    slice: (start, end) => readAll(start, new Uint8Array(end - start)),
    close,
    [Symbol.asyncDispose]: close,
  }

  async function readAll(start: number, piece: Uint8Array): Promise<Uint8Array> {
    for (let filled = 0; filled < piece.length;) {
      const { bytesRead } = await file.read(piece, filled, piece.length - filled, start + filled)
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
      filled += bytesRead
    }
    return piece
  }
}
