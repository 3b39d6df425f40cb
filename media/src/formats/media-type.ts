// Detects the media type from the content. File names and headers are not reliable.
import { SIGNATURES } from './signatures.ts'
import { mayBeSvg } from './svg.ts'

/** SVG is reported as `text/xml`, so that nothing treats it as a picture. */
export function mediaTypeOf(head: Buffer): string {
  const latin = head.toString('latin1')
  const signature = SIGNATURES.find(([pattern]) => pattern.test(latin))
  if (signature) return signature[1]
  if (isTransportStream(head)) return 'video/mp2t'
  if (mayBeSvg(head)) return 'text/xml'
  return isText(head) ? 'text/plain' : 'application/octet-stream'
}

const ACTIVE_CONTENT = new Set([
  'application/pdf',
  'application/postscript',
  // Can be a compressed SVG.
  'application/gzip',
  'text/xml',
])

/** What can run code or load other files when it is shown. */
export const isActiveContent = (mime: string) => ACTIVE_CONTENT.has(mime)

const PACKETS = [
  { first: 0, length: 188 },
  // With a timecode before each packet.
  { first: 4, length: 192 },
]

/** Four packets begin with a sync byte, 0x47. */
const isTransportStream = (head: Buffer): boolean =>
  PACKETS.some(({ first, length }) =>
    [0, 1, 2, 3].every((packet) => head[first + packet * length] === 0x47),
  )

function isText(head: Buffer): boolean {
  try {
    // The head may end inside a character.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return head.length > 0 && !text.includes('\0')
  } catch {
    return false
  }
}
