/**
 * Returns undefined if the bytes are not valid in the encoding. With `isPartial`, the bytes may end
 * in the middle of a character.
 */
export function decodeStrict(
  encoding: string,
  bytes: Uint8Array,
  isPartial = false,
): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, {
      stream: isPartial,
    })
  } catch {
    return undefined
  }
}
