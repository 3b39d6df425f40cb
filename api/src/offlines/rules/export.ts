// Exports the comments of an offline as a table (RFC 4180) or as markers for an editing system.
import { BYTE_ORDER_MARK, formatCsv } from '@reelay/subtitles/csv'
import { formatSmpte } from '@reelay/subtitles'
import { EXPORT_ENDINGS, type ExportFormat } from '../contract.ts'
import { shownPosition, type CommentedOffline, type StoredOfflineComment } from './comments.ts'
import { avidList, resolveList } from './markers/edl.ts'
import { fcpxmlOf } from './markers/fcpxml.ts'
import { otioOf } from './markers/otio.ts'
import { REMOVED, timelineOf, type MarkerTimeline } from './markers/timeline.ts'
import { xmemlOf } from './markers/xmeml.ts'
import { frameCounterOf, frameRangeOf, startFrameOf } from './position.ts'

export type CommentExport = { name: string; mime: string; bytes: string }

type MarkerFormat = Exclude<ExportFormat, 'csv'>

const MARKER_FORMATS: Record<
  MarkerFormat,
  { mime: string; write: (timeline: MarkerTimeline) => string }
> = {
  edl: { mime: 'text/plain; charset=utf-8', write: avidList },
  resolve: { mime: 'text/plain; charset=utf-8', write: resolveList },
  premiere: { mime: 'application/xml; charset=utf-8', write: xmemlOf },
  fcpxml: { mime: 'application/xml; charset=utf-8', write: fcpxmlOf },
  otio: { mime: 'application/json; charset=utf-8', write: otioOf },
}

/** Returns undefined for markers of a film without frames. */
export function exportComments(
  format: ExportFormat,
  offline: CommentedOffline,
  comments: readonly StoredOfflineComment[],
): CommentExport | undefined {
  const title = `${offline.slug}-${offline.territory}-v${offline.version}`
  const name = `${title}-comments${EXPORT_ENDINGS[format]}`
  if (format === 'csv')
    return { name, mime: 'text/csv; charset=utf-8', bytes: csvOfComments(comments) }
  const timeline = timelineOf(title, offline.footage, comments)
  const { mime, write } = MARKER_FORMATS[format]
  return timeline && { name, mime, bytes: write(timeline) }
}

const HEAD = [
  'version',
  'timecode in',
  'timecode out',
  'frame',
  'author',
  'text',
  'reply to',
  'resolved',
  'created',
  'id',
  'moved to the cut',
]

function csvOfComments(comments: readonly StoredOfflineComment[]): string {
  const rows = comments.map((comment) => {
    const { from, until, span } = timecodes(comment)
    const frame = span ? [...new Set([span.first, span.last])].join('–') : ''
    return [
      comment.version,
      from,
      until,
      frame,
      comment.from.name,
      comment.removed ? REMOVED : comment.text,
      comment.replyTo ?? '',
      comment.resolved ? iso(comment.resolved.date) : '',
      iso(comment.created),
      comment._id,
      comment.conformed
        ? [comment.conformed.outcome, comment.conformed.reason].filter(Boolean).join(': ')
        : '',
    ]
  })
  return BYTE_ORDER_MARK + formatCsv({ head: HEAD, rows })
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The timecodes of the first frame and, as usual in edit lists, of the frame after the last. */
function timecodes(comment: StoredOfflineComment) {
  const [span, count] = [frameRangeOf(shownPosition(comment)), frameCounterOf(comment.shownFootage)]
  const timecode = (frame: number) =>
    count ? formatSmpte(startFrameOf(comment.shownFootage, count) + frame, count) : ''
  return {
    span,
    from: span ? timecode(span.first) : '',
    until: span ? timecode(span.last + 1) : '',
  }
}
