// Where in a film a comment stands. A frame is counted from the first; its timecode begins where
// the file says that it does.
import type { Fault } from '../../kernel/problem.ts'
import type { Probe } from '../../media/types.ts'
import { millisecondsOf, timecode } from '../../subtitles/rules/cue.ts'
import {
  canDrop,
  frameOfSmpte,
  rateFrom,
  smpteOf,
  type Count,
} from '../../subtitles/rules/smpte.ts'
import type { Comment } from '../contract.ts'

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
export type Place = Pick<Comment, 'frame' | 'range'>
type Times = Pick<Comment, 'timecode' | 'startTime' | 'stopTime' | 'beyond'>

/** Sound has no frames; it is counted in those of EBU timecode, so that one can point at it. */
const OF_SOUND = '25/1'

/**
 * How the frames of a film are numbered. At 29.97 with drop frame, unless the file says otherwise.
 */
export function countOf(footage: Footage): Count | undefined {
  const rate = rateFrom((footage?.kind === 'audio' ? OF_SOUND : footage?.frameRate) ?? '')
  return rate && { rate, drop: canDrop(rate) && !/:\d+$/.test(footage?.timecode ?? '') }
}

/** How many frames there are to point at. A picture is one. */
export function lengthOf(footage: Footage): number | undefined {
  if (footage?.kind === 'image') return 1
  const count = countOf(footage)
  // A hair less, because a duration in seconds is rarely exact.
  return count && footage?.duration
    ? Math.max(1, Math.ceil((footage.duration * count.rate.num) / count.rate.den - 0.01))
    : undefined
}

/** The number that the first frame has. */
export const startOf = (footage: Footage, count: Count): number =>
  frameOfSmpte(footage?.timecode ?? '', count) ?? 0

/** The same moment in another version: the same frame, unless that one runs at another rate. */
export function carryPlace({ frame, range }: Place, from: Footage, to: Footage): Place {
  const [before, now] = [countOf(from)?.rate, countOf(to)?.rate]
  const carry = (at: number) =>
    before && now ? Math.round((at * before.den * now.num) / (before.num * now.den)) : at
  return {
    frame: frame === null ? null : carry(frame),
    range: range && { first: carry(range.first), last: carry(range.last) },
  }
}

/** First and last frame. */
export const spanOf = ({ frame, range }: Place): { first: number; last: number } | undefined =>
  range ?? (frame === null ? undefined : { first: frame, last: frame })

export function timesOf(place: Place, footage: Footage): Times {
  const [span, count, length] = [spanOf(place), countOf(footage), lengthOf(footage)]
  const beyond = span !== undefined && length !== undefined && span.last >= length
  if (!span || !count) return { timecode: null, startTime: null, stopTime: null, beyond }
  return {
    timecode: smpteOf(startOf(footage, count) + span.first, count),
    startTime: timecode(millisecondsOf(span.first, count.rate)),
    stopTime: timecode(millisecondsOf(span.last + 1, count.rate)),
    beyond,
  }
}

/** What is wrong with where somebody points. An answer stands where its thread does. */
export function faultsOfPlace(
  { frame, range }: Place,
  isReply: boolean,
  footage: Footage,
): Fault[] {
  if (isReply)
    return [
      ...(frame === null ? [] : [fault('/frame', 'is that of the comment it answers')]),
      ...(range ? [fault('/range', 'is that of the comment it answers')] : []),
    ]
  if (frame !== null && range) return [fault('/range', 'stands beside a frame: say one of the two')]
  if (frame === null && !range) return [fault('/frame', 'is missing: say a frame or a range')]
  if (range && range.last < range.first) return [fault('/range/last', 'lies before the first')]
  const length = lengthOf(footage)
  const last = spanOf({ frame, range })!.last
  return length !== undefined && last >= length
    ? [
        fault(
          range ? '/range/last' : '/frame',
          `lies beyond the end: the last frame is ${length - 1}`,
        ),
      ]
    : []
}

const fault = (pointer: string, message: string): Fault => ({ pointer, message })
