// OpenTimelineIO: a timeline with one gap, and the markers on its stack.
import type { Marker, MarkerTimeline } from './timeline.ts'

export function otioOf(timeline: MarkerTimeline): string {
  const { title, start, length, markers } = timeline
  const time = timeOf(timeline)
  const range = (first: number, frames: number) => ({
    OTIO_SCHEMA: 'TimeRange.1',
    start_time: time(first),
    duration: time(frames),
  })
  const gap = {
    OTIO_SCHEMA: 'Gap.1',
    ...item('', []),
    source_range: range(0, length),
  }
  const track = { OTIO_SCHEMA: 'Track.1', ...item('V1', []), kind: 'Video', children: [gap] }
  const toMarker = ({ first, last, author, comments, resolved }: Marker) => ({
    OTIO_SCHEMA: 'Marker.2',
    metadata: {},
    name: author,
    color: resolved ? 'GREEN' : 'RED',
    marked_range: range(first, last + 1 - first),
    comment: comments.join('\n'),
  })
  const stack = {
    OTIO_SCHEMA: 'Stack.1',
    ...item('tracks', markers.map(toMarker)),
    children: [track],
  }
  const file = {
    OTIO_SCHEMA: 'Timeline.1',
    metadata: {},
    name: title,
    global_start_time: time(start),
    tracks: stack,
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

const timeOf =
  ({ count: { rate } }: MarkerTimeline) =>
  (frames: number) => ({
    OTIO_SCHEMA: 'RationalTime.1',
    rate: rate.num / rate.den,
    value: frames,
  })

const item = (name: string, markers: object[]) => ({
  metadata: {},
  name,
  source_range: null,
  effects: [],
  markers,
  enabled: true,
})
