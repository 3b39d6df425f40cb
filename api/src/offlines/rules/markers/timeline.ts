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
  const span = frameRangeOf(shownPosition(first))
  if (!span) return undefined
  return {
    ...span,
    isRange: first.position.range !== null,
    author: oneLine(first.from.name),
    comments: thread.map(({ from, removed, text }) =>
      oneLine(`${from.name}: ${removed ? REMOVED : text}`),
    ),
    resolved: first.resolved !== null,
  }
}

/** Collapses line breaks and control characters, which XML does not allow. */
const oneLine = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim()
