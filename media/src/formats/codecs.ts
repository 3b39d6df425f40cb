// The CODECS attribute of a playlist (RFC 6381), read from the initialization segment.
import { findBox, listBoxes, type Mp4Box } from './mp4-boxes.ts'

export function readCodecs(init: Buffer): string {
  const moov = findBox(init, 'moov')
  if (!moov) return ''
  return [...listBoxes(init, moov.start, moov.end)]
    .filter(({ type }) => type === 'trak')
    .map((track) => trackCodec(init, track))
    .filter((codec) => codec !== undefined)
    .join(',')
}

/** Bytes before the entries of a sample description: version, flags and count. */
const DESCRIPTION_HEADER = 8
const VIDEO_FIELDS = 78
const AUDIO_FIELDS = 28

function trackCodec(init: Buffer, track: Mp4Box): string | undefined {
  const descriptions = findBox(init, 'mdia/minf/stbl/stsd', track)
  const entry =
    descriptions &&
    listBoxes(init, descriptions.start + DESCRIPTION_HEADER, descriptions.end).next().value
  if (!entry) return undefined
  if (entry.type === 'avc1')
    return avc(init, findBox(init, 'avcC', { ...entry, start: entry.start + VIDEO_FIELDS }))
  if (entry.type === 'mp4a')
    return aac(init, findBox(init, 'esds', { ...entry, start: entry.start + AUDIO_FIELDS }))
  return entry.type
}

/** Profile, constraints and level, two hex digits each. */
function avc(init: Buffer, box: Mp4Box | undefined): string | undefined {
  return box && `avc1.${init.toString('hex', box.start + 1, box.start + 4)}`
}

/** The audio object type is in the first five bits of the decoder-specific descriptor (tag 5). */
function aac(init: Buffer, box: Mp4Box | undefined): string {
  const offset = box ? decoderSpecific(init, box) : undefined
  const object = offset === undefined ? 2 : init[offset]! >> 3
  return `mp4a.40.${object === 31 && offset !== undefined ? 32 + ((init.readUInt16BE(offset) >> 5) & 63) : object}`
}

/**
 * Descends from the ES descriptor (tag 3) through the decoder configuration (4) to the
 * decoder-specific descriptor (5). Lengths take one to four bytes.
 */
function decoderSpecific(init: Buffer, box: Mp4Box): number | undefined {
  const FIXED: Record<number, number> = { 3: 3, 4: 13 }
  for (let offset = box.start + 4; offset < box.end;) {
    const tag = init[offset++]!
    while (offset < box.end && init[offset]! & 0x80) offset++
    offset++
    if (tag === 5) return offset
    if (FIXED[tag] === undefined) return undefined
    offset += FIXED[tag]
  }
  return undefined
}
