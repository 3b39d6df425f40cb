// The position of a comment in a film. Frames start at 0; the file sets the first timecode.
import type { FieldError } from '../../kernel/http/contract/problem.ts'
import type { Probe } from '@reelay/media/types'
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

/** Properties of the file of a version; null until it is analysed, or if it is not media. */
export type Footage = {
  kind: Probe['kind'] | null
  frameRate: string | null
  timecode: string | null
  duration: number | null
} | null
export type CommentPosition = Pick<OfflineComment, 'frame' | 'range'>
type Timing = Pick<OfflineComment, 'timecode' | 'startTime' | 'stopTime' | 'beyond'>

/** Audio has no frames. EBU timecode (25 fps) gives it positions to comment on. */
const AUDIO_FRAME_RATE = '25/1'

/** How the frames are numbered. Drop frame applies at 29.97 unless the file says otherwise. */
export function frameCounterOf(footage: Footage): FrameCount | undefined {
  const rate = parseFrameRate(
    (footage?.kind === 'audio' ? AUDIO_FRAME_RATE : footage?.frameRate) ?? '',
  )
  return rate && { rate, drop: allowsDropFrame(rate) && !/:\d+$/.test(footage?.timecode ?? '') }
}

/** The number of frames. An image has one. */
export function frameCountOf(footage: Footage): number | undefined {
  if (footage?.kind === 'image') return 1
  const count = frameCounterOf(footage)
  // Minus 0.01 frames, because a duration in seconds is rarely exact.
  return count && footage?.duration
    ? Math.max(1, Math.ceil((footage.duration * count.rate.num) / count.rate.den - 0.01))
    : undefined
}

/** The frame number of the first frame. */
export const startFrameOf = (footage: Footage, count: FrameCount): number =>
  parseSmpte(footage?.timecode ?? '', count) ?? 0

/** The same time in another version: the same frame, unless the frame rates differ. */
export function mapPosition(
  { frame, range }: CommentPosition,
  from: Footage,
  to: Footage,
): CommentPosition {
  const [before, now] = [frameCounterOf(from)?.rate, frameCounterOf(to)?.rate]
  const map = (index: number) =>
    before && now ? Math.round((index * before.den * now.num) / (before.num * now.den)) : index
  return {
    frame: frame === null ? null : map(frame),
    range: range && { first: map(range.first), last: map(range.last) },
  }
}

/** The first and the last frame. */
export const frameRangeOf = ({
  frame,
  range,
}: CommentPosition): { first: number; last: number } | undefined =>
  range ?? (frame === null ? undefined : { first: frame, last: frame })

export function timingOf(position: CommentPosition, footage: Footage): Timing {
  const [span, count, length] = [
    frameRangeOf(position),
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

/** What is wrong with a position. A reply has none, because it belongs to its thread. */
export function positionErrors(
  { frame, range }: CommentPosition,
  isReply: boolean,
  footage: Footage,
): FieldError[] {
  if (isReply)
    return [
      ...(frame === null ? [] : [fieldError('/frame', 'must be omitted in a reply')]),
      ...(range ? [fieldError('/range', 'must be omitted in a reply')] : []),
    ]
  if (frame !== null && range) return [fieldError('/range', 'cannot be combined with a frame')]
  if (frame === null && !range) return [fieldError('/frame', 'is missing. Give a frame or a range')]
  if (range && range.last < range.first) return [fieldError('/range/last', 'is before the first')]
  const length = frameCountOf(footage)
  const last = frameRangeOf({ frame, range })!.last
  return length !== undefined && last >= length
    ? [
        fieldError(
          range ? '/range/last' : '/frame',
          `is beyond the end. The last frame is ${length - 1}`,
        ),
      ]
    : []
}

const fieldError = (pointer: string, message: string): FieldError => ({ pointer, message })
