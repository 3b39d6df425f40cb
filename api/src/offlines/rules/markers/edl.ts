// CMX 3600 lists with markers. Drop frame is only declared in the header, because most readers
// accept only colons.
import { formatSmpte } from '@reelay/subtitles'
import type { Marker, MarkerTimeline } from './timeline.ts'

/**
 * For Avid: `* LOC:` comments under one event that covers the whole film, red if open and green if
 * resolved. A marker has no length, so the text contains the end of a range.
 */
export function avidList(timeline: MarkerTimeline): string {
  const timecode = timecodeOf(timeline)
  const lines = timeline.markers.map(({ first, last, isRange, comments, resolved }) => {
    const end = isRange ? `[to ${timecode(last + 1)}] ` : ''
    const colour = (resolved ? 'GREEN' : 'RED').padEnd(7)
    return `* LOC: ${timecode(first)} ${colour} ${end}${comments.join(' / ')}`
  })
  const [first, end] = [timecode(0), timecode(timeline.length)]
  return linesOf([
    ...headerOf(timeline),
    `001  AX       V     C        ${first} ${end} ${first} ${end}`,
    ...lines,
  ])
}

/**
 * For Resolve, as it exports its own timeline markers: an event of one frame for each, followed by
 * the note, the colour, the name and the length in frames.
 */
export function resolveList(timeline: MarkerTimeline): string {
  const timecode = timecodeOf(timeline)
  const events = timeline.markers.flatMap((marker, index) => {
    const { first, last, author, resolved } = marker
    const [from, until] = [timecode(first), timecode(first + 1)]
    const number = String(index + 1).padStart(3, '0')
    return [
      `${number}  001      V     C        ${from} ${until} ${from} ${until}  `,
      `${noteOf(marker)} |C:ResolveColor${resolved ? 'Green' : 'Red'} |M:${withoutBars(author)} |D:${last + 1 - first}`,
      '',
    ]
  })
  return linesOf([...headerOf(timeline), ...events])
}

const headerOf = ({ title, count }: MarkerTimeline) => [
  `TITLE: ${title}`,
  `FCM: ${count.drop ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
  '',
]

const timecodeOf =
  ({ start, count }: MarkerTimeline) =>
  (frame: number): string =>
    formatSmpte(start + frame, count).replace(';', ':')

const linesOf = (lines: string[]) => lines.map((line) => `${line}\r\n`).join('')

/** A line that starts with a number would be read as an event. */
const noteOf = ({ comments }: Marker) =>
  withoutBars(comments.join(' / ')).replace(/^(?=[\d*])/, '- ')
const withoutBars = (text: string) => text.replaceAll('|', '/')
