// Comments speak of frames, players of seconds, people of timecodes.
import { offlinePositions, type offlines } from '@reelay/api/contract'
import { formatSmpte } from '@reelay/subtitles'
import { frameAt, timeOfFrame } from '../player/timecode.ts'

export type Span = { first: number; last: number }
export type Frames = {
  /** A second. */
  rate: number
  /** How many there are to point at. */
  length: number
  timecodeOf: (frame: number) => string
  frameOf: (seconds: number) => number
  /** Well inside the frame. */
  secondsOf: (frame: number) => number
}

type Shown = Pick<offlines.Offline, 'film' | 'duration'>
export const kindOf = ({ film, duration }: Shown): 'video' | 'audio' | 'image' =>
  film ? 'video' : duration === null ? 'image' : 'audio'

/** As the service counts them, so that the comment stands where it was seen. */
export function framesOf(shown: Shown): Frames {
  const kind = kindOf(shown)
  const footage = {
    kind,
    frameRate: shown.film?.frameRate ?? null,
    timecode: shown.film?.timecode ?? null,
    duration: shown.duration,
  }
  const count = offlinePositions.frameCounterOf(footage) ?? {
    rate: { num: 25, den: 1 },
    drop: false,
  }
  const rate = count.rate.num / count.rate.den
  const length = offlinePositions.frameCountOf(footage) ?? 1
  const start = offlinePositions.startFrameOf(footage, count)
  const within = (frame: number) => Math.max(0, Math.min(length - 1, frame))
  return {
    rate,
    length,
    timecodeOf: (frame) => formatSmpte(start + frame, count),
    frameOf: (seconds) => within(frameAt(seconds, rate)),
    secondsOf: (frame) => timeOfFrame(within(frame), rate),
  }
}

export const spanOf = (place: Parameters<typeof offlinePositions.frameRangeOf>[0]): Span =>
  offlinePositions.frameRangeOf(place) ?? { first: 0, last: 0 }

/** As the service takes it: one frame, or a range. */
export const placeOf = ({ first, last }: Span) =>
  first === last ? { frame: first } : { range: { first, last } }

/** From one moment to another, whichever way somebody pulled. */
export const between = (one: number, other: number): Span => ({
  first: Math.min(one, other),
  last: Math.max(one, other),
})
