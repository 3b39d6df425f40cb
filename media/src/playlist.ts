// HLS (RFC 8216) and WebVTT as text. `url` returns the signed URL of a part.
import type { HlsHead, HlsRendition, Storyboard } from './types.ts'

/** The variant for one viewer, with their name burned in. */
export const WATERMARKED = 'marked'
/** The variant that mixes segments of the two marked ones for each viewer. */
export const TRACEABLE = 'traceable'
/** Best first: players start with the first variant. */
const VARIANTS: readonly string[] = ['source', '720p', '360p', 'sound', WATERMARKED, TRACEABLE]

/** What a playlist says about a rendition. Partial while the rendition is being encoded. */
export type HlsMetadata = Partial<
  Pick<HlsRendition, 'width' | 'height' | 'codecs' | 'bandwidth' | 'averageBandwidth' | 'frameRate'>
>
export const hlsMetadata = ({
  width,
  height,
  codecs,
  bandwidth,
  averageBandwidth,
  frameRate,
}: HlsHead & HlsMetadata): HlsMetadata => ({
  width,
  height,
  codecs,
  bandwidth,
  averageBandwidth,
  frameRate,
})
export type HlsVariant = {
  variant: string
  metadata: HlsMetadata
  complete?: boolean
  /** The length of each segment, in seconds. */
  segments?: number[]
}
export type PlaylistSegment = { number: number; duration: number }

const HEADER = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']

export function masterPlaylist(variants: HlsVariant[], url: (variant: string) => string): string {
  const sorted = variants.toSorted(
    (a, b) => VARIANTS.indexOf(a.variant) - VARIANTS.indexOf(b.variant),
  )
  return lines(
    ...HEADER,
    ...sorted.flatMap(({ variant, metadata }) => [
      `#EXT-X-STREAM-INF:${attributesOf(metadata)}`,
      url(variant),
    ]),
  )
}

/** Less than half a frame at 60 frames per second. */
const ALIGNMENT_SECONDS = 0.008

/**
 * The variants that a player may switch between: their segments start at the same times. Otherwise
 * it would lose or repeat frames. Films that were encoded by earlier versions, and a few with rare
 * key frames, have a copied source whose segments start elsewhere. Incomplete variants only count
 * until one is complete.
 */
export function switchableVariants(variants: HlsVariant[]): HlsVariant[] {
  const complete = variants.filter((variant) => variant.complete)
  if (complete.length > 0) return alignedVariants(complete)
  // A copy grows much faster than what is encoded.
  const source = variants.find(({ variant }) => variant === 'source')
  return source ? [source] : variants
}

function alignedVariants(variants: HlsVariant[]): HlsVariant[] {
  const reference = variants.find(({ variant }) => variant !== 'source')
  return variants.filter(
    ({ variant, segments }) =>
      variant !== 'source' || !reference || isAligned(segments, reference.segments),
  )
}

/** The last segment may be longer or shorter: nothing starts after it. */
function isAligned(a: number[] = [], b: number[] = []): boolean {
  const [starts, others] = [segmentStarts(a), segmentStarts(b)]
  return (
    starts.length === others.length &&
    starts.every((start, index) => Math.abs(start - others[index]!) < ALIGNMENT_SECONDS)
  )
}

function segmentStarts(durations: number[]): number[] {
  let start = 0
  return durations.map((duration) => (start += duration) - duration)
}

/** BANDWIDTH is required (RFC 8216, 4.3.4.2). These stand in until the real one is known. */
const GUESSED_BANDWIDTH = 2_500_000
const GUESSED_BITS_PER_PIXEL = 4

function attributesOf({
  bandwidth,
  averageBandwidth,
  width,
  height,
  codecs,
  frameRate,
}: HlsMetadata): string {
  return Object.entries({
    BANDWIDTH:
      bandwidth ?? (width && height ? width * height * GUESSED_BITS_PER_PIXEL : GUESSED_BANDWIDTH),
    'AVERAGE-BANDWIDTH': averageBandwidth,
    RESOLUTION: width && height && `${width}x${height}`,
    CODECS: codecs && `"${codecs}"`,
    'FRAME-RATE': frameRate && decimal(frameRate),
  })
    .filter(([, value]) => value)
    .map(([name, value]) => `${name}=${value}`)
    .join(',')
}

function decimal(rational: string): string {
  const [num = 0, den = 1] = rational.split('/').map(Number)
  return (num / den).toFixed(3)
}

/**
 * The engine's segment length. EXT-X-TARGETDURATION must not change while the playlist grows, so it
 * is never below this.
 */
const SEGMENT_SECONDS = 4

/** An incomplete playlist has no end tag, so players reload it. */
export function mediaPlaylist(
  segments: PlaylistSegment[],
  complete: boolean,
  url: (number: number) => string,
): string {
  const longest = Math.max(SEGMENT_SECONDS, ...segments.map(({ duration }) => Math.round(duration)))
  return lines(
    ...HEADER,
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${complete ? 'VOD' : 'EVENT'}`,
    `#EXT-X-MAP:URI="${url(0)}"`,
    ...segments.flatMap(({ number, duration }) => [`#EXTINF:${duration.toFixed(6)},`, url(number)]),
    ...(complete ? ['#EXT-X-ENDLIST'] : []),
  )
}

export function storyboardIndex(
  cells: Storyboard['cells'],
  url: (sheet: number) => string,
): string {
  return lines(
    'WEBVTT',
    '',
    ...cells.flatMap(({ start, end, sheet, x, y, width, height }) => [
      `${timestamp(start)} --> ${timestamp(end)}`,
      `${url(sheet)}#xywh=${x},${y},${width},${height}`,
      '',
    ]),
  )
}

function timestamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
