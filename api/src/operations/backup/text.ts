// The text of a table, as COPY writes it: one row a line. Compressed, and measured on its way in
// and out.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { PRIVATE, type TextSummary } from './repository.ts'

const NEWLINE = 0x0a

/** Resolves when the file would survive a power cut. */
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

/** `fault` says after the last piece what is wrong with it, if something is. */
export function readText(
  path: string,
  promised: TextSummary,
): { pieces: AsyncIterable<Buffer>; fault: () => string | undefined } {
  const { through, measured } = createMeter()
  const packed = createReadStream(path)
  const text = createZstdDecompress()
  // What the file cannot give is told by the text.
  packed.on('error', (error) => text.destroy(error)).pipe(text)
  const fault = () => {
    const { rows, sha256 } = measured()
    if (rows !== promised.rows) return `it has ${rows} rows instead of ${promised.rows}`
    return sha256 === promised.sha256 ? undefined : 'its bytes have changed'
  }
  return { pieces: through(text as AsyncIterable<Buffer>), fault }
}

/** Reads all of it; whatever keeps it from being read is a fault of it. */
export async function checkText(path: string, promised: TextSummary): Promise<string | undefined> {
  const { pieces, fault } = readText(path, promised)
  try {
    for await (const _piece of pieces);
    return fault()
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? (error as Error).message})`
  }
}

function createMeter() {
  const digest = createHash('sha256')
  let [rows, bytes] = [0, 0]
  let known: TextSummary | undefined
  async function* through(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of source) {
      digest.update(piece)
      bytes += piece.length
      for (let at = piece.indexOf(NEWLINE); at !== -1; at = piece.indexOf(NEWLINE, at + 1)) rows++
      yield piece
    }
  }
  return {
    through,
    measured: (): TextSummary => (known ??= { rows, bytes, sha256: digest.digest('hex') }),
  }
}
