// Sources that only Node has: files on disk.
import { open } from 'node:fs/promises'
import type { ByteSource } from './source.ts'

type FileSource = ByteSource & {
  close: () => Promise<void>
  [Symbol.asyncDispose]: () => Promise<void>
}

/** Opens a file as the source of an upload. Its length is read once, here. */
export async function openFileSource(path: string): Promise<FileSource> {
  const file = await open(path)
  const close = () => file.close()
  const { size } = await file.stat()
  return {
    length: size,
    slice: (start, end) => readFully(start, new Uint8Array(end - start)),
    close,
    [Symbol.asyncDispose]: close,
  }

  async function readFully(start: number, chunk: Uint8Array): Promise<Uint8Array> {
    for (let filled = 0; filled < chunk.length;) {
      const { bytesRead } = await file.read(chunk, filled, chunk.length - filled, start + filled)
      if (bytesRead === 0) throw new Error(`${path} became shorter while it was read`)
      filled += bytesRead
    }
    return chunk
  }
}
