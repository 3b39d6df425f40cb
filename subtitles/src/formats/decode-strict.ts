/**
 * Undefined if the bytes are invalid in the encoding. With `piece`, the last character may be
 * incomplete.
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
