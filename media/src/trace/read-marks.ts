// Reads the marks of a copy: for each segment of the film, how much the copy resembles one or the
// other marked rendition.
import { fadeAt } from '../tasks/trace-mark.ts'
import { alignPicture, createPixelMap, warp, type Crop, type PixelMap } from './align-picture.ts'
import { alignTime, pickFrames, type Alignment } from './align-time.ts'
import { frameAt, mirror, movingPixels, similarity, type GreyFilm } from './grey-film.ts'

export type MarkedFilm = {
  a: GreyFilm
  b: GreyFilm
  /** Lengths of the segments in seconds. */
  segments: number[]
}
/** Where a film shows what a copy shows. */
export type FilmMatch = {
  /** Mirrored, if the copy was mirrored. */
  copy: GreyFilm
  crop: Crop
  map: PixelMap
  alignment: Alignment
  /** 0 to 1: how similar the pictures are. */
  similarity: number
}

const PAIRS = 12
/** Below this, the copy shows another film. */
const MIN_SIMILARITY = 0.5
/** Before the crop is known. */
const MIN_ROUGH_SIMILARITY = 0.1
/** Frames around the expected one that are compared. */
const NEARBY = 3
/** Greater differences are edges and motion, not marks. One level of 255 is 257. */
const MAX_DIFFERENCE = 5 * 257
/** A dark segment has weak marks, which noise must not outweigh. */
const NOISE_SHARE = 0.2

/** Undefined if the copy does not show this film, not even mirrored. */
export function matchFilm(copy: GreyFilm, film: GreyFilm): FilmMatch | undefined {
  return matchUpright(copy, film) ?? matchUpright(mirror(copy), film)
}

function matchUpright(copy: GreyFilm, film: GreyFilm): FilmMatch | undefined {
  const rough = alignTime(copy, film)
  if (!rough || rough.similarity < MIN_ROUGH_SIMILARITY) return undefined
  const area = { width: copy.width, height: copy.height, isMoving: movingPixels(copy) }
  const first = alignPicture(pairsAt(copy, film, rough), area)
  const alignment = refineTime(copy, film, rough, createPixelMap(first.crop, area))
  const refined = alignPicture(pairsAt(copy, film, alignment), area, first.crop)
  if (refined.similarity < MIN_SIMILARITY) return undefined
  return { ...refined, copy, alignment, map: createPixelMap(refined.crop, area) }
}

/**
 * Per segment: 1 is a clear mark of rendition a, -1 of b, 0 a segment that the copy lacks.
 */
export function readMarks(film: MarkedFilm, { copy, map, alignment }: FilmMatch): number[] {
  return compareSegments(copy, film, alignment, map)
}

const filmIndexAt = ({ rate }: GreyFilm, { offset, speed }: Alignment, seconds: number) =>
  Math.round((offset + speed * seconds) * rate)

function pairsAt(copy: GreyFilm, film: GreyFilm, alignment: Alignment, shift = 0) {
  return pickFrames(copy, PAIRS).flatMap((index) => {
    const filmIndex = filmIndexAt(film, alignment, index / copy.rate) + shift
    return filmIndex >= 0 && filmIndex < film.count
      ? [{ copy: frameAt(copy, index), film: frameAt(film, filmIndex) }]
      : []
  })
}

/** The first search compares small pictures that are not cropped yet, and may be some frames off. */
function refineTime(copy: GreyFilm, film: GreyFilm, rough: Alignment, map: PixelMap): Alignment {
  const warped = new Float32Array(copy.width * copy.height)
  const range = Math.ceil(film.rate / 2)
  let best = { shift: 0, similarity: -1 }
  for (let shift = -range; shift <= range; shift++) {
    const all = pairsAt(copy, film, rough, shift).map((pair) =>
      similarity(pair.copy, warp(pair.film, map, warped), map.isUsed),
    )
    const mean = all.reduce((sum, value) => sum + value, 0) / Math.max(1, all.length)
    if (mean > best.similarity) best = { shift, similarity: mean }
  }
  return { ...rough, offset: rough.offset + best.shift / film.rate }
}

function compareSegments(
  copy: GreyFilm,
  film: MarkedFilm,
  alignment: Alignment,
  map: PixelMap,
): number[] {
  const buffers = {
    film: new Float32Array(map.from.length),
    mark: new Float32Array(map.from.length),
  }
  const starts = film.segments.map((_, n) => film.segments.slice(0, n).reduce((a, b) => a + b, 0))
  const sums = film.segments.map(() => ({ match: 0, energy: 0 }))
  const marks: (Float32Array | undefined)[] = []
  for (let index = 0; index < copy.count; index++) {
    const expected = filmIndexAt(film.a, alignment, index / copy.rate)
    const picture = frameAt(copy, index)
    const filmIndex = nearestFrame(picture, film, expected, map, buffers.film)
    if (filmIndex === undefined) continue
    const seconds = filmIndex / film.a.rate
    const segment = starts.findLastIndex((start) => start <= seconds)
    const phase = (seconds - starts[segment]!) / film.segments[segment]!
    const mark = (marks[segment] ??= markOf(film, starts[segment]!, film.segments[segment]!))
    const comparison = compareFrame(
      picture,
      warp(meanFrame(film, filmIndex), map, buffers.film),
      warp(mark, map, buffers.mark),
      map,
    )
    const fade = fadeAt(Math.min(1, phase))
    sums[segment]!.match += fade * comparison.match
    sums[segment]!.energy += fade * fade * comparison.energy
  }
  const seen = sums.filter(({ energy }) => energy > 0)
  const usual = seen.reduce((sum, { energy }) => sum + energy, 0) / Math.max(1, seen.length)
  return sums.map(({ match, energy }) => (energy > 0 ? match / (energy + NOISE_SHARE * usual) : 0))
}

function nearestFrame(
  picture: Uint16Array,
  { a }: MarkedFilm,
  expected: number,
  map: PixelMap,
  buffer: Float32Array,
): number | undefined {
  let best: { index: number; similarity: number } | undefined
  for (let index = expected - NEARBY; index <= expected + NEARBY; index++) {
    if (index < 0 || index >= a.count) continue
    const score = similarity(picture, warp(frameAt(a, index), map, buffer), map.isUsed)
    if (!best || score > best.similarity) best = { index, similarity: score }
  }
  return best && best.similarity >= MIN_SIMILARITY / 2 ? best.index : undefined
}

function meanFrame({ a, b }: MarkedFilm, index: number): Float32Array {
  const [current, next] = [frameAt(a, index), frameAt(b, Math.min(index, b.count - 1))]
  return Float32Array.from(current, (level, pixel) => (level + next[pixel]!) / 2)
}

/** The pattern of a segment, from the difference of the renditions. */
function markOf({ a, b }: MarkedFilm, start: number, length: number): Float32Array {
  const mark = new Float32Array(a.width * a.height)
  let weight = 0
  const end = Math.min(a.count, b.count, Math.ceil((start + length) * a.rate))
  for (let index = Math.ceil(start * a.rate); index < end; index++) {
    const fade = fadeAt((index / a.rate - start) / length)
    const [pictureA, pictureB] = [frameAt(a, index), frameAt(b, index)]
    for (let pixel = 0; pixel < mark.length; pixel++)
      mark[pixel]! += (fade * (pictureA[pixel]! - pictureB[pixel]!)) / 2
    weight += fade * fade
  }
  return weight > 0 ? mark.map((value) => value / weight) : mark
}

/** Removes the film from the copy, whatever its brightness and contrast, and looks for the mark. */
function compareFrame(
  copy: Uint16Array,
  film: Float32Array,
  mark: Float32Array,
  { isUsed }: PixelMap,
): { match: number; energy: number } {
  let n = 0
  let sumF = 0
  let sumC = 0
  let sumFF = 0
  let sumFC = 0
  let sumM = 0
  for (let pixel = 0; pixel < film.length; pixel++) {
    if (!isUsed[pixel]) continue
    const f = film[pixel]!
    const c = copy[pixel]!
    n++
    sumF += f
    sumC += c
    sumFF += f * f
    sumFC += f * c
    sumM += mark[pixel]!
  }
  const variance = sumFF - (sumF * sumF) / n
  const contrast = variance > 0 ? (sumFC - (sumF * sumC) / n) / variance : 1
  const brightness = (sumC - contrast * sumF) / n
  const result = { match: 0, energy: 0 }
  for (let pixel = 0; pixel < film.length; pixel++) {
    if (!isUsed[pixel]) continue
    const difference = copy[pixel]! - contrast * film[pixel]! - brightness
    const limited = Math.max(-MAX_DIFFERENCE, Math.min(MAX_DIFFERENCE, difference))
    const centred = mark[pixel]! - sumM / n
    result.match += limited * centred
    result.energy += centred * centred
  }
  return result
}
