// Adds an invisible mark to the brightness of a film: a weak pattern of large, soft spots, so that
// scaling and encoding keep it. One frame gives two: with the pattern, and with its negative.
import { randomInt } from 'node:crypto'
import type { Frame } from 'node-av/lib'
import { copyOf } from './frames.ts'
import type { PictureSize } from './geometry.ts'

/** Spots per row and per column. */
const [COLUMNS, ROWS] = [16, 9]
/** The greatest change of brightness, in levels of 255. */
export const PEAK = 2.5
/** The share of it in flat areas, where the eye sees the least differences. */
const FLAT_SHARE = 0.35
/** From this mean difference between neighbouring pixels on, details hide the whole mark. */
const DETAIL = 2
const BLOCK = 16
/** Below this brightness nothing changes: spots in black would be visible in a dark room. */
const BLACK = 18
const FULL_MARK = 64
const DITHER_SIZE = 4096

export type TraceMarker = (frame: Frame, index: number) => [a: Frame, b: Frame]

/** Each cell of `cellFrames` frames gets a new pattern, which fades in and out. */
export function createTraceMarker({ width, height }: PictureSize, cellFrames: number): TraceMarker {
  const gains = Int32Array.from({ length: 256 }, (_, level) => 256 * gainAt(level))
  const dither = Int32Array.from({ length: DITHER_SIZE }, () => randomInt(2 ** FRACTION_BITS))
  const columns = Math.ceil(width / BLOCK)
  let cell = -1
  let pattern = new Int16Array(0)
  return (frame, index) => {
    if (Math.floor(index / cellFrames) !== cell) {
      cell = Math.floor(index / cellFrames)
      pattern = drawPattern(width, height)
    }
    const fade = Math.round(256 * fadeAt((index % cellFrames) / cellFrames))
    const [a, b] = [copyOf(frame), copyOf(frame)]
    const [planeA, planeB] = [a.data![0]!, b.data![0]!]
    const stride = a.linesize[0]!
    const details = measureDetails(planeA, { width, height, stride })
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const pixel = y * stride + x
        const level = planeA[pixel]!
        const detail = details[(y >> 4) * columns + (x >> 4)]!
        const change = ((pattern[y * width + x]! * fade) >> 8) * ((gains[level]! * detail) >> 8)
        const noise = dither[(y * 61 + x) % DITHER_SIZE]!
        planeA[pixel] = level + ((noise + change) >> FRACTION_BITS)
        planeB[pixel] = level + ((noise - change) >> FRACTION_BITS)
      }
    return [a, b]
  }
}

/** The pattern and the gain have 8 bits behind the point each. */
const FRACTION_BITS = 16

/** Per block: the share of the mark that its details hide, times 256. */
function measureDetails(
  plane: Uint8Array,
  { width, height, stride }: PictureSize & { stride: number },
): Int32Array {
  const columns = Math.ceil(width / BLOCK)
  const sums = new Int32Array(columns * Math.ceil(height / BLOCK))
  for (let y = 0; y < height; y++)
    for (let x = 1; x < width; x++) {
      const pixel = y * stride + x
      sums[(y >> 4) * columns + (x >> 4)]! += Math.abs(plane[pixel]! - plane[pixel - 1]!)
    }
  const full = DETAIL * BLOCK * BLOCK
  return sums.map((sum) => 256 * Math.min(1, FLAT_SHARE + ((1 - FLAT_SHARE) * sum) / full))
}

/** Without a fade, the picture would flicker where two patterns meet. */
export const fadeAt = (phase: number): number => Math.sin(Math.PI * phase)

/** Changes stay between black and white, so the result needs no clipping. */
function gainAt(level: number): number {
  if (level > 255 - PEAK - 1) return 0
  return Math.max(0, Math.min(1, (level - BLACK) / (FULL_MARK - BLACK)))
}

function drawPattern(width: number, height: number): Int16Array<ArrayBuffer> {
  const spots = drawSpots()
  const across = interpolation(width, COLUMNS)
  const down = interpolation(height, ROWS)
  const pattern = new Int16Array(width * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const column = across.from[x]!
      const right = across.share[x]!
      const row = down.from[y]! * COLUMNS
      const below = down.share[y]!
      const top = spots[row + column]! * (1 - right) + spots[row + column + 1]! * right
      const bottom =
        spots[row + COLUMNS + column]! * (1 - right) + spots[row + COLUMNS + column + 1]! * right
      pattern[y * width + x] = 256 * PEAK * (top * (1 - below) + bottom * below)
    }
  return pattern
}

/** As many bright as dark spots, so the whole picture becomes neither brighter nor darker. */
function drawSpots(): number[] {
  const spots: number[] = Array.from({ length: COLUMNS * ROWS }, (_, index) => (index % 2 ? 1 : -1))
  for (let index = spots.length - 1; index > 0; index--) {
    const other = randomInt(index + 1)
    ;[spots[index], spots[other]] = [spots[other]!, spots[index]!]
  }
  return spots
}

function interpolation(length: number, count: number) {
  const positions = Array.from(
    { length },
    (_, index) => (index / Math.max(1, length - 1)) * (count - 1),
  )
  const from = positions.map((position) => Math.min(count - 2, Math.floor(position)))
  return { from, share: positions.map((position, index) => softStep(position - from[index]!)) }
}

const softStep = (share: number) => share * share * (3 - 2 * share)
