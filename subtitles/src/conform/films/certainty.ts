// Whether the position of a shot is known to the frame. A shot without movement that has been
// shortened fits at several positions.
import { SAME_SOUND, squaredDistance } from './distance.ts'
import { newFrame, type FilmPair, type MatchLine } from './lines.ts'
import { soundOf, type FrameRange, type Ownership } from './ownership.ts'

/** A part of one shot of the old film that follows one line. */
export type ShotPart = FrameRange & { line: number }
export type PartState = 'certain' | 'static' | 'drifting'

export function shotParts(pair: FilmPair, { ofOld }: Ownership): ShotPart[] {
  const parts: ShotPart[] = []
  for (let frame = 0; frame < pair.old.count; frame++) {
    const line = ofOld[frame]!
    if (line < 0) continue
    const before = parts.at(-1)
    const goesOn =
      before?.last === frame - 1 && before.line === line && pair.old.shotStart[frame] !== frame
    if (goesOn) before.last = frame
    else parts.push({ first: frame, last: frame, line })
  }
  return parts
}

/** Films are cut and compared frame by frame, but converted rates round. */
const EDGE = 1

export function stateOf(pair: FilmPair, line: MatchLine, part: FrameRange): PartState {
  const length = part.last - part.first + 1
  if (length < MIN_MEASURED) return isWholeShot(pair, line, part) ? 'certain' : 'static'
  const third = Math.max(MIN_MEASURED, Math.floor(length / 3))
  const ends = [
    { first: part.first, last: part.first + third - 1 },
    { first: part.last - third + 1, last: part.last },
  ].map((range) => measureShift(pair, line, range))
  if (ends.some(({ isAway }) => isAway)) return 'drifting'
  if (ends.every(({ isExact }) => isExact)) return 'certain'
  if (isWholeShot(pair, line, part)) return 'certain'
  if (measureShift(pair, line, part).isExact && !hasOpenEnd(pair, line, part)) return 'certain'
  return isHeardHere(pair, line, part) ? 'certain' : 'static'
}

const MIN_MEASURED = 6
const MAX_SHIFT = 6
const SAMPLES = 40

/** Whether the frames fit here better than a little earlier or later. */
function measureShift(pair: FilmPair, line: MatchLine, range: FrameRange) {
  const step = Math.max(1, Math.floor((range.last - range.first + 1) / SAMPLES))
  const errorAt = (shift: number) => {
    let [sum, count] = [0, 0]
    for (let frame = range.first; frame <= range.last; frame += step) {
      const place = newFrame(line, frame) + shift
      // Frames of the next shot say nothing about the position inside of this one.
      const own = newFrame(line, frame)
      if (pair.new.shotStart[place] !== pair.new.shotStart[own]) continue
      const error = squaredDistance(pair.old, frame, pair.new, place, pair.budget)
      if (Number.isNaN(error)) continue
      sum += error
      count++
    }
    return count > 0 ? sum / count : Infinity
  }
  const here = errorAt(0)
  const clearly = (error: number) => error - here >= 0.05 + 0.05 * here
  let [isAway, isExact] = [false, true]
  for (let shift = -MAX_SHIFT; shift <= MAX_SHIFT; shift++) {
    if (Math.abs(shift) < 2) continue
    const error = errorAt(shift)
    if (error === Infinity) continue
    if (here - error >= 0.05 + 0.1 * here) isAway = true
    if (!clearly(error)) isExact = false
  }
  return { isAway, isExact }
}

const isNear = (one: number, other: number) => Math.abs(one - other) <= EDGE

/** The shot has the same length in both films, so it was not shortened. */
function isWholeShot({ old, new: other }: FilmPair, line: MatchLine, part: FrameRange): boolean {
  const [first, last] = [newFrame(line, part.first), newFrame(line, part.last)]
  return (
    isNear(old.shotStart[part.first]!, part.first) &&
    isNear(old.shotStop[part.last]!, part.last + 1) &&
    isNear(other.shotStart[first] ?? -9, first) &&
    isNear(other.shotStop[last] ?? -9, last + 1)
  )
}

/** Whether the part ends where neither film has a cut: the speed may have changed. */
export function hasOpenEnd({ old, new: other }: FilmPair, line: MatchLine, part: FrameRange) {
  const [first, last] = [newFrame(line, part.first), newFrame(line, part.last)]
  const startsAtCut =
    isNear(old.shotStart[part.first]!, part.first) || isNear(other.shotStart[first] ?? -9, first)
  const stopsAtCut =
    isNear(old.shotStop[part.last]!, part.last + 1) || isNear(other.shotStop[last] ?? -9, last + 1)
  return !startsAtCut || !stopsAtCut
}

/** The same sound at this position, and not a few frames earlier or later. */
function isHeardHere(pair: FilmPair, line: MatchLine, range: FrameRange): boolean {
  const at = (shift: number) =>
    soundOf(pair, { line: { ...line, offset: line.offset + shift }, range })
  const here = at(0)
  if (here === null || here >= SAME_SOUND) return false
  return [-4, -3, 3, 4].every((shift) => (at(shift) ?? 0) > here + 0.05)
}
