// Finds stretches of the old film in the new one. Frames that look alike are seeds; from each seed
// the stretch grows in both directions while the frames are the same.
import { distance, MAX_DISTANCE, type WorkBudget } from './distance.ts'
import { PICTURE_BYTES, PICTURE_WIDTH, type MatchedFilm } from './fingerprint.ts'

/** Old frames from `first` to `last`; the new frame is `offset + slope * old frame`. */
export type MatchLine = { first: number; last: number; offset: number; slope: number }

/** Both films, and how many new frames there are for each old one. */
export type FilmPair = { old: MatchedFilm; new: MatchedFilm; slope: number; budget: WorkBudget }

/** Two frames that look alike but are not part of a longer stretch. */
export type LonePair = { old: number; new: number }

export const newFrame = ({ offset, slope }: Pick<MatchLine, 'offset' | 'slope'>, old: number) =>
  Math.round(offset + slope * old)

export const lengthOf = ({ first, last }: MatchLine): number => last - first + 1

/** A shorter stretch may agree by chance. */
export const MIN_LINE = 12
/** Frames that may differ inside of a stretch: a flash, a damaged frame, a duplicated one. */
const MAX_BAD = 2
/** A key with more frames does not say anything. */
const MAX_BUCKET = 48
const SEED_STEP = 3
const REFINE = 12

export function findLines(pair: FilmPair): { lines: MatchLine[]; lonePairs: LonePair[] } {
  const index = indexFrames(pair.new)
  const lines: MatchLine[] = []
  const lonePairs: LonePair[] = []
  const byOffset = new Map<number, MatchLine[]>()
  for (const seed of seedsOf(pair.old, SEED_STEP))
    for (const candidate of candidatesFor(pair, seed, index)) {
      if (pair.budget.left <= 0) return { lines, lonePairs }
      if (isOnLine(byOffset, pair, seed, candidate)) continue
      const line = growLine(pair, seed, candidate)
      if (!line || lengthOf(line) < MIN_LINE) {
        lonePairs.push({ old: seed, new: candidate })
        continue
      }
      const key = Math.round(line.offset)
      const known = byOffset.get(key) ?? []
      if (known.some(({ first, last }) => first <= line.first && line.last <= last)) continue
      byOffset.set(key, [...known, line])
      lines.push(line)
    }
  return { lines, lonePairs }
}

/** Whether a line that was found already passes through this pair. */
function isOnLine(
  byOffset: ReadonlyMap<number, MatchLine[]>,
  { slope }: FilmPair,
  seed: number,
  candidate: number,
): boolean {
  const offset = Math.round(candidate - slope * seed)
  for (let key = offset - 1; key <= offset + 1; key++)
    if (byOffset.get(key)?.some(({ first, last }) => first <= seed && seed <= last)) return true
  return false
}

type FrameIndex = Map<number, number[]>

function indexFrames(film: MatchedFilm): FrameIndex {
  const index: FrameIndex = new Map()
  for (const frame of seedsOf(film, 1))
    for (const key of keysOf(film, frame)) {
      const frames = index.get(key)
      if (!frames) index.set(key, [frame])
      else if (frames.length <= MAX_BUCKET) frames.push(frame)
    }
  return index
}

/** The frames at which the picture changes, and some of those at which it does not. */
function* seedsOf(film: MatchedFilm, step: number): Generator<number> {
  let [last, previous] = [-Infinity, '']
  for (let frame = 0; frame < film.count; frame++) {
    if (frame - last < step) continue
    const keys = keysOf(film, frame).join()
    if (keys === previous && frame - last < 12 && film.shotStart[frame] !== frame) continue
    ;[last, previous] = [frame, keys]
    yield frame
  }
}

/** Each key is 16 cells, brighter than the mean or not. One equal key makes a candidate. */
const ROWS_PER_KEY = 2
const KEYS = 4

function keysOf({ picture, means }: MatchedFilm, frame: number): number[] {
  const mean = 2 * means[frame]!
  const keys: number[] = []
  for (let key = 0; key < KEYS; key++) {
    let bits = 0
    const start = frame * PICTURE_BYTES + key * ROWS_PER_KEY * PICTURE_WIDTH
    for (let cell = 0; cell < ROWS_PER_KEY * PICTURE_WIDTH; cell += 2)
      bits = (bits << 1) | (picture[start + cell]! + picture[start + cell + 1]! > mean ? 1 : 0)
    keys.push((key << 16) | bits)
  }
  return keys
}

function candidatesFor(pair: FilmPair, seed: number, index: FrameIndex): number[] {
  const found = new Set<number>()
  for (const key of keysOf(pair.old, seed)) {
    const frames = index.get(key)
    if (frames && frames.length <= MAX_BUCKET) for (const frame of frames) found.add(frame)
  }
  return [...found].filter(
    (frame) => distance(pair.old, seed, pair.new, frame, pair.budget) <= MAX_DISTANCE,
  )
}

/** Tries the offset that fits best around the seed, and those at which the shots start or end. */
function growLine(pair: FilmPair, seed: number, candidate: number): MatchLine | undefined {
  const { old, new: other, slope } = pair
  const offsets = new Set([
    refineOffset(pair, seed, candidate - slope * seed),
    other.shotStart[candidate]! - slope * old.shotStart[seed]!,
    other.shotStop[candidate]! - slope * old.shotStop[seed]!,
  ])
  let best: { line: MatchLine; error: number } | undefined
  for (const offset of offsets) {
    const found = extend(pair, seed, offset)
    if (!found) continue
    const gain = best ? lengthOf(found.line) - lengthOf(best.line) : Infinity
    if (gain > 2 || (gain >= -2 && best && found.error < best.error)) best = found
  }
  return best?.line
}

function refineOffset(pair: FilmPair, seed: number, offset: number): number {
  let best = { offset, error: Infinity }
  for (let shift = -REFINE; shift <= REFINE; shift++) {
    let [error, count] = [0, 0]
    for (let frame = seed - REFINE; frame <= seed + REFINE; frame += 3) {
      const place = Math.round(offset + shift + pair.slope * frame)
      const found = distance(pair.old, frame, pair.new, place, pair.budget)
      error += Math.min(found, 4 * MAX_DISTANCE)
      count++
    }
    if (error / count < best.error - 1e-6) best = { offset: offset + shift, error: error / count }
  }
  return best.offset
}

function extend(
  pair: FilmPair,
  seed: number,
  offset: number,
): { line: MatchLine; error: number } | undefined {
  const at = { offset, slope: pair.slope }
  const errorAt = (frame: number) =>
    distance(pair.old, frame, pair.new, newFrame(at, frame), pair.budget)
  if (errorAt(seed) > MAX_DISTANCE) return undefined
  let [sum, count] = [0, 0]
  const walk = (step: 1 | -1) => {
    let [end, bad] = [seed, 0]
    for (let frame = seed + step; bad <= MAX_BAD; frame += step) {
      const error = errorAt(frame)
      if (error === Infinity && (frame < 0 || frame >= pair.old.count)) break
      if (error > MAX_DISTANCE) bad++
      else [end, bad, sum, count] = [frame, 0, sum + error, count + 1]
    }
    return end
  }
  const [first, last] = [walk(-1), walk(1)]
  return { line: { first, last, ...at }, error: count > 0 ? sum / count : 0 }
}
