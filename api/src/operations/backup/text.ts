// The rows of a table as text, one row per line as COPY writes it. The text is compressed, and
// counted and hashed when it is written and read.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { PRIVATE, type TextSummary } from './repository.ts'

const NEWLINE = 0x0a

/** Resolves when the file is durable. */
export async function writeText(source: Readable, path: string): Promise<TextSummary> {
  const { through, measured } = createMeter()
  await pipeline(
    source,
    through,
    createZstdCompress(),
    createWriteStream(path, { mode: PRIVATE.file, flush: true, flags: 'wx' }),
  )
  return measured()
}

/** After the last chunk, `findError` returns what is wrong with the text. */
export function readText(
  path: string,
  expected: TextSummary,
): { chunks: AsyncIterable<Buffer>; findError: () => string | undefined } {
  const { through, measured } = createMeter()
  const compressed = createReadStream(path)
  const text = createZstdDecompress()
  // Reading the text fails if reading the file fails.
  compressed.on('error', (error) => text.destroy(error)).pipe(text)
  const findError = () => {
    const { rows, sha256 } = measured()
    if (rows !== expected.rows) return `it has ${rows} rows instead of ${expected.rows}`
    return sha256 === expected.sha256 ? undefined : 'its bytes have changed'
  }
  return { chunks: through(text as AsyncIterable<Buffer>), findError }
}

/** Reads the whole text and returns what is wrong with it. */
export async function checkText(path: string, expected: TextSummary): Promise<string | undefined> {
  const { chunks, findError } = readText(path, expected)
  try {
    for await (const _chunk of chunks);
    return findError()
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`
  }
}

function createMeter() {
  const digest = createHash('sha256')
  let [rows, bytes] = [0, 0]
  let summary: TextSummary | undefined
  async function* through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of source) {
      digest.update(chunk)
      bytes += chunk.length
      for (
        let index = chunk.indexOf(NEWLINE);
        index !== -1;
        index = chunk.indexOf(NEWLINE, index + 1)
      )
        rows++
      yield chunk
    }
  }
  return {
    through,
    measured: (): TextSummary => (summary ??= { rows, bytes, sha256: digest.digest('hex') }),
  }
}
