// HLS (RFC 8216) and WebVTT as text. `address` gives the address of a part, signed for who asks.
import type { Ladder, Storyboard } from '../../media/types.ts'
import { VARIANTS } from './steps.ts'

/** While a rendition grows, what the engine says of the whole is not known yet. */
export type Facts = Partial<
  Pick<Ladder, 'width' | 'height' | 'codecs' | 'bandwidth' | 'averageBandwidth' | 'frameRate'>
>
export const factsOf = ({
  width,
  height,
  codecs,
  bandwidth,
  averageBandwidth,
  frameRate,
}: Ladder): Required<Facts> => ({ width, height, codecs, bandwidth, averageBandwidth, frameRate })
export type Variant = { variant: string; facts: Facts }
export type Segment = { number: number; duration: number }

const HEAD = ['#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS']

export function masterPlaylist(variants: Variant[], address: (variant: string) => string): string {
  const sorted = variants.toSorted(
    (one, other) => VARIANTS.indexOf(one.variant) - VARIANTS.indexOf(other.variant),
  )
  return lines(
    ...HEAD,
    ...sorted.flatMap(({ variant, facts }) => [
      `#EXT-X-STREAM-INF:${attributesOf(facts)}`,
      address(variant),
    ]),
  )
}

/** BANDWIDTH must be said; until it is known, that of a good picture of that size is. */
const GUESSED_BANDWIDTH = 2_500_000

function attributesOf({
  bandwidth = GUESSED_BANDWIDTH,
  averageBandwidth,
  width,
  height,
  codecs,
  frameRate,
}: Facts): string {
  return Object.entries({
    BANDWIDTH: bandwidth,
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
 * What the engine cuts to. The longest must be said before all are known, and not be taken back.
 */
const USUAL_SECONDS = 4

/** One that is not whole yet grows at its end, and players come back for more. */
export function mediaPlaylist(
  segments: Segment[],
  whole: boolean,
  address: (number: number) => string,
): string {
  const longest = Math.max(USUAL_SECONDS, ...segments.map(({ duration }) => Math.round(duration)))
  return lines(
    ...HEAD,
    `#EXT-X-TARGETDURATION:${longest}`,
    '#EXT-X-MEDIA-SEQUENCE:0',
    `#EXT-X-PLAYLIST-TYPE:${whole ? 'VOD' : 'EVENT'}`,
    `#EXT-X-MAP:URI="${address(0)}"`,
    ...segments.flatMap(({ number, duration }) => [
      `#EXTINF:${duration.toFixed(6)},`,
      address(number),
    ]),
    ...(whole ? ['#EXT-X-ENDLIST'] : []),
  )
}

export function storyboardIndex(
  cells: Storyboard['cells'],
  address: (sheet: number) => string,
): string {
  return lines(
    'WEBVTT',
    '',
    ...cells.flatMap(({ start, end, sheet, x, y, width, height }) => [
      `${clock(start)} --> ${clock(end)}`,
      `${address(sheet)}#xywh=${x},${y},${width},${height}`,
      '',
    ]),
  )
}

function clock(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}.${String(ms % 1000).padStart(3, '0')}`
}

const lines = (...all: string[]) => `${all.join('\n')}\n`
