// Final Cut Pro 7 XML, which Premiere imports: an empty sequence with markers.
import { formatSmpte, nominalRate } from '@reelay/subtitles'
import { escapeXml } from '@reelay/subtitles/xml'
import type { Marker, MarkerTimeline } from './timeline.ts'

export function xmemlOf(timeline: MarkerTimeline): string {
  const { title, count, start, length, markers } = timeline
  const rate = rateOf(timeline)
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE xmeml>
<xmeml version="4">
  <sequence id="comments">
    <name>${escapeXml(title)}</name>
    <duration>${length}</duration>
    ${rate}
    <timecode>
      ${rate}
      <string>${formatSmpte(start, count)}</string>
      <frame>${start}</frame>
      <displayformat>${count.drop ? 'DF' : 'NDF'}</displayformat>
    </timecode>
    <media>
      <video>
        <format>
          <samplecharacteristics>
            ${rate}
            <width>1920</width>
            <height>1080</height>
          </samplecharacteristics>
        </format>
        <track></track>
      </video>
    </media>
${markers.map(markerOf).join('')}  </sequence>
</xmeml>
`
}

/** 23.976 is a timebase of 24 with `ntsc`, which stands for the factor 1000/1001. */
const rateOf = ({ count: { rate } }: MarkerTimeline) =>
  `<rate><timebase>${nominalRate(rate)}</timebase><ntsc>${rate.den === 1001 ? 'TRUE' : 'FALSE'}</ntsc></rate>`

/** `in` counts from the start of the sequence. A marker on one frame has no `out`. */
const markerOf = ({ first, last, isRange, author, comments, resolved }: Marker) => `    <marker>
      <name>${escapeXml(resolved ? `${author} (resolved)` : author)}</name>
      <comment>${escapeXml(comments.join('\n'))}</comment>
      <in>${first}</in>
      <out>${isRange ? last + 1 : -1}</out>
    </marker>
`
