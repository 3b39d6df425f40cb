// The threads of an offline as markers on a timeline. The formats of the editing systems are in the
// other files of this folder.
import { nominalRate, type FrameCount } from '@reelay/subtitles'
import { shownPosition, type StoredOfflineComment } from '../comments.ts'
import {
  frameCounterOf,
  frameCountOf,
  frameRangeOf,
  startFrameOf,
  type Footage,
} from '../position.ts'

export const REMOVED = '(removed)'
/** Of a thread about a part that this version does not show. Its marker is at the first frame. */
const NOT_SHOWN = '(not in this version)'

/**
 * One thread. `first` and `last` count from the first frame of the film. `comments` has one text
 * per comment, on one line each.
 */
export type Marker = {
  first: number
  last: number
  isRange: boolean
  author: string
  comments: string[]
  resolved: boolean
}
/** `start` is the frame number of the first timecode; `length` covers the film and all markers. */
export type MarkerTimeline = {
  title: string
  count: FrameCount
  start: number
  length: number
  markers: Marker[]
}

/** Returns undefined for a film without frames. */
export function timelineOf(
  title: string,
  footage: Footage,
  comments: readonly StoredOfflineComment[],
): MarkerTimeline | undefined {
  const count = frameCounterOf(footage)
  if (!count) return undefined
  const threads = [...Map.groupBy(comments, ({ thread }) => thread).values()]
  const markers = threads.map(markerOf).filter((marker) => marker !== undefined)
  return {
    title: oneLine(title),
    count,
    start: startFrameOf(footage, count),
    length: Math.max(
      frameCountOf(footage) ?? nominalRate(count.rate),
      ...markers.map(({ last }) => last + 1),
    ),
    markers,
  }
}

function markerOf(thread: readonly StoredOfflineComment[]): Marker | undefined {
  const first = thread[0]!
  const isDropped = first.conformed?.outcome === 'dropped'
  const span = frameRangeOf(shownPosition(first)) ?? (isDropped ? { first: 0, last: 0 } : undefined)
  if (!span) return undefined
  return {
    ...span,
    isRange: first.position.range !== null,
    author: oneLine(first.from.name),
    comments: thread.map(({ _id, from, removed, text }) =>
      oneLine(
        `${isDropped && _id === first._id ? `${NOT_SHOWN} ` : ''}${from.name}: ${removed ? REMOVED : text}`,
      ),
    ),
    resolved: first.resolved !== null,
  }
}

/** Collapses line breaks and control characters, which XML does not allow. */
const oneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim()
