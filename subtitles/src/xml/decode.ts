/** Line and column are counted from 1. */
export type XmlError = { line: number; column: number; message: string }
type DecodedXml =
  | {
      ok: true
      source: string
      /** Whether all characters are known to be allowed in XML. */
      isValid: boolean
    }
  | { ok: false; error: XmlError }

/**
 * Decodes to text with \n line ends. UTF-16 is detected from the first bytes; otherwise the XML
 * declaration names the encoding.
 */
export function decodeXml(bytes: Uint8Array): DecodedXml {
  const label = detectEncoding(bytes)
  if (!isKnown(label))
    return {
      ok: false,
      error: {
        line: 1,
        column: 1,
        message: `uses an unknown encoding: ${label}`,
      },
    }
  try {
    const source = decode(bytes, label, true)
    const isValid =
      /^utf-?8$/i.test(label) &&
      !hasControls(bytes) &&
      !source.includes('\ufffe') &&
      !source.includes('\uffff')
    return { ok: true, source, isValid }
  } catch {
    const lenient = decode(bytes, label, false)
    return {
      ok: false,
      error: {
        ...createLocator(lenient)(Math.max(0, lenient.indexOf('\ufffd'))),
        message: `is not valid ${label}, the encoding it declares`,
      },
    }
  }
}

/** Bytes that are no characters become U+FFFD. */
export function decodeLeniently(bytes: Uint8Array): { source: string; message?: string } {
  const stated = detectEncoding(bytes)
  const label = isKnown(stated) ? stated : 'utf-8'
  const source = decode(bytes, label, false)
  if (label !== stated) return { source, message: `uses an unknown encoding: ${stated}` }
  try {
    decode(bytes, label, true)
    return { source }
  } catch {
    return { source, message: `is not valid ${label}, the encoding it declares` }
  }
}

/**
 * Whether UTF-8 has control characters besides tabs and line ends. Four bytes at a time, this takes a
 * tenth of the time of a pattern.
 */
function hasControls(bytes: Uint8Array): boolean {
  const { buffer, byteOffset, length } = bytes
  const offset = -byteOffset & 3
  const count = Math.max(0, (length - offset) >> 2)
  const words = new Int32Array(buffer, count ? byteOffset + offset : 0, count)
  for (let index = 0; index < count; index++) {
    const word = words[index]!
    // The highest bit of each byte below 0x20 is set here. So is that of some others after it.
    if (((word - 0x20202020) & ~word & HIGHEST_BITS) !== 0) {
      const at = offset + index * 4
      if (hasControlsAt(bytes, at, at + 4)) return true
    }
  }
  return hasControlsAt(bytes, 0, offset) || hasControlsAt(bytes, offset + count * 4, length)
}
const HIGHEST_BITS = 0x80808080 | 0

function hasControlsAt(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to && at < bytes.length; at++) {
    const byte = bytes[at]!
    if (byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return true
  }
  return false
}

function detectEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if ((first === 0xff && second === 0xfe) || (first === 0x3c && second === 0)) return 'utf-16le'
  if ((first === 0xfe && second === 0xff) || (first === 0 && second === 0x3c)) return 'utf-16be'
  const declared =
    /^<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)/.exec(
      String.fromCharCode(...bytes.subarray(0, 200)),
    )?.[1] ?? 'utf-8'
  // A declaration that was readable byte by byte cannot be UTF-16: the file was re-encoded without
  // updating it.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared
}

function isKnown(label: string): boolean {
  try {
    return Boolean(new TextDecoder(label))
  } catch {
    return false
  }
}

function decode(bytes: Uint8Array, label: string, fatal: boolean): string {
  const text = new TextDecoder(label, { fatal }).decode(bytes)
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
}

/**
 * Converts offsets to lines and columns, counted from 1. With ascending offsets it scans the text
 * once.
 */
export function createLocator(source: string): (at: number) => { line: number; column: number } {
  const endFrom = (from: number) => {
    const found = source.indexOf('\n', from)
    return found < 0 ? source.length : found
  }
  let [line, start, end] = [1, 0, endFrom(0)]
  return (at) => {
    if (at < start) [line, start, end] = [1, 0, endFrom(0)]
    while (end < at) [line, start, end] = [line + 1, end + 1, endFrom(end + 1)]
    return { line, column: at - start + 1 }
  }
}
