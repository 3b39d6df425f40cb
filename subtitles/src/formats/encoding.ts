// Decodes bytes to text: by byte order mark, then as UTF-8, then by guessing the legacy encoding.
import type { FileError, ReadOptions } from './format.ts'
import { guessEncoding } from './guess-encoding.ts'
import { decodeStrict } from './decode-strict.ts'
import type { Place, ReadReport } from './report.ts'

export type DecodedText =
  | { ok: true; text: string; encoding: string }
  | { ok: false; errors: FileError[] }

/**
 * `language` (ISO 639-3) is a hint for files older than Unicode. Without `strict`, a byte that is no
 * character becomes U+FFFD, which the reader of the format reports where it keeps it.
 */
export function decodeText(
  bytes: Uint8Array,
  { language, strict = false }: Pick<ReadOptions, 'language' | 'strict'>,
  report?: ReadReport,
): DecodedText {
  const decoded = decodeBytes(bytes, language, strict)
  return decoded.ok && !strict ? { ...decoded, text: dropZeros(decoded.text, report) } : decoded
}

function decodeBytes(
  bytes: Uint8Array,
  language: string | undefined,
  strict: boolean,
): DecodedText {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) =>
    mark.every((byte, index) => bytes[index] === byte),
  )
  if (marked) return decodeAs(bytes.subarray(marked.mark.length), marked.encoding, strict)
  const wide = detectUtf16(bytes)
  if (wide) return decodeAs(bytes, wide, strict)
  const text = decodeStrict('utf-8', bytes)
  if (text !== undefined) return checkText(text, 'utf-8', strict)
  const guessed = isBrokenUtf8(bytes) ? undefined : guessEncoding(bytes, language)
  return decodeAs(bytes, guessed ?? 'utf-8', strict)
}

/** UTF-32 comes first, because its mark starts with that of UTF-16. */
const BYTE_ORDER_MARKS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe, 0, 0], encoding: 'utf-32le' },
  { mark: [0, 0, 0xfe, 0xff], encoding: 'utf-32be' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
]

const MIN_CUT_BYTES = 32

/** Times and line ends are ASCII in every language, so every second byte of them is zero. */
function detectUtf16(bytes: Uint8Array): string | undefined {
  // One that was cut is long enough to tell.
  if (bytes.length % 2 !== 0 && bytes.length < MIN_CUT_BYTES) return undefined
  const sample = bytes.subarray(0, 4096)
  const zeros = [0, 0]
  sample.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++
  })
  const [even, odd] = zeros as [number, number]
  if (odd > sample.length / 20 && even <= odd / 20) return 'utf-16le'
  return even > sample.length / 20 && odd <= even / 20 ? 'utf-16be' : undefined
}

/**
 * One bad byte does not make it another encoding. In the others, a fifth of the letters may look
 * like UTF-8.
 */
function isBrokenUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
  let [good, bad] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0xfffd) bad++
    else if (code > 0x7f) good++
  }
  return good > bad
}

function decodeAs(bytes: Uint8Array, encoding: string, strict: boolean): DecodedText {
  const text = encoding.startsWith('utf-32')
    ? decodeUtf32(bytes, encoding)
    : decodeStrict(encoding, bytes)
  if (text !== undefined) return checkText(text, encoding, strict)
  const repaired = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes)
  return strict
    ? fail(
        repaired,
        '\ufffd',
        `Invalid ${encoding.toUpperCase()} from here on. Save the file as UTF-8`,
      )
    : { ok: true, text: repaired, encoding }
}

function checkText(text: string, encoding: string, strict: boolean): DecodedText {
  if (!strict) return { ok: true, text, encoding }
  if (text.includes('\ufffd'))
    return fail(
      text,
      '\ufffd',
      'Contains U+FFFD, which replaces a character that was lost when the file was saved',
    )
  if (text.includes('\0')) return fail(text, '\0', 'Contains a zero byte, which is not text')
  return { ok: true, text, encoding }
}

/** Damaged storage and padding leave zero bytes, and no format can write them. */
function dropZeros(text: string, report: ReadReport | undefined): string {
  if (!text.includes('\0')) return text
  let [line, lineStart, counted] = [1, 0, 0]
  for (const { 0: zeros, index } of text.matchAll(/\0+/g)) {
    // Counted from the zeros before, because counting from the start would be quadratic.
    for (; counted < index; counted++)
      if (endsLine(text, counted)) {
        line++
        lineStart = counted + 1
      }
    const message = `The file has ${zeros.length === 1 ? 'a zero byte' : `${zeros.length} zero bytes`} here`
    const place = { line, column: index - lineStart + 1 }
    report?.fault({ code: 'character', ...place, message, repair: 'left out' })
  }
  return text.replaceAll('\0', '')
}

const endsLine = (text: string, at: number) =>
  text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')

/** TextDecoder does not support UTF-32. */
function decodeUtf32(bytes: Uint8Array, encoding: string): string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let text = ''
  for (let at = 0; at + 4 <= bytes.length; at += 4) {
    const code = view.getUint32(at, encoding === 'utf-32le')
    const isInvalid = code > 0x10ffff || (code >= 0xd800 && code < 0xe000)
    text += isInvalid ? '\ufffd' : String.fromCodePoint(code)
  }
  return text + (bytes.length % 4 ? '\ufffd' : '')
}

const fail = (text: string, sought: string, message: string): DecodedText => ({
  ok: false,
  errors: [{ ...locate(text, Math.max(0, text.indexOf(sought))), message, code: 'character' }],
})

function locate(text: string, at: number): Place {
  const lines = text.slice(0, at).split(/\r\n|\r|\n/)
  return { line: lines.length, column: lines.at(-1)!.length + 1 }
}
