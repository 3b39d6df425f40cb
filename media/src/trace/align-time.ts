// Finds the part of a film that a copy shows. A copy may be cut, or play a little faster or slower.
import { contrastOf, frameAt, type GreyFilm } from './grey-film.ts'

/** The film's time is `offset + speed * time of the copy`, in seconds. */
export type Alignment = { offset: number; speed: number; similarity: number }

/** 25 frames per second instead of 24 and the reverse; PAL speed from NTSC film. */
const SPEEDS = [1, 25 / 24, 24 / 25, 1001 / 1000, 1000 / 1001]
const PROBES = 40
/** Probes that must be inside the film. */
const MIN_SHARE = 0.8
/** A black or single-coloured frame matches everything. One level of 255 is 257. */
export const MIN_CONTRAST = 4 * 257
const BLOCK = 6

export function alignTime(copy: GreyFilm, film: GreyFilm): Alignment | undefined {
  const probes = pickFrames(copy, PROBES)
  if (probes.length === 0) return undefined
  const probed = probes.map((index) => ({
    seconds: index / copy.rate,
    signature: signatureOf(frameAt(copy, index), copy.width),
  }))
  const signatures = Array.from({ length: film.count }, (_, index) =>
    signatureOf(frameAt(film, index), film.width),
  )
  let best: Alignment | undefined
  for (const speed of SPEEDS)
    for (
      let first = -Math.floor((speed * copy.count * film.rate) / copy.rate);
      first < film.count;
      first++
    ) {
      const similarity = compareAt(probed, signatures, { first, perSecond: speed * film.rate })
      if (similarity > (best?.similarity ?? 0) + 1e-4)
        best = { offset: first / film.rate, speed, similarity }
    }
  return best
}

/** Frames with a picture, evenly spread. */
export function pickFrames(film: GreyFilm, count: number): number[] {
  const indexes = Array.from({ length: film.count }, (_, index) => index).filter(
    (index) => contrastOf(frameAt(film, index)) > MIN_CONTRAST,
  )
  const step = Math.max(1, indexes.length / count)
  return Array.from(
    { length: Math.min(count, indexes.length) },
    (_, n) => indexes[Math.floor(n * step)]!,
  )
}

function compareAt(
  probes: { seconds: number; signature: Float32Array }[],
  signatures: Float32Array[],
  { first, perSecond }: { first: number; perSecond: number },
): number {
  let sum = 0
  let count = 0
  for (const { seconds, signature } of probes) {
    const other = signatures[Math.round(first + seconds * perSecond)]
    if (!other) continue
    count++
    for (let index = 0; index < signature.length; index++) sum += signature[index]! * other[index]!
  }
  return count >= probes.length * MIN_SHARE ? sum / count : 0
}

/** Means of blocks without their mean, with length one: their product is the correlation. */
function signatureOf(frame: Uint16Array, width: number): Float32Array {
  const columns = width / BLOCK
  const signature = new Float32Array(frame.length / BLOCK ** 2)
  for (let pixel = 0; pixel < frame.length; pixel++) {
    const row = Math.floor(pixel / width / BLOCK)
    signature[row * columns + Math.floor((pixel % width) / BLOCK)]! += frame[pixel]!
  }
  const mean = signature.reduce((sum, value) => sum + value, 0) / signature.length
  const centred = signature.map((value) => value - mean)
  const norm = Math.hypot(...centred) || 1
  return centred.map((value) => value / norm)
}
