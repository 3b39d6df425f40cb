/** A film reduced to small grey frames at a constant rate. */
export type GreyFilm = {
  width: number
  height: number
  /** Frames per second. */
  rate: number
  count: number
  /** 16 bits per pixel, frame after frame. */
  pixels: Uint16Array
}

export type Pixels = Uint16Array | Float32Array

export function frameAt({ width, height, pixels }: GreyFilm, index: number): Uint16Array {
  return pixels.subarray(index * width * height, (index + 1) * width * height)
}

/** -1 to 1: how similar two pictures are, whatever their brightness and contrast. */
export function similarity(pictureA: Pixels, pictureB: Pixels, isUsed?: Uint8Array): number {
  let n = 0
  let sumA = 0
  let sumB = 0
  let sumAA = 0
  let sumBB = 0
  let sumAB = 0
  for (let pixel = 0; pixel < pictureA.length; pixel++) {
    if (isUsed && !isUsed[pixel]) continue
    const a = pictureA[pixel]!
    const b = pictureB[pixel]!
    n++
    sumA += a
    sumB += b
    sumAA += a * a
    sumBB += b * b
    sumAB += a * b
  }
  const variance = (sumAA - (sumA * sumA) / n) * (sumBB - (sumB * sumB) / n)
  return n > 0 && variance > 0 ? (sumAB - (sumA * sumB) / n) / Math.sqrt(variance) : 0
}

/** Standard deviation of the brightness. */
export function contrastOf(frame: Pixels): number {
  let sum = 0
  let squares = 0
  for (let pixel = 0; pixel < frame.length; pixel++) {
    sum += frame[pixel]!
    squares += frame[pixel]! * frame[pixel]!
  }
  return Math.sqrt(Math.max(0, squares / frame.length - (sum / frame.length) ** 2))
}

export function mirror(film: GreyFilm): GreyFilm {
  const pixels = new Uint16Array(film.pixels.length)
  for (let pixel = 0; pixel < pixels.length; pixel++) {
    const column = pixel % film.width
    pixels[pixel] = film.pixels[pixel - column + film.width - 1 - column]!
  }
  return { ...film, pixels }
}

const SAMPLES = 24
/** One level of 255 is 257. */
const MIN_MOVEMENT = 2 * 257

/**
 * Per pixel: 1 if it changes over time. Bars, logos and captions stand still in front of a film. In a
 * film without movement every pixel counts.
 */
export function movingPixels(film: GreyFilm): Uint8Array {
  const size = film.width * film.height
  const step = Math.max(1, Math.floor(film.count / SAMPLES))
  const isMoving = new Uint8Array(size)
  for (let pixel = 0; pixel < size; pixel++) {
    let least = 65_535
    let most = 0
    for (let index = 0; index < film.count; index += step) {
      const level = film.pixels[index * size + pixel]!
      if (level < least) least = level
      if (level > most) most = level
    }
    isMoving[pixel] = most - least > MIN_MOVEMENT ? 1 : 0
  }
  const moving = isMoving.reduce((sum, flag) => sum + flag, 0)
  return moving > size / 3 ? isMoving : new Uint8Array(size).fill(1)
}
