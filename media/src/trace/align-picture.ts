// Finds the part of the picture that a copy shows: cropped, scaled or with bars around it.
import { similarity, type Pixels } from './grey-film.ts'

/** The edges of the copy in the picture of the film, from 0 to 1. */
export type Crop = { left: number; top: number; right: number; bottom: number }
const WHOLE: Crop = { left: 0, top: 0, right: 1, bottom: 1 }

type Size = { width: number; height: number }
/** The pixels of the copy that show the film: see `movingPixels`. */
type CopyArea = Size & { isMoving: Uint8Array }

/** For each pixel of the copy: the four pixels of the film around it. */
export type PixelMap = {
  from: Int32Array
  right: Float32Array
  below: Float32Array
  isUsed: Uint8Array
} & Size

/** The search leaves a local optimum that is farther away than the first step undetected. */
const STEPS = [0.04, 0.02, 0.01, 0.005, 0.0025, 0.001]

/** `pairs`: frames of the copy and of the film that show the same picture. */
export function alignPicture(
  pairs: { copy: Pixels; film: Pixels }[],
  size: CopyArea,
  start: Crop = WHOLE,
): { crop: Crop; similarity: number } {
  const rate = (crop: Crop) => {
    const map = createPixelMap(crop, size)
    const warped = new Float32Array(size.width * size.height)
    const all = pairs.map(({ copy, film }) => similarity(copy, warp(film, map, warped), map.isUsed))
    return all.reduce((sum, value) => sum + value, 0) / all.length
  }
  let best = { crop: start, similarity: rate(start) }
  for (const step of start === WHOLE ? STEPS : STEPS.slice(2))
    for (let improved = true; improved;) {
      improved = false
      for (const crop of neighbours(best.crop, step)) {
        const score = rate(crop)
        if (score <= best.similarity + 1e-6) continue
        best = { crop, similarity: score }
        improved = true
      }
    }
  return best
}

/** At least half of the film and at most twice its picture must be visible. */
function neighbours(crop: Crop, step: number): Crop[] {
  const { left, top, right, bottom } = crop
  const moves: [number, number, number, number][] = [
    [1, 0, 0, 0],
    [0, 0, -1, 0],
    [1, 0, -1, 0],
    [1, 0, 1, 0],
    [0, 1, 0, 0],
    [0, 0, 0, -1],
    [0, 1, 0, -1],
    [0, 1, 0, 1],
    [1, 1, -1, -1],
  ]
  return moves
    .flatMap((move) => [move, move.map((side) => -side)])
    .map(([dl = 0, dt = 0, dr = 0, db = 0]) => ({
      left: left + dl * step,
      top: top + dt * step,
      right: right + dr * step,
      bottom: bottom + db * step,
    }))
    .filter((neighbour) =>
      [neighbour.right - neighbour.left, neighbour.bottom - neighbour.top].every(
        (side) => side > 0.5 && side < 2,
      ),
    )
}

export function createPixelMap(
  { left, top, right, bottom }: Crop,
  { isMoving, ...size }: CopyArea,
): PixelMap {
  const { width, height } = size
  const count = width * height
  const map: PixelMap = {
    ...size,
    from: new Int32Array(count),
    right: new Float32Array(count),
    below: new Float32Array(count),
    isUsed: new Uint8Array(count),
  }
  for (let pixel = 0; pixel < count; pixel++) {
    const x = (left + (((pixel % width) + 0.5) / width) * (right - left)) * width - 0.5
    const y = (top + ((Math.floor(pixel / width) + 0.5) / height) * (bottom - top)) * height - 0.5
    const isInside = x >= -0.5 && y >= -0.5 && x <= width - 0.5 && y <= height - 0.5
    map.isUsed[pixel] = isInside ? isMoving[pixel]! : 0
    const column = Math.max(0, Math.min(width - 2, Math.floor(x)))
    const row = Math.max(0, Math.min(height - 2, Math.floor(y)))
    map.from[pixel] = row * width + column
    map.right[pixel] = Math.max(0, Math.min(1, x - column))
    map.below[pixel] = Math.max(0, Math.min(1, y - row))
  }
  return map
}

/** Cuts and scales a picture of the film like the copy. */
export function warp(picture: Pixels, map: PixelMap, into: Float32Array): Float32Array {
  const { width, from, right, below } = map
  for (let pixel = 0; pixel < into.length; pixel++) {
    const first = from[pixel]!
    const x = right[pixel]!
    const y = below[pixel]!
    const top = picture[first]! * (1 - x) + picture[first + 1]! * x
    const bottom = picture[first + width]! * (1 - x) + picture[first + width + 1]! * x
    into[pixel] = top * (1 - y) + bottom * y
  }
  return into
}
