// The memory for the bytes of all transfers of the process. Each gets an equal share: a few transfers
// use large chunks, because these are faster, and many use small ones. A transfer reads no more bytes
// from its source than fit, so a slow disk slows down the sender and fills no memory.

export type ChunkShare = {
  /** How large a chunk may be now. */
  chunkBytes: () => number
  /** A chunk of this size, in shared memory. */
  take: () => Buffer
  give: (chunk: Buffer) => void
  /** How many chunks may be in use at a time. */
  maxChunks: () => number
  end: () => void
}
export type ChunkMemory = {
  openShare: () => ChunkShare
  /** Bytes of chunks that are in use, or kept for the next use. */
  state: () => { used: number; kept: number }
}

/** One MiB: with smaller chunks the calls cost more than the bytes. */
export const CHUNK_BYTES = 1024 * 1024
const MIN_CHUNK_BYTES = 64 * 1024
/** Chunks in use by one transfer: one is filled while others are written and hashed. */
const [MIN_CHUNKS, USUAL_CHUNKS, MAX_CHUNKS] = [2, 4, 8]

/** More than `bytes` are used only by more than `bytes` / 128 KiB transfers. */
export function createChunkMemory(bytes: number): ChunkMemory {
  const free = new Map<number, Buffer[]>()
  let shares = 0
  let used = 0
  let kept = 0

  /** A power of two, so that transfers can use the chunks of each other. */
  function chunkBytes(): number {
    const wanted = bytes / Math.max(1, shares) / USUAL_CHUNKS
    return Math.min(CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, 2 ** Math.floor(Math.log2(wanted))))
  }
  function take(): Buffer {
    const size = chunkBytes()
    used += size
    const known = free.get(size)?.pop()
    if (known) kept -= size
    return known ?? Buffer.from(new SharedArrayBuffer(size))
  }
  function give(chunk: Buffer) {
    used -= chunk.length
    if (chunk.length !== chunkBytes() || used + kept + chunk.length > bytes) return
    kept += chunk.length
    const list = free.get(chunk.length)
    if (list) list.push(chunk)
    else free.set(chunk.length, [chunk])
  }
  function forget() {
    free.clear()
    kept = 0
  }

  return {
    openShare() {
      shares += 1
      const size = chunkBytes()
      // Chunks of another size would not be used again soon.
      if (kept && !free.has(size)) forget()
      let isOpen = true
      return {
        chunkBytes,
        take,
        give,
        maxChunks: () =>
          Math.min(MAX_CHUNKS, Math.max(MIN_CHUNKS, Math.floor(bytes / shares / chunkBytes()))),
        end() {
          if (!isOpen) return
          isOpen = false
          shares -= 1
          if (shares === 0) forget()
        },
      }
    },
    state: () => ({ used, kept }),
  }
}
