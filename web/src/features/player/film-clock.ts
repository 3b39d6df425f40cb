// The times of a film: frames for comments, seconds for players, timecodes for people. The timecode
// starts where the film's own does.
import { offlinePositions, type renditions } from '@reelay/api/contract'
import {
  formatSmpte,
  frameToMs,
  labelToFrame,
  msToFrame,
  nominalRate,
  type FrameCount,
} from '@reelay/subtitles'
import type { TimeUnit } from './time-unit.ts'
import { frameAt, timeOfFrame } from './timecode.ts'

export type FilmClock = {
  /** Frames per second. */
  rate: number
  /** The number of frames. */
  length: number
  timecodeOf: (frame: number) => string
  frameOf: (seconds: number) => number
  /** A time well inside the frame. */
  secondsOf: (frame: number) => number
  /** In the person's unit, from the film's own start. */
  format: (seconds: number) => string
  /** In the person's unit, from zero. */
  formatLength: (seconds: number) => string
  /** Seconds from the start of the film, or undefined if it is no time. */
  parse: (typed: string) => number | undefined
  /** The same for the milliseconds of a cue, which is on the edge of a frame. */
  formatCue: (ms: number) => string
  parseCue: (typed: string) => number | undefined
}

type FilmTimes = Pick<renditions.Playback, 'film' | 'duration'>
export const mediaKindOf = ({ film, duration }: FilmTimes): 'video' | 'audio' | 'image' =>
  film ? 'video' : duration === null ? 'image' : 'audio'

const DEFAULT_COUNT: FrameCount = { rate: { num: 25, den: 1 }, drop: false }

/** Counts frames as the service does, so that a comment is on the frame it was made on. */
export function createFilmClock(media: FilmTimes, unit: TimeUnit = 'frames'): FilmClock {
  const footage = {
    kind: mediaKindOf(media),
    frameRate: media.film?.frameRate ?? null,
    timecode: media.film?.timecode ?? null,
    duration: media.duration,
  }
  const count = offlinePositions.frameCounterOf(footage) ?? DEFAULT_COUNT
  const rate = count.rate.num / count.rate.den
  const length = offlinePositions.frameCountOf(footage) ?? 1
  const start = offlinePositions.startFrameOf(footage, count)
  const startMs = labelToMs(formatSmpte(start, count), rate)
  const clamp = (frame: number) => Math.max(0, Math.min(length - 1, frame))
  const timecodeOf = (frame: number) => formatSmpte(start + frame, count)
  return {
    rate,
    length,
    timecodeOf,
    frameOf: (seconds) => clamp(frameAt(seconds, rate)),
    secondsOf: (frame) => timeOfFrame(clamp(frame), rate),
    format: (seconds) =>
      unit === 'ms' ? formatMs(startMs + seconds * 1000) : timecodeOf(frameAt(seconds, rate)),
    formatLength: (seconds) =>
      unit === 'ms' ? formatMs(seconds * 1000) : formatSmpte(frameAt(seconds, rate), count),
    parse(typed) {
      const found = parseTyped(typed.trim(), { count, start, startMs })
      if (!found) return undefined
      return 'frame' in found ? timeOfFrame(found.frame, rate) : found.ms / 1000
    },
    formatCue: (ms) =>
      unit === 'ms' ? formatMs(startMs + ms) : timecodeOf(msToFrame(ms, count.rate)),
    parseCue(typed) {
      const found = parseTyped(typed.trim(), { count, start, startMs })
      if (!found) return undefined
      return 'frame' in found ? frameToMs(found.frame, count.rate) : Math.round(found.ms)
    },
  }
}

/** The start as a clock shows it. The seconds of a 23.976 fps timecode are not real seconds. */
function labelToMs(label: string, rate: number): number {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = label.split(/[:;]/).map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + (frames / rate) * 1000
}

function formatMs(ms: number): string {
  const whole = Math.max(0, Math.round(ms))
  const two = (amount: number) => String(Math.floor(amount)).padStart(2, '0')
  const [hours, minutes, seconds] = [whole / 3_600_000, (whole / 60_000) % 60, (whole / 1000) % 60]
  return `${two(hours)}:${two(minutes)}:${two(seconds)}.${String(whole % 1000).padStart(3, '0')}`
}

const FRAME_LABEL = /^(\d{1,2}):(\d{1,2}):(\d{1,2})[:;.](\d{2})$/
const CLOCK_TIME = /^(?:(?:(\d{1,2}):)?(\d{1,4}):)?(\d{1,5})(?:[.,](\d{1,3}))?$/

type Start = { count: FrameCount; start: number; startMs: number }

/**
 * Reads 01:00:12:07, 00:00:12.345, 1:02 and 12.5. A time before the film's start counts from the
 * first frame, so that nobody has to type the hour of a film that starts at 10:00:00:00.
 */
function parseTyped(
  typed: string,
  { count, start, startMs }: Start,
): { frame: number } | { ms: number } | undefined {
  const label = FRAME_LABEL.exec(typed)
  if (label) return labelledFrame(label.slice(1).map(Number), count, start)
  const clock = CLOCK_TIME.exec(typed)
  if (!clock) return undefined
  const [hours = 0, minutes = 0, seconds = 0] = clock.slice(1, 4).map((part) => Number(part ?? 0))
  const total = (hours * 60 + minutes) * 60 + seconds
  const fraction = clock[4]
  if (fraction === undefined)
    return labelledFrame(
      [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60, 0],
      count,
      start,
    )
  const ms = total * 1000 + Number(fraction.padEnd(3, '0'))
  return { ms: ms >= startMs ? ms - startMs : ms }
}

function labelledFrame(
  [hours = 0, minutes = 0, seconds = 0, frames = 0]: readonly number[],
  count: FrameCount,
  start: number,
): { frame: number } | undefined {
  const perSecond = nominalRate(count.rate)
  if (frames >= perSecond) return undefined
  // Drop frame skips the first labels of most minutes: such a label means the next frame.
  const frame =
    labelToFrame([hours, minutes, seconds, frames], count) ??
    labelToFrame([hours, minutes, seconds, perSecond / 15], count)
  return frame === undefined ? undefined : { frame: frame >= start ? frame - start : frame }
}
