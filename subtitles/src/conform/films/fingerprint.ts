// What is compared of two films: a small grey picture of each frame, and 50 values of sound a second.
import type { FrameRate } from '../../cue.ts'

export const PICTURE_WIDTH = 16
export const PICTURE_HEIGHT = 9
export const PICTURE_BYTES = PICTURE_WIDTH * PICTURE_HEIGHT
export const SOUND_RATE = 50
/** 16 bits of differences between frequency bands, then the loudness. */
export const SOUND_BYTES = 3

/** One picture for each frame from the first on, without gaps. `sound` may be empty. */
export type FilmFingerprint = { rate: FrameRate; picture: Uint8Array; sound: Uint8Array }

/** A fingerprint with the facts that every comparison needs. */
export type MatchedFilm = {
  rate: number
  count: number
  picture: Uint8Array
  sound: Uint8Array
  /** Mean brightness of each frame: a new grade does not change what is in the picture. */
  means: Float32Array
  /** For each frame the first frame of its shot, and the first frame after its shot. */
  shotStart: Int32Array
  shotStop: Int32Array
}

export function prepareFilm({ rate, picture, sound }: FilmFingerprint): MatchedFilm {
  const count = Math.floor(picture.length / PICTURE_BYTES)
  const means = new Float32Array(count)
  for (let frame = 0; frame < count; frame++) {
    let sum = 0
    for (let at = frame * PICTURE_BYTES; at < (frame + 1) * PICTURE_BYTES; at++) sum += picture[at]!
    means[frame] = sum / PICTURE_BYTES
  }
  return {
    rate: rate.num / rate.den,
    count,
    picture,
    sound,
    means,
    ...shotsOf(differences(picture, count)),
  }
}

/** Mean difference of each frame to the one before. */
function differences(picture: Uint8Array, count: number): Float32Array {
  const found = new Float32Array(count)
  for (let frame = 1; frame < count; frame++) {
    let sum = 0
    for (let at = frame * PICTURE_BYTES; at < (frame + 1) * PICTURE_BYTES; at++)
      sum += Math.abs(picture[at]! - picture[at - PICTURE_BYTES]!)
    found[frame] = sum / PICTURE_BYTES
  }
  return found
}

const MIN_CUT = 5
const CUT_FACTOR = 2.5

/** A cut differs much more than the frames around it. A fade or a dissolve is not a cut. */
function shotsOf(change: Float32Array): Pick<MatchedFilm, 'shotStart' | 'shotStop'> {
  const { length } = change
  const [shotStart, shotStop] = [new Int32Array(length), new Int32Array(length)]
  const isCut = (frame: number) => {
    const around = Math.max(
      change[frame - 1] ?? 0,
      change[frame + 1] ?? 0,
      change[frame + 2] ?? 0,
      frame > 1 ? (change[frame - 2] ?? 0) : 0,
    )
    return change[frame]! >= MIN_CUT && change[frame]! >= CUT_FACTOR * around
  }
  for (let frame = 1, start = 0; frame < length; frame++) {
    if (isCut(frame)) start = frame
    shotStart[frame] = start
  }
  for (let frame = length - 1, stop = length; frame >= 0; frame--) {
    shotStop[frame] = stop
    if (shotStart[frame] === frame) stop = frame
  }
  return { shotStart, shotStop }
}
