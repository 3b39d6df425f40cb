// FCPXML for Final Cut Pro: a project with one gap that carries the markers. Open threads are to-do
// markers, and resolved ones are completed.
import { escapeXml } from '@reelay/subtitles/xml'
import type { Marker, MarkerTimeline } from './timeline.ts'

export function fcpxmlOf(timeline: MarkerTimeline): string {
  const { count, start, length, markers } = timeline
  const title = escapeXml(timeline.title)
  const seconds = secondsOf(timeline)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE fcpxml>
<fcpxml version="1.9">
  <resources>
    <format id="r1" name="FFVideoFormatRateUndefined" frameDuration="${seconds(1)}" width="1920" height="1080"/>
  </resources>
  <library>
    <event name="${title}">
      <project name="${title}">
        <sequence format="r1" duration="${seconds(length)}" tcStart="${seconds(start)}" tcFormat="${count.drop ? 'DF' : 'NDF'}">
          <spine>
            <gap name="${title}" offset="${seconds(start)}" start="${seconds(start)}" duration="${seconds(length)}">
${markers.map((marker) => markerOf(marker, timeline)).join('')}            </gap>
          </spine>
        </sequence>
      </project>
    </event>
  </library>
</fcpxml>
`
}

/** Times are fractions of a second, so that no frame is rounded. */
const secondsOf =
  ({ count: { rate } }: MarkerTimeline) =>
  (frames: number): string =>
    `${frames * rate.den}/${rate.num}s`

const markerOf = (
  { first, last, author, comments, resolved }: Marker,
  timeline: MarkerTimeline,
): string => {
  const seconds = secondsOf(timeline)
  const attributes = [
    `start="${seconds(timeline.start + first)}"`,
    `duration="${seconds(last + 1 - first)}"`,
    `value="${escapeXml(comments[0] ?? author)}"`,
    `completed="${resolved ? 1 : 0}"`,
    ...(comments.length > 1 ? [`note="${escapeXml(comments.slice(1).join(' / '))}"`] : []),
  ]
  return `              <marker ${attributes.join(' ')}/>\n`
}
