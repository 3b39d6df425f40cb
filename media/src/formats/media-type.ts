// Detects the media type from the content. File names and headers are not reliable.
const text = new TextDecoder('utf-8', { fatal: true })

const SIGNATURES: [offset: number, signature: string, type: string][] = [
  [4, 'ftypqt', 'video/quicktime'],
  [4, 'ftypM4A', 'audio/mp4'],
  [4, 'ftypheic', 'image/heic'],
  [4, 'ftypmif1', 'image/heif'],
  [4, 'ftypavif', 'image/avif'],
  [4, 'ftyp', 'video/mp4'],
  // QuickTime from before 2001 has no ftyp.
  [4, 'moov', 'video/quicktime'],
  [4, 'mdat', 'video/quicktime'],
  [4, 'wide', 'video/quicktime'],
  [0, '\x1a\x45\xdf\xa3', 'video/x-matroska'],
  [0, '\x06\x0e\x2b\x34', 'application/mxf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'AVI ', 'video/x-msvideo'],
  [8, 'AIFF', 'audio/aiff'],
  [8, 'AIFC', 'audio/aiff'],
  [0, 'FLV\x01', 'video/x-flv'],
  [0, '\x30\x26\xb2\x75\x8e\x66\xcf\x11', 'video/x-ms-asf'],
  [0, '\0\0\x01\xba', 'video/mpeg'],
  [0, 'II*\0', 'image/tiff'],
  [0, 'MM\0*', 'image/tiff'],
  [0, 'SDPX', 'image/x-dpx'],
  [0, 'XPDS', 'image/x-dpx'],
  [0, '\x76\x2f\x31\x01', 'image/x-exr'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\xff\xfb', 'audio/mpeg'],
  [0, '\xff\xfa', 'audio/mpeg'],
  [0, '\xff\xf3', 'audio/mpeg'],
  [0, '\xff\xf2', 'audio/mpeg'],
  [0, '\xff\xf1', 'audio/aac'],
  [0, '\xff\xf9', 'audio/aac'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'OggS', 'application/ogg'],
  [0, '%PDF-', 'application/pdf'],
  [0, '%!PS', 'application/postscript'],
  [0, '\x04%!PS', 'application/postscript'],
  // EPS with a preview.
  [0, '\xc5\xd0\xd3\xc6', 'application/postscript'],
  [0, '\x1f\x8b', 'application/gzip'],
  [0, 'PK\x03\x04', 'application/zip'],
]

/** Readers accept a PDF whose header is anywhere in the first bytes. */
const PDF_HEADER_BYTES = 1024

/** SVG is reported as `text/xml`, so that nothing treats it as a picture. */
export function mediaTypeOf(head: Buffer): string {
  const latin = head.toString('latin1')
  const match = SIGNATURES.find(([offset, signature]) => latin.startsWith(signature, offset))
  if (match) return match[2]
  if (isTransportStream(head)) return 'video/mp2t'
  if (latin.slice(0, PDF_HEADER_BYTES).includes('%PDF-')) return 'application/pdf'
  if (isSvg(head)) return 'text/xml'
  return isText(head) ? 'text/plain' : 'application/octet-stream'
}

const DRAWINGS = new Set([
  'application/pdf',
  'application/postscript',
  'application/gzip',
  'text/xml',
])

/** Drawings and documents that can run code or load other files when they are shown. */
export const isDrawing = (mime: string) => DRAWINGS.has(mime)

/** Packets of 188 bytes (192 with a timecode before each) that begin with a sync byte, 0x47. */
function isTransportStream(head: Buffer): boolean {
  return [
    [0, 188],
    [4, 192],
  ].some(
    ([start = 0, packet = 0]) =>
      head.length > start + 3 * packet &&
      [0, 1, 2, 3].every((n) => head[start + n * packet] === 0x47),
  )
}

function isText(head: Buffer): boolean {
  try {
    // The head may end inside a character.
    return !text.decode(head, { stream: true }).includes('\0') && head.length > 0
  } catch {
    return false
  } finally {
    try {
      text.decode()
    } catch {
      /* The stream is reset either way. */
    }
  }
}

/** What can precede the root element of an XML document. */
const PROLOG: [start: string, end: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
]

/** An XML document with the root element `svg`, or with a root element after the head. */
function isSvg(head: Buffer): boolean {
  let rest = decodeXml(head).trimStart()
  if (!rest.startsWith('<')) return false
  for (;;) {
    const part = PROLOG.find(([start]) => rest.startsWith(start))
    if (!part) return /^<(?:[\w.-]{1,64}:)?svg[\s/>]/i.test(rest)
    const end = rest.indexOf(part[1], part[0].length)
    if (end === -1) return true
    rest = rest.slice(end + part[1].length)
    // A document type can contain declarations: the next one begins with `<!`, and the last ends
    // with `]>`.
    rest = rest
      .trimStart()
      .replace(/^\]\s*>/, '')
      .trimStart()
  }
}

function decodeXml(head: Buffer): string {
  if (head[0] === 0xff && head[1] === 0xfe) return head.subarray(2).toString('utf16le')
  if (head[0] === 0xfe && head[1] === 0xff)
    return new TextDecoder('utf-16be').decode(head.subarray(2))
  return head.toString('utf8').replace(/^\uFEFF/, '')
}
