// Matches incoming cues to current ones by time, in order, so that the total overlap is as large as
// possible.
import type { Cue } from '../cue.ts'

export type CueMatching = {
  /** Index of the current cue, index of the incoming cue. */
  pairs: [number, number][]
  /** New incoming cues, and current cues without a match. */
  added: number[]
  unmatched: number[]
}
type CueTimes = Pick<Cue, 'start' | 'stop'>

/**
 * How many neighbours are compared. Without overlapping cues, the match is among the nearest two.
 */
const BAND = 16
/** Minimum overlap, as a share of the shorter cue. */
const MIN_OVERLAP = 0.25

export function matchCues(
  current: readonly CueTimes[],
  incoming: readonly CueTimes[],
): CueMatching {
  const [ours, theirs] = [sortedIndexes(current), sortedIndexes(incoming)]
  const same = (one: number, other: number) =>
    current[one]!.start === incoming[other]!.start && current[one]!.stop === incoming[other]!.stop
  const shorter = Math.min(ours.length, theirs.length)
  let [head, tail] = [0, 0]
  while (head < shorter && same(ours[head]!, theirs[head]!)) head++
  while (tail < shorter - head && same(ours.at(-1 - tail)!, theirs.at(-1 - tail)!)) tail++
  const [changedOurs, changedTheirs] = [
    ours.slice(head, ours.length - tail),
    theirs.slice(head, theirs.length - tail),
  ]
  const chain = heaviestChain(
    findCandidates(
      changedOurs.map((index) => current[index]!),
      changedTheirs.map((index) => incoming[index]!),
    ),
    changedTheirs.length,
  )
  const pairs: [number, number][] = [
    ...ours.slice(0, head).map((one, index): [number, number] => [one, theirs[index]!]),
    ...chain.map(({ one, other }): [number, number] => [changedOurs[one]!, changedTheirs[other]!]),
    ...ours
      .slice(ours.length - tail)
      .map((one, index): [number, number] => [one, theirs[theirs.length - tail + index]!]),
  ]
  const [kept, taken] = [
    new Set(pairs.map(([one]) => one)),
    new Set(pairs.map(([, other]) => other)),
  ]
  return {
    pairs,
    added: [...incoming.keys()].filter((index) => !taken.has(index)),
    unmatched: [...current.keys()].filter((index) => !kept.has(index)),
  }
}

const sortedIndexes = (cues: readonly CueTimes[]) =>
  [...cues.keys()].toSorted(
    (one, other) =>
      cues[one]!.start - cues[other]!.start || cues[one]!.stop - cues[other]!.stop || one - other,
  )

type Candidate = { one: number; other: number; weight: number }

/**
 * Ascending by `one`, and descending by `other` within it, so that no chain contains a cue twice.
 */
function findCandidates(ours: CueTimes[], theirs: CueTimes[]): Candidate[] {
  let nearest = 0
  return ours.flatMap((cue, one) => {
    while (nearest < theirs.length && theirs[nearest]!.start < cue.start) nearest++
    const found: Candidate[] = []
    for (
      let other = Math.min(theirs.length - 1, nearest + BAND);
      other >= Math.max(0, nearest - BAND);
      other--
    ) {
      const weight = overlapWeight(cue, theirs[other]!)
      if (weight > 0) found.push({ one, other, weight })
    }
    return found
  })
}

/**
 * Overlap in milliseconds, plus a bonus for equal ends: of two halves of a split cue, the first
 * half matches.
 */
function overlapWeight(one: CueTimes, other: CueTimes): number {
  const overlap = Math.min(one.stop, other.stop) - Math.max(one.start, other.start)
  const enough = overlap >= MIN_OVERLAP * Math.min(one.stop - one.start, other.stop - other.start)
  return enough
    ? overlap + (one.start === other.start ? 0.5 : 0) + (one.stop === other.stop ? 0.25 : 0)
    : 0
}

/**
 * The heaviest chain that ascends on both sides, found with a Fenwick tree over the incoming cues.
 */
function heaviestChain(all: Candidate[], length: number): Candidate[] {
  const best = new Int32Array(length + 1).fill(-1)
  const weights = new Float64Array(all.length)
  const before = new Int32Array(all.length).fill(-1)
  let heaviest = -1
  const heavier = (one: number, other: number) =>
    one >= 0 && (other < 0 || weights[one]! > weights[other]!) ? one : other
  all.forEach(({ other, weight }, index) => {
    let previous = -1
    for (let at = other; at > 0; at -= at & -at) previous = heavier(best[at]!, previous)
    before[index] = previous
    weights[index] = weight + (previous < 0 ? 0 : weights[previous]!)
    for (let at = other + 1; at <= length; at += at & -at) best[at] = heavier(index, best[at]!)
    heaviest = heavier(index, heaviest)
  })
  const chain: Candidate[] = []
  for (let at = heaviest; at >= 0; at = before[at]!) chain.push(all[at]!)
  return chain.toReversed()
}
