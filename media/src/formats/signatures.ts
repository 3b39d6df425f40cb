/** How files begin, byte by byte as Latin-1. The first match counts, so `ftyp` alone is the last. */
export const SIGNATURES: readonly [pattern: RegExp, type: string][] = [
  [/^.{4}ftypqt/s, 'video/quicktime'],
  [/^.{4}ftypM4A/s, 'audio/mp4'],
  [/^.{4}ftypheic/s, 'image/heic'],
  [/^.{4}ftypmif1/s, 'image/heif'],
  [/^.{4}ftypavif/s, 'image/avif'],
  [/^.{4}ftyp/s, 'video/mp4'],
  // QuickTime from before 2001 has no ftyp.
  [/^.{4}(?:moov|mdat|wide)/s, 'video/quicktime'],
  [/^\x1a\x45\xdf\xa3/, 'video/x-matroska'],
  [/^\x06\x0e\x2b\x34/, 'application/mxf'],
  [/^\x89PNG\r\n\x1a\n/, 'image/png'],
  [/^\xff\xd8\xff/, 'image/jpeg'],
  [/^GIF8/, 'image/gif'],
  [/^RIFF.{4}WEBP/s, 'image/webp'],
  // RF64 and BW64 are for more than 4 GB, RIFX is big-endian.
  [/^(?:RIFF|RF64|BW64|RIFX).{4}WAVE/s, 'audio/wav'],
  [/^RIFF.{4}AVI /s, 'video/x-msvideo'],
  [/^FORM.{4}AIF[FC]/s, 'audio/aiff'],
  [/^FLV\x01/, 'video/x-flv'],
  [/^\x30\x26\xb2\x75\x8e\x66\xcf\x11/, 'video/x-ms-asf'],
  [/^\0\0\x01\xba/, 'video/mpeg'],
  [/^(?:II\*\0|MM\0\*)/, 'image/tiff'],
  [/^(?:SDPX|XPDS)/, 'image/x-dpx'],
  [/^\x76\x2f\x31\x01/, 'image/x-exr'],
  [/^(?:ID3|\xff[\xfb\xfa\xf3\xf2])/, 'audio/mpeg'],
  [/^\xff[\xf1\xf9]/, 'audio/aac'],
  [/^fLaC/, 'audio/flac'],
  [/^OggS/, 'application/ogg'],
  // EPS may start with the end of a transmission, or with a table of its preview.
  [/^(?:\x04?%!PS|\xc5\xd0\xd3\xc6)/, 'application/postscript'],
  [/^\x1f\x8b/, 'application/gzip'],
  [/^PK\x03\x04/, 'application/zip'],
  // Readers accept a PDF whose header is anywhere in the first 1024 bytes.
  [/^.{0,1019}%PDF-/s, 'application/pdf'],
]
