import type { FileError } from '../formats/format.ts'

/**
 * Decodes to text with \n line ends. UTF-16 is detected from the first bytes; otherwise the XML
 * declaration names the encoding.
 */
export function decodeXml(
  bytes: Uint8Array,
): { ok: true; source: string } | { ok: false; error: FileError } {
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
    return { ok: true, source: decode(bytes, label, true) }
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
