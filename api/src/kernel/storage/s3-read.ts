import { Readable } from 'node:stream'
import { storageProblem, storageUnavailable } from './s3-problem.ts'
import type { S3Bucket } from './s3-bucket.ts'
import type { ByteRange } from './storage.ts'

/** Consecutive attempts that may return no byte. */
const MAX_EMPTY_ATTEMPTS = 3

/**
 * Resumes after the last byte when the store cuts the connection, for example for a slow reader.
 * Closing the stream closes the connection.
 */
export function readObject(bucket: S3Bucket, name: string, range: ByteRange): Readable {
  const closed = new AbortController()
  const stream = Readable.from(readWithResume(bucket, name, range, closed.signal), {
    objectMode: false,
  })
  return stream.once('close', () => closed.abort())
}

async function* readWithResume(
  bucket: S3Bucket,
  name: string,
  { start, end }: ByteRange,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let emptyAttempts = 0
  for (let position = start; position <= end;) {
    const before = position
    const body = await bucket.get(name, { start: position, end }, signal)
    const error = yield* readUntilError(body, (length) => {
      position += length
    })
    emptyAttempts = position > before ? 0 : emptyAttempts + 1
    if (signal.aborted || emptyAttempts === MAX_EMPTY_ATTEMPTS)
      throw storageProblem(
        error ?? storageUnavailable(new Error(`${name} ends before ${end + 1} bytes`)),
      )
  }
}

/** Returns the error that ended the body, if any. */
async function* readUntilError(
  body: Readable,
  onBytes: (length: number) => void,
): AsyncGenerator<Buffer, unknown> {
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      onBytes(chunk.length)
      yield chunk
    }
    return undefined
  } catch (error) {
    return error
  }
}
