import { limitConcurrency } from '../compute/concurrency-limit.ts'
import { createChunkMemory, type ChunkMemory } from './chunk-memory.ts'

/** Enough for eight transfers at full speed. */
const UPLOAD_BYTES = 32 * 1024 * 1024
/** One for the process, because its memory is what must not run out. */
const UPLOAD_MEMORY = createChunkMemory(UPLOAD_BYTES)

/**
 * So many chunks of all transfers are written and hashed at a time. With hundreds of uploads, each
 * turn of the event loop would otherwise handle hundreds of them, and every request would wait.
 */
const inTurn = limitConcurrency(16)

/** Runs beside the chunks, after so many bytes or milliseconds. */
type Checkpoint = { run: () => Promise<unknown>; everyBytes: number; everyMs: number }

/** Gathers a source into chunks of shared memory and handles several of them at once. */
export async function forEachChunk(
  source: AsyncIterable<Uint8Array>,
  handle: (chunk: Buffer) => Promise<void>,
  checkpoint?: Checkpoint,
  memory: ChunkMemory = UPLOAD_MEMORY,
): Promise<void> {
  const share = memory.openShare()
  const inFlight: Promise<unknown>[] = []
  const reachCheckpoint = createCheckpoints(checkpoint)
  let chunk: Buffer | undefined
  let filled = 0

  try {
    for await (const bytes of source) {
      for (let offset = 0; offset < bytes.length;) {
        chunk ??= share.take()
        const size = Math.min(chunk.length - filled, bytes.length - offset)
        chunk.set(bytes.subarray(offset, offset + size), filled)
        filled += size
        offset += size
        if (filled === chunk.length) await send()
      }
    }
    if (filled) await send()
    await Promise.all([...inFlight, reachCheckpoint.pending()])
  } finally {
    // Chunks that are still written or hashed are given back when they are not needed any more.
    if (chunk) share.give(chunk)
    share.end()
  }

  async function send() {
    const sent = chunk!
    const bytes = sent.subarray(0, filled)
    const done = inTurn(() => handle(bytes)).finally(() => share.give(sent))
    inFlight.push(awaitedLater(done))
    const length = filled
    chunk = undefined
    filled = 0
    while (inFlight.length >= share.maxChunks()) await inFlight.shift()
    await reachCheckpoint.after(length)
  }
}

function createCheckpoints(checkpoint: Checkpoint | undefined) {
  let pending: Promise<unknown> = Promise.resolve()
  let bytes = 0
  let last = performance.now()
  return {
    pending: () => pending,
    async after(length: number) {
      bytes += length
      if (!checkpoint) return
      if (bytes < checkpoint.everyBytes && performance.now() - last < checkpoint.everyMs) return
      bytes = 0
      last = performance.now()
      await pending
      pending = awaitedLater(checkpoint.run())
    },
  }
}

/** Prevents an unhandled rejection of a promise that is awaited later. */
function awaitedLater<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {})
  return work
}
