// The picture as displayed: upright, with square pixels, progressive, and within a size limit.
import { AVCOL_TRC_ARIB_STD_B67, AVCOL_TRC_SMPTE2084 } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { rotationOf } from './source.ts'

export type PictureSize = { width: number; height: number }

/** Width and height as displayed, before scaling. */
export function displaySize(stream: Stream, coded: PictureSize = stream.codecpar): PictureSize {
  const { num, den } = pixelAspectRatio(stream)
  const width = Math.max(1, Math.round((coded.width * num) / den))
  return rotationOf(stream) % 180 === 0
    ? { width, height: coded.height }
    : { width: coded.height, height: width }
}

export function pixelAspectRatio(stream: Stream): { num: number; den: number } {
  const declared = [stream.sampleAspectRatio, stream.codecpar.sampleAspectRatio].find(
    ({ num, den }) => num > 0 && den > 0,
  )
  if (!declared) return { num: 1, den: 1 }
  const { num, den } = declared
  // A ratio beyond 10 is a damaged value.
  return num / den > 0.1 && num / den < 10 ? { num, den } : { num: 1, den: 1 }
}

/**
 * Never enlarges. Both sides are even, as 4:2:0 requires. The limit applies to the shorter side, so
 * a portrait film stays as sharp as a landscape one.
 */
export function fitShorterSide({ width, height }: PictureSize, limit: number): PictureSize {
  return scaled({ width, height }, Math.min(1, limit / Math.min(width, height)))
}

export function fitWidth({ width, height }: PictureSize, limit: number): PictureSize {
  return scaled({ width, height }, Math.min(1, limit / width))
}

function scaled({ width, height }: PictureSize, factor: number): PictureSize {
  const even = (side: number) =>
    Math.max(2, Math.min(Math.floor(side / 2), Math.round((side * factor) / 2)) * 2)
  return { width: even(width), height: even(height) }
}

/** Shrinks or enlarges to fit into the frame. */
export function fitWithin({ width, height }: PictureSize, frame: PictureSize): PictureSize {
  const factor = Math.min(frame.width / width, frame.height / height)
  const even = (side: number, most: number) =>
    Math.max(2, Math.min(Math.floor(most / 2), Math.round((side * factor) / 2)) * 2)
  return { width: even(width, frame.width), height: even(height, frame.height) }
}

/**
 * Deinterlaces the frames that the file marks as interlaced. The fps filter turns the variable rate
 * of phones and screen recordings into a constant one.
 */
export const progressiveFilters = ({ num, den }: FrameRate): string[] => [
  'bwdif=mode=send_frame:deint=interlaced',
  `fps=${num}/${den}:start_time=0`,
]

/** Filters that scale to a size, upright and with square pixels. */
export function displayFilters(
  stream: Stream,
  { width, height }: PictureSize,
  options = '',
): string[] {
  const degrees = rotationOf(stream)
  const scale = degrees % 180 === 0 ? `scale=${width}:${height}` : `scale=${height}:${width}`
  return [
    ...(isHdr(stream) ? [scale, 'format=yuv420p10le', TONE_MAP] : []),
    `${scale}${options}`,
    'setsar=1',
    ...rotationFilters(degrees),
  ]
}

/** PQ and HLG look grey on an SDR screen, so they are tone-mapped. */
function isHdr({ codecpar: { colorTrc } }: Stream): boolean {
  return colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67
}
const TONE_MAP = 'tonemapx=tonemap=bt2390:t=bt709:m=bt709:p=bt709:format=yuv420p'

export function rotationFilters(degrees: number): string[] {
  return ROTATIONS[degrees] ?? []
}
const ROTATIONS: Record<number, string[]> = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

export type FrameRate = { num: number; den: number }

/**
 * The frame rate as a rational. Uses the average rate, unless an extra frame moved it slightly away
 * from a standard rate.
 */
export function frameRateOf({ avgFrameRate, rFrameRate }: Stream): FrameRate {
  const [average, base] = [plausibleRate(avgFrameRate), plausibleRate(rFrameRate)]
  const standard = base && standardRate(base)
  if (!average) return standard ?? base ?? { num: 25, den: 1 }
  return (
    standardRate(average) ??
    (standard && Math.abs(standard.num / standard.den / (average.num / average.den) - 1) < 0.03
      ? standard
      : rounded(average))
  )
}

function plausibleRate({ num, den }: FrameRate): FrameRate | undefined {
  return num > 0 && den > 0 && num / den >= 1 && num / den <= 240 ? { num, den } : undefined
}

/** Files round: 23.976 is stored as 2997/125 or 13978/583. There are few standard rates. */
function standardRate({ num, den }: FrameRate): FrameRate | undefined {
  return RATES.find((rate) => Math.abs(rate.num / rate.den - num / den) < 0.002)
}
const RATES = [
  ...[24, 30, 48, 60, 120].flatMap((fps) => [
    { num: fps, den: 1 },
    { num: fps * 1000, den: 1001 },
  ]),
  ...[10, 12, 15, 25, 50, 100].map((fps) => ({ num: fps, den: 1 })),
]

function rounded({ num, den }: FrameRate): FrameRate {
  return den <= 1001 ? reduced(num, den) : reduced(Math.round((num / den) * 100), 100)
}

function reduced(num: number, den: number): FrameRate {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
  const divisor = gcd(num, den)
  return { num: num / divisor, den: den / divisor }
}
