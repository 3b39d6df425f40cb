// How different two frames, or two stretches of sound, are.
import { PICTURE_BYTES, SOUND_BYTES, SOUND_RATE, type MatchedFilm } from './fingerprint.ts'

/** Counts comparisons of frames, so that a hostile film cannot take longer than a long one. */
export type WorkBudget = { left: number }

/**
 * The largest mean difference, in levels of 255, at which two frames are the same picture. The same
 * picture encoded twice differs by less than one level, pictures of different shots by more than ten.
 */
export const MAX_DISTANCE = 2.5

/** Mean absolute difference of two frames without their mean brightness. Infinity beyond the film. */
export function distance(
  one: MatchedFilm,
  frame: number,
  other: MatchedFilm,
  otherFrame: number,
  budget: WorkBudget,
): number {
  if (frame < 0 || otherFrame < 0 || frame >= one.count || otherFrame >= other.count)
    return Infinity
  budget.left--
  const offset = one.means[frame]! - other.means[otherFrame]!
  const limit = 4 * MAX_DISTANCE * PICTURE_BYTES
  let [at, otherAt, sum] = [frame * PICTURE_BYTES, otherFrame * PICTURE_BYTES, 0]
  for (const end = at + PICTURE_BYTES; at < end; at++, otherAt++) {
    sum += Math.abs(one.picture[at]! - other.picture[otherAt]! - offset)
    if (sum > limit) return Infinity
  }
  return sum / PICTURE_BYTES
}

/** Mean squared difference. It notices small movements that rounding hides from `distance`. */
export function squaredDistance(
  one: MatchedFilm,
  frame: number,
  other: MatchedFilm,
  otherFrame: number,
  budget: WorkBudget,
): number {
  if (frame < 0 || otherFrame < 0 || frame >= one.count || otherFrame >= other.count)
    return Number.NaN
  budget.left--
  const offset = one.means[frame]! - other.means[otherFrame]!
  let [at, otherAt, sum] = [frame * PICTURE_BYTES, otherFrame * PICTURE_BYTES, 0]
  for (const end = at + PICTURE_BYTES; at < end; at++, otherAt++) {
    const difference = one.picture[at]! - other.picture[otherAt]! - offset
    sum += difference * difference
  }
  return sum / PICTURE_BYTES
}

/** Below this loudness (-60 dB of full scale) the bits are noise. */
const MIN_LOUDNESS = 60
/** Half a second: fewer bits agree by chance. */
const MIN_VALUES = 25
/** Unrelated sound has half of its bits equal. */
export const SAME_SOUND = 0.3
export const OTHER_SOUND = 0.4

/**
 * The share of bits that differ between two stretches of sound of the same length, in seconds. Null
 * if they are too quiet or too short to say.
 */
export function soundDistance(
  one: MatchedFilm,
  start: number,
  other: MatchedFilm,
  otherStart: number,
  length: number,
): number | null {
  const values = Math.floor(length * SOUND_RATE)
  const [first, otherFirst] = [Math.round(start * SOUND_RATE), Math.round(otherStart * SOUND_RATE)]
  let [count, differing] = [0, 0]
  for (let index = 0; index < values; index++) {
    const [at, otherAt] = [(first + index) * SOUND_BYTES, (otherFirst + index) * SOUND_BYTES]
    const isLoud = Math.min(one.sound[at + 2] ?? 0, other.sound[otherAt + 2] ?? 0) >= MIN_LOUDNESS
    if (!isLoud) continue
    count++
    differing +=
      bitsIn(one.sound[at]! ^ other.sound[otherAt]!) +
      bitsIn(one.sound[at + 1]! ^ other.sound[otherAt + 1]!)
  }
  return count >= MIN_VALUES ? differing / (16 * count) : null
}

function bitsIn(byte: number): number {
  let count = 0
  for (let rest = byte; rest > 0; rest &= rest - 1) count++
  return count
}
