/**
 * The bytes of an upload. A Uint8Array already fits; a browser's Blob or File is converted, and
 * `@reelay/client/node` opens a file by its path.
 */
export type ByteSource = {
  length: number
  slice: (start: number, end: number) => Uint8Array | Promise<Uint8Array>
}

export function toByteSource(source: ByteSource | Blob): ByteSource {
  if (!(source instanceof Blob)) return source
  return {
    length: source.size,
    slice: async (start, end) => new Uint8Array(await source.slice(start, end).arrayBuffer()),
  }
}

/**
 * A source that fails or ends early throws a plain Error: sending the chunk again would not help.
 */
export async function readChunk(
  source: ByteSource,
  start: number,
  end: number,
): Promise<Uint8Array> {
  try {
    const chunk = await source.slice(start, end)
    if (chunk.length === end - start) return chunk
  } catch (cause) {
    throw new Error(`The bytes from ${start} on could not be read`, { cause })
  }
  throw new Error(`The source ended before byte ${end}; expected ${source.length} bytes`)
}
