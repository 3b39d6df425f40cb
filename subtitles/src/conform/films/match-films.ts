// Compares two cuts of a film, and says where the new one shows each part of the old one.
import type { ConformDoubt, ConformMapping, ConformSegment, TimeRange } from '../mapping.ts'
import { hasOpenEnd, shotParts, stateOf } from './certainty.ts'
import { SAME_SOUND } from './distance.ts'
import { prepareFilm, type FilmFingerprint, type MatchedFilm } from './fingerprint.ts'
import { findLines, newFrame, type FilmPair, type LonePair, type MatchLine } from './lines.ts'
import { addLine, assignFrames, soundOf, type FrameRange, type Ownership } from './ownership.ts'
import { findSpedShots } from './speed.ts'

/** Comparisons of frames for each frame of both films; 2 hours take at most about half a minute. */
const WORK_PER_FRAME = 400
/** Below this share of matched frames the two files are hardly the same film. */
const MIN_MATCHED = 0.2

/** `matched` is the share of the old film that the new one shows. */
export type MatchedCuts = ConformMapping & { matched: number }

export function matchFilms(oldFilm: FilmFingerprint, newFilm: FilmFingerprint): MatchedCuts {
  const films = { old: prepareFilm(oldFilm), new: prepareFilm(newFilm) }
  const rates = films.new.rate / films.old.rate
  // Films with different rates show the same frames at another speed, or other frames.
  const slopes = Math.abs(rates - 1) < 1e-6 ? [1] : [rates, 1]
  const matches = slopes.map((slope) => matchAt(films, slope))
  return matches.reduce((best, match) => (match.matched > best.matched ? match : best))
}

function matchAt(films: { old: MatchedFilm; new: MatchedFilm }, slope: number): MatchedCuts {
  const budget = { left: WORK_PER_FRAME * (films.old.count + films.new.count) }
  const pair: FilmPair = { ...films, slope, budget }
  const { lines, lonePairs } = findLines(pair)
  const owned = assignFrames(pair, lines)
  const doubts = new Map<number, ConformDoubt>()
  examineParts(pair, owned, doubts)
  addSpedShots(pair, owned, doubts)
  addReplaced(pair, owned, doubts)
  return toMapping(pair, owned, { doubts, lonePairs, isComplete: budget.left > 0 })
}

/** The doubt of each frame, if there is one. */
type Doubts = Map<number, ConformDoubt>

const setDoubt = (doubts: Doubts, { first, last }: FrameRange, doubt: ConformDoubt) => {
  for (let frame = first; frame <= last; frame++) doubts.set(frame, doubt)
}

function examineParts(pair: FilmPair, owned: Ownership, doubts: Doubts): void {
  for (const part of shotParts(pair, owned)) {
    const line = owned.lines[part.line]!
    const state = stateOf(pair, line, part)
    const shot = pair.old.shotStop[part.first]! - pair.old.shotStart[part.first]!
    const isShort = part.last - part.first + 1 < 0.6 * shot
    if (state === 'drifting' || (isShort && hasOpenEnd(pair, line, part)))
      removePart(owned, line, part)
    else if (state === 'static') setDoubt(doubts, part, 'static')
  }
}

/** Not this position after all. The part stays unclear unless it plays at another speed. */
function removePart(owned: Ownership, line: MatchLine, { first, last }: FrameRange): void {
  for (let frame = first; frame <= last; frame++) {
    owned.ofOld[frame] = -1
    owned.isUnclear[frame] = 1
    const place = newFrame(line, frame)
    if (place >= 0 && place < owned.ofNew.length) owned.ofNew[place] = -1
  }
}

function addSpedShots(pair: FilmPair, owned: Ownership, doubts: Doubts): void {
  for (const { line, isCertain } of findSpedShots(pair, owned)) {
    addLine(pair, owned, line)
    if (!isCertain) setDoubt(doubts, line, 'speed')
  }
}

/** A gap of the same length in both films, with the same offset on both sides. */
function addReplaced(pair: FilmPair, owned: Ownership, doubts: Doubts): void {
  for (const gap of gapsOf(owned.ofOld)) {
    const [before, after] = [owned.ofOld[gap.first - 1], owned.ofOld[gap.last + 1]]
    if (before === undefined || after === undefined) continue
    const [line, next] = [owned.lines[before]!, owned.lines[after]!]
    if (line.slope !== next.slope || Math.abs(line.offset - next.offset) > 1) continue
    const isFree = rangeOf(gap).every((frame) => (owned.ofNew[newFrame(line, frame)] ?? 0) < 0)
    if (!isFree) continue
    const replaced = { ...line, ...gap }
    const sound = soundOf(pair, { line: replaced, range: gap })
    addLine(pair, owned, replaced)
    if (sound === null || sound >= SAME_SOUND) setDoubt(doubts, gap, 'replaced')
  }
}

const rangeOf = ({ first, last }: FrameRange) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index)

function* gapsOf(owners: Int32Array): Generator<FrameRange> {
  for (let first = 0; first < owners.length; first++) {
    if (owners[first]! >= 0) continue
    let last = first
    while (last + 1 < owners.length && owners[last + 1]! < 0) last++
    yield { first, last }
    first = last
  }
}

function toMapping(
  pair: FilmPair,
  owned: Ownership,
  found: { doubts: Doubts; lonePairs: LonePair[]; isComplete: boolean },
): MatchedCuts {
  const doubtAt = (frame: number): ConformDoubt | null =>
    owned.isDoubtful[frame] ? 'several-places' : (found.doubts.get(frame) ?? null)
  const segments: ConformSegment[] = []
  let matched = 0
  for (let first = 0; first < pair.old.count; first++) {
    const id = owned.ofOld[first]!
    if (id < 0) continue
    let last = first
    const doubt = doubtAt(first)
    while (owned.ofOld[last + 1] === id && doubtAt(last + 1) === doubt) last++
    segments.push(toSegment(pair, { ...owned.lines[id]!, first, last }, doubt))
    matched += last - first + 1
    first = last
  }
  for (const line of owned.alternatives) segments.push(toSegment(pair, line, 'several-places'))
  const share = pair.old.count > 0 ? matched / pair.old.count : 0
  markLonePairs(pair, owned, found.lonePairs)
  const isUnclear = (frame: number) =>
    !found.isComplete || share < MIN_MATCHED || owned.isUnclear[frame] === 1
  return {
    segments: segments.toSorted((one, other) => one.from.start - other.from.start),
    unclear: unclearRanges(pair, owned, isUnclear),
    matched: share,
  }
}

/** A shot that looks like an unused part of the new film is not simply removed. */
function markLonePairs({ old }: FilmPair, owned: Ownership, pairs: readonly LonePair[]): void {
  for (const { old: frame, new: place } of pairs)
    if (owned.ofOld[frame]! < 0 && owned.ofNew[place]! < 0)
      owned.isUnclear.fill(1, old.shotStart[frame], old.shotStop[frame])
}

function toSegment({ old, new: other }: FilmPair, line: MatchLine, doubt: ConformDoubt | null) {
  const place = (frame: number) => ((line.offset + line.slope * frame) * 1000) / other.rate
  const time = (frame: number) => (frame * 1000) / old.rate
  return {
    from: { start: time(line.first), stop: time(line.last + 1) },
    to: { start: place(line.first), stop: place(line.last + 1) },
    doubt,
  }
}

function unclearRanges(
  { old }: FilmPair,
  { ofOld }: Ownership,
  isUnclear: (frame: number) => boolean,
): TimeRange[] {
  const ranges: TimeRange[] = []
  for (let first = 0; first < old.count; first++) {
    if (ofOld[first]! >= 0 || !isUnclear(first)) continue
    let last = first
    while (last + 1 < old.count && ofOld[last + 1]! < 0 && isUnclear(last + 1)) last++
    ranges.push({ start: (first * 1000) / old.rate, stop: ((last + 1) * 1000) / old.rate })
    first = last
  }
  return ranges
}
