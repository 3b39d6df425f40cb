// Where in a film a comment stands. A frame is counted from the first; its timecode begins where
// the file says that it does.
import type { FieldError } from '../../kernel/http/contract/problem.ts'
import type { Probe } from '../../media/types.ts'
import {
  type FrameCount,
  allowsDropFrame,
  parseSmpte,
  frameToMs,
  parseFrameRate,
  formatSmpte,
  formatTimecode,
} from '@reelay/subtitles'
import type { OfflineComment } from '../contract.ts'

/**
 * What was found in the file of a version; null while nobody has looked into it, or where it is no
 * media.
 */
export type Footage = {
  kind: Probe['kind'] | null
  frameRate: string | null
  timecode: string | null
  duration: number | null
} | null
export type CommentPosition = Pick<OfflineComment, 'frame' | 'range'>
type Times = Pick<OfflineComment, 'timecode' | 'startTime' | 'stopTime' | 'beyond'>

/** Sound has no frames; it is counted in those of EBU timecode, so that one can point at it. */
const AUDIO_FRAME_RATE = '25/1'

/**
 * How the frames of a film are numbered. At 29.97 with drop frame, unless the file says otherwise.
 */
export function frameCounterOf(footage: Footage): FrameCount | undefined {
  const rate = parseFrameRate(
    (footage?.kind === 'audio' ? AUDIO_FRAME_RATE : footage?.frameRate) ?? '',
  )
  return rate && { rate, drop: allowsDropFrame(rate) && !/:\d+$/.test(footage?.timecode ?? '') }
}

/** How many frames there are to point at. A picture is one. */
export function frameCountOf(footage: Footage): number | undefined {
  if (footage?.kind === 'image') return 1
  const count = frameCounterOf(footage)
  // A hair less, because a duration in seconds is rarely exact.
  return count && footage?.duration
    ? Math.max(1, Math.ceil((footage.duration * count.rate.num) / count.rate.den - 0.01))
    : undefined
}

/** The number that the first frame has. */
export const startFrameOf = (footage: Footage, count: FrameCount): number =>
  parseSmpte(footage?.timecode ?? '', count) ?? 0

/** The same moment in another version: the same frame, unless that one runs at another rate. */
export function mapPosition(
  { frame, range }: CommentPosition,
  from: Footage,
  to: Footage,
): CommentPosition {
  const [before, now] = [frameCounterOf(from)?.rate, frameCounterOf(to)?.rate]
  const carry = (at: number) =>
    before && now ? Math.round((at * before.den * now.num) / (before.num * now.den)) : at
  return {
    frame: frame === null ? null : carry(frame),
    range: range && { first: carry(range.first), last: carry(range.last) },
  }
}

/** First and last frame. */
export const frameRangeOf = ({
  frame,
  range,
}: CommentPosition): { first: number; last: number } | undefined =>
  range ?? (frame === null ? undefined : { first: frame, last: frame })

export function timingOf(place: CommentPosition, footage: Footage): Times {
  const [span, count, length] = [
    frameRangeOf(place),
    frameCounterOf(footage),
    frameCountOf(footage),
  ]
  const beyond = span !== undefined && length !== undefined && span.last >= length
  if (!span || !count) return { timecode: null, startTime: null, stopTime: null, beyond }
  return {
    timecode: formatSmpte(startFrameOf(footage, count) + span.first, count),
    startTime: formatTimecode(frameToMs(span.first, count.rate)),
    stopTime: formatTimecode(frameToMs(span.last + 1, count.rate)),
    beyond,
  }
}

/** What is wrong with where somebody points. An answer stands where its thread does. */
export function positionErrors(
  { frame, range }: CommentPosition,
  isReply: boolean,
  footage: Footage,
): FieldError[] {
  if (isReply)
    return [
      ...(frame === null ? [] : [fault('/frame', 'is that of the comment it answers')]),
      ...(range ? [fault('/range', 'is that of the comment it answers')] : []),
    ]
  if (frame !== null && range) return [fault('/range', 'stands beside a frame: say one of the two')]
  if (frame === null && !range) return [fault('/frame', 'is missing: say a frame or a range')]
  if (range && range.last < range.first) return [fault('/range/last', 'lies before the first')]
  const length = frameCountOf(footage)
  const last = frameRangeOf({ frame, range })!.last
  return length !== undefined && last >= length
    ? [
        fault(
          range ? '/range/last' : '/frame',
          `lies beyond the end: the last frame is ${length - 1}`,
        ),
      ]
    : []
}

const fault = (pointer: string, message: string): FieldError => ({ pointer, message })
