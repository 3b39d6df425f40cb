import type { Readable } from 'node:stream'
import { Problem } from './contract/problem.ts'

/**
 * Yields the bytes of a body as they arrive. When `stop` aborts, it ends but keeps the connection
 * open for a response; leaving the iterator of the stream itself would close it. At most `limit`
 * bytes are yielded; one more is an error.
 */
export async function* readBodyBytes(
  body: Readable,
  { limit, stop }: { limit: number; stop: AbortSignal },
): AsyncGenerator<Buffer> {
  let wake = () => {}
  const onChange = () => wake()
  const EVENTS = ['readable', 'end', 'error', 'close']
  for (const event of EVENTS) body.on(event, onChange)
  stop.addEventListener('abort', onChange)
  try {
    for (let left = limit; !stop.aborted;) {
      const chunk = body.read() as Buffer | null
      if (chunk) {
        yield chunk.length > left ? chunk.subarray(0, left) : chunk
        left -= chunk.length
        if (left < 0) throw new Problem(413, 'body.too-large', 'The body is longer than announced.')
      } else if (body.readableEnded) return
      else if (body.destroyed)
        throw (
          body.errored ??
          new Problem(
            400,
            'body.incomplete',
            'The connection closed before the whole body arrived. Send it again.',
          )
        )
      else await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    for (const event of EVENTS) body.off(event, onChange)
    stop.removeEventListener('abort', onChange)
  }
}
