// Runs in a worker thread.
import { inflateSync } from 'node:zlib'
import { parseFrameRate } from '@reelay/subtitles'
import {
  matchFilms,
  PICTURE_BYTES,
  type FilmFingerprint,
  type MatchedCuts,
} from '@reelay/subtitles/conform'
import type { StoredFingerprint } from '../../queries/film-matches.ts'

/** 600,000 frames, which is the most that the media engine writes. */
const MAX_BYTES = 600_000 * PICTURE_BYTES

export const matchFingerprints = (films: {
  old: StoredFingerprint
  new: StoredFingerprint
}): MatchedCuts => matchFilms(decode(films.old), decode(films.new))

/** Each frame is stored as the difference to the one before. */
function decode({ frameRate, picture, sound }: StoredFingerprint): FilmFingerprint {
  const pixels = new Uint8Array(inflateSync(picture, { maxOutputLength: MAX_BYTES }))
  for (let index = PICTURE_BYTES; index < pixels.length; index++)
    pixels[index] = pixels[index]! + pixels[index - PICTURE_BYTES]!
  return {
    rate: parseFrameRate(frameRate) ?? { num: 25, den: 1 },
    picture: pixels,
    sound: sound
      ? new Uint8Array(inflateSync(sound, { maxOutputLength: MAX_BYTES }))
      : new Uint8Array(),
  }
}
