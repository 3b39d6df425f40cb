// The picture as it is to be shown: upright, with square pixels, progressive, and no larger than
// asked.
import { AVCOL_TRC_ARIB_STD_B67, AVCOL_TRC_SMPTE2084 } from 'node-av/constants'
import type { Stream } from 'node-av/lib'
import { rotationOf } from './source.ts'

export type PictureSize = { width: number; height: number }

/** Width and height as shown, before any scaling. */
export function displaySize(stream: Stream, coded: PictureSize = stream.codecpar): PictureSize {
  const { num, den } = pixelAspectRatio(stream)
  const width = Math.max(1, Math.round((coded.width * num) / den))
  return rotationOf(stream) % 180 === 0
    ? { width, height: coded.height }
    : { width: coded.height, height: width }
}

export function pixelAspectRatio(stream: Stream): { num: number; den: number } {
  const said = [stream.sampleAspectRatio, stream.codecpar.sampleAspectRatio].find(
    ({ num, den }) => num > 0 && den > 0,
  )
  // Nobody films with pixels ten times as wide as high: such a number is damage.
  return said && said.num / said.den > 0.1 && said.num / said.den < 10
    ? { num: said.num, den: said.den }
    : { num: 1, den: 1 }
}

/**
 * Never larger than it is, both sides even as 4:2:0 wants it. The limit is for the shorter side, so
 * a portrait film stays as sharp as a wide one.
 */
export function fitShorterSide({ width, height }: PictureSize, limit: number): PictureSize {
  return scaled({ width, height }, Math.min(1, limit / Math.min(width, height)))
}

export function fitWidth({ width, height }: PictureSize, limit: number): PictureSize {
  return scaled({ width, height }, Math.min(1, limit / width))
}

function scaled({ width, height }: PictureSize, by: number): PictureSize {
  const even = (side: number) =>
    Math.max(2, Math.min(Math.floor(side / 2), Math.round((side * by) / 2)) * 2)
  return { width: even(width), height: even(height) }
}

/** As large as it can be within the frame, smaller or larger than it is. */
export function fitWithin({ width, height }: PictureSize, frame: PictureSize): PictureSize {
  const by = Math.min(frame.width / width, frame.height / height)
  const even = (side: number, most: number) =>
    Math.max(2, Math.min(Math.floor(most / 2), Math.round((side * by) / 2)) * 2)
  return { width: even(width, frame.width), height: even(height, frame.height) }
}

/**
 * A frame the file marks as interlaced is made whole; the others pass. The fps filter makes a
 * constant rate of what phones and screens record.
 */
export const progressiveFilters = ({ num, den }: FrameRate): string[] => [
  'bwdif=mode=send_frame:deint=interlaced',
  `fps=${num}/${den}:start_time=0`,
]

/** The filters that bring a picture into the wanted size, upright and with square pixels. */
export function displayFilters(
  stream: Stream,
  { width, height }: PictureSize,
  options = '',
): string[] {
  const turn = rotationOf(stream)
  const scale = turn % 180 === 0 ? `scale=${width}:${height}` : `scale=${height}:${width}`
  return [
    ...(isHdr(stream) ? [scale, 'format=yuv420p10le', TONE] : []),
    `${scale}${options}`,
    'setsar=1',
    ...rotationFilters(turn),
  ]
}

/**
 * A master in PQ or HLG looks grey on a screen that knows neither, so its tones are brought into
 * the range of one.
 */
function isHdr({ codecpar: { colorTrc } }: Stream): boolean {
  return colorTrc === AVCOL_TRC_SMPTE2084 || colorTrc === AVCOL_TRC_ARIB_STD_B67
}
const TONE = 'tonemapx=tonemap=bt2390:t=bt709:m=bt709:p=bt709:format=yuv420p'

export function rotationFilters(degrees: number): string[] {
  return TURNS[degrees] ?? []
}
const TURNS: Record<number, string[]> = {
  90: ['transpose=clock'],
  180: ['hflip', 'vflip'],
  270: ['transpose=cclock'],
}

export type FrameRate = { num: number; den: number }

/**
 * A rational the encoder can hold to. The average counts, unless a frame too many has bent it away
 * from the rate the film was made at.
 */
export function frameRateOf({ avgFrameRate, rFrameRate }: Stream): FrameRate {
  const [average, base] = [plausibleRate(avgFrameRate), plausibleRate(rFrameRate)]
  const made = base && standardRate(base)
  if (!average) return made ?? base ?? { num: 25, den: 1 }
  return (
    standardRate(average) ??
    (made && Math.abs(made.num / made.den / (average.num / average.den) - 1) < 0.03
      ? made
      : rounded(average))
  )
}

function plausibleRate({ num, den }: FrameRate): FrameRate | undefined {
  return num > 0 && den > 0 && num / den >= 1 && num / den <= 240 ? { num, den } : undefined
}

/**
 * Files round: 23.976 is written as 2997/125 and as 13978/583. The rates films are made at are few.
 */
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
  const common = (a: number, b: number): number => (b === 0 ? a : common(b, a % b))
  const by = common(num, den)
  return { num: num / by, den: den / by }
}
