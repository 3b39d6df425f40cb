// What bytes are, by the bytes. A name or a header only says what somebody wished they were.
const text = new TextDecoder('utf-8', { fatal: true })

const MARKS: [offset: number, mark: string, type: string][] = [
  [4, 'ftypqt', 'video/quicktime'],
  [4, 'ftypM4A', 'audio/mp4'],
  [4, 'ftyp', 'video/mp4'],
  [0, '\x1a\x45\xdf\xa3', 'video/x-matroska'],
  [0, '\x06\x0e\x2b\x34', 'application/mxf'],
  [0, '\x89PNG\r\n\x1a\n', 'image/png'],
  [0, '\xff\xd8\xff', 'image/jpeg'],
  [0, 'GIF8', 'image/gif'],
  [8, 'WEBP', 'image/webp'],
  [8, 'WAVE', 'audio/wav'],
  [8, 'AVI ', 'video/x-msvideo'],
  [0, 'ID3', 'audio/mpeg'],
  [0, '\xff\xfb', 'audio/mpeg'],
  [0, 'fLaC', 'audio/flac'],
  [0, 'OggS', 'application/ogg'],
  [0, '%PDF-', 'application/pdf'],
  [0, 'PK\x03\x04', 'application/zip'],
]

export function mediaTypeOf(head: Buffer): string {
  const latin = head.toString('latin1')
  const known = MARKS.find(([offset, mark]) => latin.startsWith(mark, offset))
  return known?.[2] ?? (isText(head) ? 'text/plain' : 'application/octet-stream')
}

function isText(head: Buffer): boolean {
  try {
    // The head may end inside a character.
    return !text.decode(head, { stream: true }).includes('\0') && head.length > 0
  } catch {
    return false
  } finally {
    try { text.decode() } catch { /* The stream is reset either way. */ }
  }
}
