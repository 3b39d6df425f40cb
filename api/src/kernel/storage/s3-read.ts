import { Readable } from 'node:stream'
import { storageProblem, storageUnavailable, type S3Bucket } from './s3-bucket.ts'
import type { ByteRange } from './storage.ts'

/** How often in a row nothing more may come. */
const TRIES = 3

/**
 * A store that cuts the line, or gives up on a slow reader, is asked again from where it stopped.
 * No connection outlives the stream.
 */
export function readObject(bucket: S3Bucket, name: string, span: ByteRange): Readable {
  const gone = new AbortController()
  const stream = Readable.from(goOn(bucket, name, span, gone.signal), { objectMode: false })
  return stream.once('close', () => gone.abort())
}

async function* goOn(
  bucket: S3Bucket,
  name: string,
  { start, end }: ByteRange,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let tries = 0
  for (let at = start; at <= end;) {
    const before = at
    const body = await bucket.get(name, { start: at, end }, signal)
    const broken = yield* untilBroken(body, (length) => {
      at += length
    })
    tries = at > before ? 0 : tries + 1
    if (signal.aborted || tries === TRIES)
      throw storageProblem(
        broken ?? storageUnavailable(new Error(`${name} ends before ${end + 1} bytes`)),
      )
  }
}

async function* untilBroken(
  body: Readable,
  came: (length: number) => void,
): AsyncGenerator<Buffer, unknown> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      came(chunk.length)
      yield chunk
    }
    return undefined
  } catch (error) {
    return error
  }
}
