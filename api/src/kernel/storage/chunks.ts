/** One MiB: with smaller chunks the calls cost more than the bytes. */
export const CHUNK_BYTES = 1024 * 1024
/** Chunks in flight: one is filled while others are written and hashed. */
const MAX_CHUNKS = 8

/** Runs beside the chunks, after so many bytes or milliseconds. */
type Checkpoint = { run: () => Promise<unknown>; everyBytes: number; everyMs: number }

/** Gathers a source into chunks of shared memory and handles several of them at once. */
export async function forEachChunk(
  source: AsyncIterable<Uint8Array>,
  handle: (chunk: Buffer) => Promise<void>,
  checkpoint?: Checkpoint,
): Promise<void> {
  const free: Buffer[] = []
  const inFlight: Promise<unknown>[] = []
  const reachCheckpoint = createCheckpoints(checkpoint)
  let chunk: Buffer | undefined
  let filled = 0

  for await (const bytes of source) {
    for (let at = 0; at < bytes.length;) {
      chunk ??= free.pop() ?? Buffer.from(new SharedArrayBuffer(CHUNK_BYTES))
      const size = Math.min(CHUNK_BYTES - filled, bytes.length - at)
      chunk.set(bytes.subarray(at, at + size), filled)
      filled += size
      at += size
      if (filled === CHUNK_BYTES) await send()
    }
  }
  if (filled) await send()
  await Promise.all([...inFlight, reachCheckpoint.pending()])

  async function send() {
    const sent = chunk!
    const length = filled
    inFlight.push(awaitedLater(handle(sent.subarray(0, length)).then(() => free.push(sent))))
    chunk = undefined
    filled = 0
    if (inFlight.length >= MAX_CHUNKS) await inFlight.shift()
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
