// Converts between frames (comments), seconds (players) and timecodes (people).
import { offlinePositions, type offlines } from '@reelay/api/contract'
import { formatSmpte } from '@reelay/subtitles'
import { frameAt, timeOfFrame } from '../player/timecode.ts'

export type FrameSpan = { first: number; last: number }
export type FrameMap = {
  /** Frames per second. */
  rate: number
  /** The number of frames. */
  length: number
  timecodeOf: (frame: number) => string
  frameOf: (seconds: number) => number
  /** A time well inside the frame. */
  secondsOf: (frame: number) => number
}

type MediaInfo = Pick<offlines.Offline, 'film' | 'duration'>
export const mediaKindOf = ({ film, duration }: MediaInfo): 'video' | 'audio' | 'image' =>
  film ? 'video' : duration === null ? 'image' : 'audio'

/** Counts frames as the server does, so that a comment is on the frame it was made on. */
export function createFrameMap(media: MediaInfo): FrameMap {
  const kind = mediaKindOf(media)
  const footage = {
    kind,
    frameRate: media.film?.frameRate ?? null,
    timecode: media.film?.timecode ?? null,
    duration: media.duration,
  }
  const count = offlinePositions.frameCounterOf(footage) ?? {
    rate: { num: 25, den: 1 },
    drop: false,
  }
  const rate = count.rate.num / count.rate.den
  const length = offlinePositions.frameCountOf(footage) ?? 1
  const start = offlinePositions.startFrameOf(footage, count)
  const clamp = (frame: number) => Math.max(0, Math.min(length - 1, frame))
  return {
    rate,
    length,
    timecodeOf: (frame) => formatSmpte(start + frame, count),
    frameOf: (seconds) => clamp(frameAt(seconds, rate)),
    secondsOf: (frame) => timeOfFrame(clamp(frame), rate),
  }
}

export const spanOf = (position: Parameters<typeof offlinePositions.frameRangeOf>[0]): FrameSpan =>
  offlinePositions.frameRangeOf(position) ?? { first: 0, last: 0 }

/** In the form of the API: one frame or a range. */
export const toCommentPosition = ({ first, last }: FrameSpan) =>
  first === last ? { frame: first } : { range: { first, last } }

export const spanBetween = (a: number, b: number): FrameSpan => ({
  first: Math.min(a, b),
  last: Math.max(a, b),
})
