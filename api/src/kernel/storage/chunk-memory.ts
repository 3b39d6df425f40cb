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
  state: () => { used: number; idle: number }
}

/** One MiB: with smaller chunks the calls cost more than the bytes. */
export const CHUNK_BYTES = 1024 * 1024
const MIN_CHUNK_BYTES = 64 * 1024
/** Chunks in use by one transfer: one is filled while others are written and hashed. */
const [MIN_CHUNKS, USUAL_CHUNKS, MAX_CHUNKS] = [2, 4, 8]

/** Stays when no transfer is left: as much as one uses. */
const IDLE_BYTES = MAX_CHUNKS * CHUNK_BYTES

/** The chunks of a block have one size. `free` are those that no transfer uses. */
type Block = { chunkBytes: number; free: Buffer[] }

/**
 * More than `bytes` are used only by more than `bytes` / 128 KiB transfers. Memory is kept in blocks
 * of one MiB that are divided again when the size of chunks changes: the threads that hash hold on to
 * memory that is dropped until their next garbage collection.
 */
export function createChunkMemory(bytes: number): ChunkMemory {
  const blocks = new Map<ArrayBufferLike, Block>()
  const unused: SharedArrayBuffer[] = []
  let shares = 0
  let used = 0

  /** A power of two, so that a block can be divided. */
  function chunkBytes(): number {
    const size = bytes / Math.max(1, shares) / USUAL_CHUNKS
    return Math.min(CHUNK_BYTES, Math.max(MIN_CHUNK_BYTES, 2 ** Math.floor(Math.log2(size))))
  }
  function take(): Buffer {
    const size = chunkBytes()
    used += size
    const block = blocks
      .values()
      .find(({ chunkBytes: ofBlock, free }) => ofBlock === size && free.length > 0)
    return (block ?? divideBlock(size)).free.pop()!
  }
  function divideBlock(size: number): Block {
    const memory = unused.pop() ?? new SharedArrayBuffer(CHUNK_BYTES)
    const free = Array.from({ length: CHUNK_BYTES / size }, (_none, index) =>
      Buffer.from(memory, index * size, size),
    )
    const block = { chunkBytes: size, free }
    blocks.set(memory, block)
    return block
  }
  function give(chunk: Buffer) {
    used -= chunk.length
    const block = blocks.get(chunk.buffer)!
    block.free.push(chunk)
    if (block.free.length * block.chunkBytes < CHUNK_BYTES) return
    blocks.delete(chunk.buffer)
    unused.push(chunk.buffer as SharedArrayBuffer)
    dropUnused()
  }
  function dropUnused() {
    const most = (shares > 0 ? bytes : IDLE_BYTES) / CHUNK_BYTES
    unused.length = Math.max(0, Math.min(unused.length, most - blocks.size))
  }

  return {
    openShare() {
      shares += 1
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
          dropUnused()
        },
      }
    },
    state: () => ({ used, idle: (blocks.size + unused.length) * CHUNK_BYTES - used }),
  }
}
