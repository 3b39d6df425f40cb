// Whole shots that play faster or slower in the new film.
import { distance, MAX_DISTANCE, squaredDistance } from './distance.ts'
import { newFrame, type FilmPair, type MatchLine } from './lines.ts'
import type { FrameRange, Ownership } from './ownership.ts'

export type SpedShot = { line: MatchLine; isCertain: boolean }

const MIN_SHOT = 8
const MIN_SPEED = 0.4
const MAX_SPEED = 2.5
const POINTS = 9

/** Shots of the old film that no line covers, and the shot of the new film that shows each. */
export function findSpedShots(pair: FilmPair, owned: Ownership): SpedShot[] {
  const news = freeShots(pair.new.shotStop, owned.ofNew)
  const found: SpedShot[] = []
  for (const shot of freeShots(pair.old.shotStop, owned.ofOld)) {
    const fits = news.flatMap((other) => fitShot(pair, shot, other) ?? [])
    const best = fits.toSorted((one, other) => one.error - other.error)[0]
    if (!best) continue
    const isOnly = fits.every((fit) => fit === best || fit.error > 2 * best.error + 0.5)
    found.push({
      line: best.line,
      isCertain: isOnly && isExact(pair, shot, best.line),
    })
  }
  return found
}

/** Shots of which most frames have no owner. */
function freeShots(shotStop: Int32Array, owners: Int32Array): FrameRange[] {
  const shots: FrameRange[] = []
  for (let first = 0; first < owners.length; first = shotStop[first]!) {
    const last = shotStop[first]! - 1
    let free = 0
    for (let frame = first; frame <= last; frame++) if (owners[frame]! < 0) free++
    const length = last - first + 1
    if (length >= MIN_SHOT && free >= 0.7 * length) shots.push({ first, last })
  }
  return shots
}

function fitShot(pair: FilmPair, shot: FrameRange, other: FrameRange) {
  const [length, otherLength] = [shot.last - shot.first + 1, other.last - other.first + 1]
  const slope = otherLength / length
  const speed = slope / pair.slope
  if (speed < MIN_SPEED || speed > MAX_SPEED || pair.budget.left <= 0) return undefined
  const line = lineThrough(shot, other)
  let sum = 0
  // Most wrong shots are rejected at the first point.
  for (const point of pointsOf(shot)) {
    const error = distance(pair.old, point, pair.new, newFrame(line, point), pair.budget)
    if (error > 1.5 * MAX_DISTANCE) return undefined
    sum += error
  }
  return { line, error: sum / POINTS }
}

/** The first frame on the first, the end on the end. */
function lineThrough(shot: FrameRange, other: FrameRange): MatchLine {
  const slope = (other.last - other.first + 1) / (shot.last - shot.first + 1)
  return { ...shot, slope, offset: other.first - slope * shot.first }
}

/** From the middle outwards. */
function pointsOf({ first, last }: FrameRange): number[] {
  const middle = (first + last) / 2
  return Array.from({ length: POINTS }, (_, index) =>
    Math.round(first + ((last - first) * index) / (POINTS - 1)),
  ).toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))
}

/** Whether the picture fits worse as soon as the shot starts or ends a little elsewhere. */
function isExact(pair: FilmPair, shot: FrameRange, line: MatchLine): boolean {
  const length = shot.last - shot.first
  const errorOf = (start: number, stop: number) => {
    const step = Math.max(1, Math.floor(length / 40))
    let [sum, count] = [0, 0]
    for (let frame = shot.first; frame <= shot.last; frame += step) {
      const shift = start + ((stop - start) * (frame - shot.first)) / length
      const place = Math.round(line.offset + line.slope * frame + shift)
      const own = newFrame(line, frame)
      if (pair.new.shotStart[place] !== pair.new.shotStart[own]) continue
      const error = squaredDistance(pair.old, frame, pair.new, place, pair.budget)
      if (Number.isNaN(error)) continue
      sum += error
      count++
    }
    return count > 0 ? sum / count : Infinity
  }
  const here = errorOf(0, 0)
  return [
    [3, 0],
    [-3, 0],
    [0, 3],
    [0, -3],
    [3, 3],
    [-3, -3],
  ].every(([start, stop]) => errorOf(start!, stop!) - here >= 0.05 + 0.05 * here)
}
