/**
 * Undefined where the bytes are none of that encoding. Of a `piece` the last character may be cut
 * in two.
 */
export function decodeStrict(
  encoding: string,
  bytes: Uint8Array,
  piece = false,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: piece,
    })
  } catch {
    return undefined
  }
}
