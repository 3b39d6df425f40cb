import type { Readable } from 'node:stream'
import { Problem } from './contract/problem.ts'

/**
 * The bytes of a body as they come. When `stop` says so it ends where it is, and the connection
 * stays open for an answer, which leaving a stream's
 * own iterator would not allow. More bytes than `most` are refused; those before are given first.
 */
export async function* readBodyBytes(
  body: Readable,
  { most, stop }: { most: number; stop: AbortSignal },
): AsyncGenerator<Buffer> {
  let wake = () => {}
  const look = () => wake()
  const moments = ['readable', 'end', 'error', 'close']
  for (const moment of moments) body.on(moment, look)
  stop.addEventListener('abort', look)
  try {
    for (let left = most; !stop.aborted;) {
      const piece = body.read() as Buffer | null
      if (piece) {
        yield piece.length > left ? piece.subarray(0, left) : piece
        if ((left -= piece.length) < 0)
          throw new Problem(413, 'body.too-large', 'More bytes came than were announced.')
      } else if (body.readableEnded) return
      else if (body.destroyed)
        throw body.errored ?? new Problem(400, 'body.cut', 'The body ended before it was whole.')
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    for (const moment of moments) body.off(moment, look)
    stop.removeEventListener('abort', look)
  }
}
