import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mediaTypeOf } from './media-type.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const samples: [name: string, bytes: Buffer, type: string][] = [
  ['an MP4', latin('\0\0\0\x18ftypisom\0\0\0\0'), 'video/mp4'],
  ['a QuickTime film', latin('\0\0\0\x14ftypqt  '), 'video/quicktime'],
  ['a QuickTime film without ftyp', latin('\0\0\0\x08wide\0\0'), 'video/quicktime'],
  ['an AVIF', latin('\0\0\0\x1cftypavif'), 'image/avif'],
  ['an AIFF', latin('FORM\0\0\0\0AIFFCOMM'), 'audio/aiff'],
  ['a bare AAC', latin('\xff\xf1\x50'), 'audio/aac'],
  ['a DPX', latin('SDPX\0\0'), 'image/x-dpx'],
  ['an OpenEXR', latin('\x76\x2f\x31\x01\x02'), 'image/x-exr'],
  ['a TIFF', latin('II*\0'), 'image/tiff'],
  [
    'a transport stream',
    Buffer.concat(Array.from({ length: 5 }, () => Buffer.alloc(188, 0x47))),
    'video/mp2t',
  ],
  ['a text that begins with a G', Buffer.from('Godot'.repeat(300)), 'text/plain'],
  ['an M4A', latin('\0\0\0\x18ftypM4A '), 'audio/mp4'],
  ['a Matroska film', latin('\x1a\x45\xdf\xa3rest'), 'video/x-matroska'],
  ['an MXF', latin('\x06\x0e\x2b\x34\x02\x05'), 'application/mxf'],
  ['a PNG', latin('\x89PNG\r\n\x1a\n'), 'image/png'],
  ['a JPEG', latin('\xff\xd8\xff\xe0'), 'image/jpeg'],
  ['a GIF', latin('GIF89a'), 'image/gif'],
  ['a WebP', latin('RIFF\0\0\0\0WEBPVP8 '), 'image/webp'],
  ['a WAV of more than 4 GB', latin('RF64\xff\xff\xff\xffWAVEds64'), 'audio/wav'],
  ['a text with WEBP in it', Buffer.from('the new WEBP files'), 'text/plain'],
  ['a text with WAVE in it', Buffer.from('a short WAVE'), 'text/plain'],
  ['a WAV', latin('RIFF\0\0\0\0WAVEfmt '), 'audio/wav'],
  ['an AVI', latin('RIFF\0\0\0\0AVI LIST'), 'video/x-msvideo'],
  ['an MP3', latin('ID3\x04'), 'audio/mpeg'],
  ['a bare MP3', latin('\xff\xfb\x90'), 'audio/mpeg'],
  ['a FLAC', latin('fLaC\0'), 'audio/flac'],
  ['an Ogg', latin('OggS\0'), 'application/ogg'],
  ['a PDF', latin('%PDF-1.7'), 'application/pdf'],
  ['a ZIP', latin('PK\x03\x04'), 'application/zip'],
  ['subtitles', Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nÜber'), 'text/plain'],
  [
    'an HTML page, which is text and no more',
    Buffer.from('<script>alert(1)</script>'),
    'text/plain',
  ],
  ['an SVG, which is no picture', Buffer.from('<svg onload="x()">'), 'text/xml'],
  [
    'an SVG after a prolog',
    Buffer.from(
      '\uFEFF<?xml version="1.0"?>\n<!-- <p> -->\n<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<s:svg xmlns:s="x"/>',
    ),
    'text/xml',
  ],
  [
    'an SVG whose document type has > in values and comments',
    Buffer.from(`<!DOCTYPE svg [<!ENTITY a "x>y"><!-- ]>' --><?b ]>?>]><svg>&a;</svg>`),
    'text/xml',
  ],
  ['an SVG with any prefix', Buffer.from(`<${'é'.repeat(70)}:svg/>`), 'text/xml'],
  [
    'an SVG whose prolog fills the head',
    Buffer.from('<?xml version="1.0"?> <!-- -->\n'),
    'text/xml',
  ],
  ['an SVG that is cut in the name', Buffer.from('<?xml version="1.0"?><s'), 'text/xml'],
  ['an SVG in UTF-16', Buffer.from('\uFEFF<svg/>', 'utf16le'), 'text/xml'],
  ['a comment that does not end', Buffer.from(`<!--${' '.repeat(4000)}`), 'text/xml'],
  ['subtitles in XML', Buffer.from('<?xml version="1.0"?><tt><svg/></tt>'), 'text/plain'],
  ['subtitles that begin with a tag', Buffer.from('<i>svg</i>'), 'text/plain'],
  ['a compressed drawing', latin('\x1f\x8b\x08'), 'application/gzip'],
  ['an EPS with a preview', latin('\xc5\xd0\xd3\xc6\x1e'), 'application/postscript'],
  ['a PDF after other bytes', latin('\n\n%PDF-1.7'), 'application/pdf'],
  [
    'a playlist, which is text and no more',
    Buffer.from('#EXTM3U\nfile:///etc/passwd'),
    'text/plain',
  ],
  ['noise', latin('\xfe\xed\xfa\xce\x80\x81'), 'application/octet-stream'],
  ['text with a NUL', Buffer.from('a\0b'), 'application/octet-stream'],
  ['nothing', Buffer.alloc(0), 'application/octet-stream'],
]
for (const [name, bytes, type] of samples)
  test(`${name} is ${type}`, () => assert.equal(mediaTypeOf(bytes), type))

test('detects text that is cut inside a character', () => {
  assert.equal(mediaTypeOf(Buffer.from('é').subarray(0, 1)), 'text/plain')
  assert.equal(mediaTypeOf(Buffer.from('plain')), 'text/plain')
  assert.equal(mediaTypeOf(latin('\xc0\xaf')), 'application/octet-stream')
  assert.equal(mediaTypeOf(Buffer.from('plain')), 'text/plain')
})
