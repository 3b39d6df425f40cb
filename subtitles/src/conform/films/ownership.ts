// Decides which line each frame follows. Longer lines come first. Where two lines claim the same
// frames of either film, the picture decides, then the sound, then what is around them. What
// remains is doubtful.
import { distance, MAX_DISTANCE, OTHER_SOUND, SAME_SOUND, soundDistance } from './distance.ts'
import { lengthOf, newFrame, type FilmPair, type MatchLine } from './lines.ts'

/** A range of old frames, both included. */
export type FrameRange = { first: number; last: number }

export type Ownership = {
  lines: MatchLine[]
  /** For each old frame its line, and for each new frame the line that shows it; -1 is none. */
  ofOld: Int32Array
  ofNew: Int32Array
  /** Old frames that are at several places. */
  isDoubtful: Uint8Array
  /** Old frames that may be in the new film, at a place that another part has. */
  isUnclear: Uint8Array
  /** Further places of doubtful frames. */
  alternatives: MatchLine[]
}

export function assignFrames(pair: FilmPair, found: readonly MatchLine[]): Ownership {
  const owned: Ownership = {
    lines: [],
    ofOld: new Int32Array(pair.old.count).fill(-1),
    ofNew: new Int32Array(pair.new.count).fill(-1),
    isDoubtful: new Uint8Array(pair.old.count),
    isUnclear: new Uint8Array(pair.old.count),
    alternatives: [],
  }
  for (const line of found.toSorted((one, other) => lengthOf(other) - lengthOf(one)))
    addLine(pair, owned, line)
  return owned
}

export function addLine(pair: FilmPair, owned: Ownership, line: MatchLine): void {
  const id = owned.lines.push(line) - 1
  for (const run of runsOf(owned, line)) {
    const isFree = run.ofOld < 0 && run.ofNew < 0
    if (isFree) take(owned, line, run, id)
    else if (run.ofOld < 0) contestNew(pair, owned, line, run, id)
    else if (run.ofNew < 0) contestOld(pair, owned, line, run)
  }
}

type Run = FrameRange & { ofOld: number; ofNew: number }

/** Parts of the line with the same owners. */
function runsOf({ ofOld, ofNew }: Ownership, line: MatchLine): Run[] {
  const runs: Run[] = []
  for (let frame = line.first; frame <= line.last; frame++) {
    const owners = { ofOld: ofOld[frame]!, ofNew: ofNew[newFrame(line, frame)] ?? -1 }
    const before = runs.at(-1)
    if (before && before.ofOld === owners.ofOld && before.ofNew === owners.ofNew)
      before.last = frame
    else runs.push({ first: frame, last: frame, ...owners })
  }
  return runs
}

function take(owned: Ownership, line: MatchLine, { first, last }: FrameRange, id: number): void {
  for (let frame = first; frame <= last; frame++) {
    owned.ofOld[frame] = id
    const place = newFrame(line, frame)
    if (place >= 0 && place < owned.ofNew.length) owned.ofNew[place] = id
  }
}

function release(owned: Ownership, line: MatchLine, { first, last }: FrameRange): void {
  for (let frame = Math.max(0, first); frame <= last; frame++) {
    owned.ofOld[frame] = -1
    const place = newFrame(line, frame)
    if (place >= 0 && place < owned.ofNew.length) owned.ofNew[place] = -1
  }
}

const mark = (frames: Uint8Array, { first, last }: FrameRange) =>
  frames.fill(1, Math.max(0, first), last + 1)

/** Two parts of the old film claim the same part of the new one. */
function contestNew(pair: FilmPair, owned: Ownership, line: MatchLine, run: Run, id: number): void {
  const owner = owned.lines[run.ofNew]!
  const toOwner = (frame: number) =>
    Math.round((newFrame(line, frame) - owner.offset) / owner.slope)
  const owners = { first: toOwner(run.first), last: toOwner(run.last) }
  const better = compare(pair, { line, range: run }, { line: owner, range: owners })
  if (better === 'second') return
  const isInside = better === 'neither' && isInterior(owner, owners)
  if (isInside && !isInterior(line, run)) return void mark(owned.isUnclear, run)
  if (better === 'first') {
    release(owned, owner, owners)
    return take(owned, line, run, id)
  }
  mark(owned.isDoubtful, run)
  mark(owned.isDoubtful, owners)
  for (let frame = run.first; frame <= run.last; frame++) owned.ofOld[frame] = id
}

/** One part of the old film is at two places of the new one. */
function contestOld(pair: FilmPair, owned: Ownership, line: MatchLine, run: Run): void {
  const owner = owned.lines[run.ofOld]!
  // The same shot a few frames further: a line that does not fit exactly.
  const better = compare(pair, { line, range: run }, { line: owner, range: run })
  if (better === 'second') return
  mark(owned.isDoubtful, run)
  owned.alternatives.push({ ...line, first: run.first, last: run.last })
}

const CONTEXT = 8
/** Whether the line goes on before and after the range. */
const isInterior = (line: MatchLine, { first, last }: FrameRange) =>
  line.first <= first - CONTEXT && line.last >= last + CONTEXT

type Claim = { line: MatchLine; range: FrameRange }

function compare(pair: FilmPair, one: Claim, other: Claim): 'first' | 'second' | 'neither' {
  const [error, otherError] = [meanDistance(pair, one), meanDistance(pair, other)]
  const isClear = (less: number, more: number) => more > 1.6 * less + 0.8
  if (isClear(error, otherError)) return 'first'
  if (isClear(otherError, error)) return 'second'
  const [sound, otherSound] = [soundOf(pair, one), soundOf(pair, other)]
  if (sound === null || otherSound === null) return 'neither'
  if (sound < SAME_SOUND && otherSound > OTHER_SOUND) return 'first'
  return otherSound < SAME_SOUND && sound > OTHER_SOUND ? 'second' : 'neither'
}

const SAMPLES = 24

function meanDistance(pair: FilmPair, { line, range: { first, last } }: Claim): number {
  const step = Math.max(1, Math.floor((last - first + 1) / SAMPLES))
  let [sum, count] = [0, 0]
  for (let frame = first; frame <= last; frame += step) {
    const error = distance(pair.old, frame, pair.new, newFrame(line, frame), pair.budget)
    sum += Math.min(error, 4 * MAX_DISTANCE)
    count++
  }
  return count > 0 ? sum / count : Infinity
}

/** Sound at another speed has other bits, so there is nothing to compare. */
export function soundOf(pair: FilmPair, { line, range }: Claim): number | null {
  const speed = (line.slope * pair.old.rate) / pair.new.rate
  if (Math.abs(speed - 1) > 0.002) return null
  return soundDistance(
    pair.old,
    range.first / pair.old.rate,
    pair.new,
    newFrame(line, range.first) / pair.new.rate,
    (range.last - range.first + 1) / pair.old.rate,
  )
}
