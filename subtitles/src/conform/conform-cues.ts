// Moves cues to a new cut. Only start and stop change; every cue has exactly one outcome.
import { END_OF_TIME } from './mapping.ts'
import type { ConformDoubt, ConformMapping, ConformSegment, TimeRange } from './mapping.ts'

/**
 * `removed`: the new film does not show this part. `outside`: before the first or after the last
 * possible time. `trimmed`: only a part of the cue is left. `fragment`: a cut inside of the cue
 * leaves a part that is too short to read. `unclear`: the part looks similar to more than one, or
 * to none.
 */
export type ConformReason =
  | ConformDoubt
  | 'removed'
  | 'outside'
  | 'trimmed'
  | 'fragment'
  | 'unclear'

/**
 * `to` has the new times: one range for `moved`, several for `split`, proposals for `flagged`, none
 * for `dropped`.
 */
export type ConformedCue = {
  outcome: 'moved' | 'split' | 'dropped' | 'flagged'
  reason: ConformReason | null
  to: TimeRange[]
}

/** Lost at an edge without a doubt: two frames, which every guideline leaves between cues. */
const TOLERANCE_FRAMES = 2
/** A part of a cue that is shorter cannot be read. */
const MIN_PART = 500
/** More places than a person wants to compare. */
const MAX_PLACES = 8

/** `frame` is the length of a frame of the new film in milliseconds. */
export function conformCues(
  cues: readonly TimeRange[],
  mapping: ConformMapping,
  { frame }: { frame: number },
): ConformedCue[] {
  const order = cues.map((_, index) => index).sort((a, b) => cues[a]!.start - cues[b]!.start)
  const nextSegments = sweep(mapping.segments, ({ from }) => from)
  const nextUnclear = sweep(mapping.unclear, (range) => range)
  const conformed = Array.from<ConformedCue>({ length: cues.length })
  for (const index of order) {
    const { start, stop } = cues[index]!
    const cue = { start, stop: Math.max(stop, start + 1) }
    const pieces = nextSegments(cue).flatMap((segment) => pieceOf(cue, segment))
    conformed[index] = decide(cue, pieces, nextUnclear(cue).length > 0, frame)
  }
  return conformed
}

/** Returns what overlaps a cue. Cues must be asked for in order of their start. */
function sweep<T>(items: readonly T[], rangeOf: (item: T) => TimeRange) {
  const sorted = items.toSorted((one, other) => rangeOf(one).start - rangeOf(other).start)
  let active: T[] = []
  let next = 0
  let firstStop = Infinity
  return (cue: TimeRange): T[] => {
    for (; next < sorted.length && rangeOf(sorted[next]!).start < cue.stop; next++) {
      active.push(sorted[next]!)
      firstStop = Math.min(firstStop, rangeOf(sorted[next]!).stop)
    }
    if (firstStop <= cue.start) {
      active = active.filter((item) => rangeOf(item).stop > cue.start)
      firstStop = active.reduce((stop, item) => Math.min(stop, rangeOf(item).stop), Infinity)
    }
    const found: T[] = []
    for (const item of active) {
      if (rangeOf(item).start < cue.stop) found.push(item)
      if (found.length > MAX_PLACES) break
    }
    return found
  }
}

type Piece = ConformSegment & { isOutside: boolean }

function pieceOf(cue: TimeRange, { from, to, doubt }: ConformSegment): Piece[] {
  const speed = (to.stop - to.start) / (from.stop - from.start)
  const old = { start: Math.max(cue.start, from.start), stop: Math.min(cue.stop, from.stop) }
  if (!(speed > 0) || old.stop <= old.start) return []
  const mapped = (time: number) => to.start + (time - from.start) * speed
  const place = { start: mapped(old.start), stop: mapped(old.stop) }
  const inside = { start: Math.max(0, place.start), stop: Math.min(END_OF_TIME - 1, place.stop) }
  if (inside.stop <= inside.start) return [{ from: old, to: place, doubt, isOutside: true }]
  const back = (time: number) => old.start + (time - place.start) / speed
  return [
    {
      from: { start: back(inside.start), stop: back(inside.stop) },
      to: inside,
      doubt,
      isOutside: false,
    },
  ]
}

function decide(
  cue: TimeRange,
  found: readonly Piece[],
  isUnclear: boolean,
  frame: number,
): ConformedCue {
  const tolerance = TOLERANCE_FRAMES * frame + 0.5
  const isLongEnough = ({ from }: ConformSegment) =>
    from.stop - from.start > Math.min(tolerance, (cue.stop - cue.start) / 2)
  const places = joinPieces(
    found.filter(({ isOutside }) => !isOutside),
    frame,
  ).filter(isLongEnough)
  if (places.length === 0) {
    if (isUnclear) return { outcome: 'flagged', reason: 'unclear', to: [] }
    return { outcome: 'dropped', reason: found.length > 0 ? 'outside' : 'removed', to: [] }
  }
  const to = places.slice(0, MAX_PLACES).map((place) => rounded(place.to))
  const flagged = (reason: ConformReason): ConformedCue => ({ outcome: 'flagged', reason, to })
  const doubt = places.find((place) => place.doubt)?.doubt
  if (doubt) return flagged(doubt)
  const lost = cue.stop - cue.start - coveredTime(places)
  if (lost > tolerance) return flagged(isUnclear ? 'unclear' : 'trimmed')
  if (places.length === 1) return { outcome: 'moved', reason: null, to }
  return places.every((place) => place.to.stop - place.to.start >= MIN_PART)
    ? { outcome: 'split', reason: null, to }
    : flagged('fragment')
}

/** Pieces that follow each other in both films are one place. */
function joinPieces(pieces: readonly Piece[], frame: number): ConformSegment[] {
  const joined: ConformSegment[] = []
  const meets = (one: number, other: number) => Math.abs(one - other) <= frame / 2
  for (const { from, to, doubt } of pieces.toSorted((a, b) => a.from.start - b.from.start)) {
    const before = joined.find(
      (place) => meets(place.from.stop, from.start) && meets(place.to.stop, to.start),
    )
    if (before) {
      before.from = { ...before.from, stop: from.stop }
      before.to = { ...before.to, stop: to.stop }
      before.doubt ??= doubt
    } else joined.push({ from, to, doubt })
  }
  return joined
}

function coveredTime(places: readonly ConformSegment[]): number {
  let [covered, end] = [0, -Infinity]
  for (const { from } of places.toSorted((a, b) => a.from.start - b.from.start)) {
    covered += Math.max(0, from.stop - Math.max(from.start, end))
    end = Math.max(end, from.stop)
  }
  return covered
}

const rounded = ({ start, stop }: TimeRange): TimeRange => ({
  start: Math.round(start),
  stop: Math.max(Math.round(start) + 1, Math.round(stop)),
})
