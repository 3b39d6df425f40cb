// Exports the comments of an offline as a table (RFC 4180) or as markers for an editing system.
// Markers are `* LOC:` comments of a CMX 3600 list, under one event that covers the whole film.
import { BYTE_ORDER_MARK, formatCsv } from '@reelay/subtitles/csv'
import { nominalRate, formatSmpte } from '@reelay/subtitles'
import type { ExportFormat } from '../contract.ts'
import { shownPosition, type CommentedOffline, type StoredOfflineComment } from './comments.ts'
import {
  frameCounterOf,
  frameCountOf,
  frameRangeOf,
  startFrameOf,
  type Footage,
} from './position.ts'

export type CommentExport = { name: string; mime: string; bytes: string }

/** Returns undefined for markers of a film without frames. */
export function exportComments(
  format: ExportFormat,
  offline: CommentedOffline,
  comments: readonly StoredOfflineComment[],
): CommentExport | undefined {
  const title = `${offline.slug}-${offline.territory}-v${offline.version}`
  const text =
    format === 'csv' ? csvOfComments(comments) : edlOfComments(title, offline.footage, comments)
  return text === undefined
    ? undefined
    : {
        name: `${title}-comments.${format}`,
        mime: format === 'csv' ? 'text/csv; charset=utf-8' : 'text/plain; charset=utf-8',
        bytes: text,
      }
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
    ]
  })
  return BYTE_ORDER_MARK + formatCsv({ head: HEAD, rows })
}

const REMOVED = '(removed)'
const iso = (seconds: number) => new Date(seconds * 1000).toISOString()

/** The timecodes of the first frame and, as usual in edit lists, of the frame after the last. */
function timecodes(comment: StoredOfflineComment) {
  const [span, count] = [frameRangeOf(shownPosition(comment)), frameCounterOf(comment.shownFootage)]
  const at = (frame: number) =>
    count ? formatSmpte(startFrameOf(comment.shownFootage, count) + frame, count) : ''
  return { span, from: span ? at(span.first) : '', until: span ? at(span.last + 1) : '' }
}

/**
 * One marker per thread, red if open and green if resolved. A marker has no length, so the text
 * contains the end of a range. Drop frame is only declared in the header, because most readers
 * accept only colons.
 */
function edlOfComments(
  title: string,
  footage: Footage,
  comments: readonly StoredOfflineComment[],
): string | undefined {
  const count = frameCounterOf(footage)
  if (!count) return undefined
  const threads = [...Map.groupBy(comments, ({ thread }) => thread).values()]
  const markers = threads.map((thread) => {
    const first = thread[0]!
    const { from, until } = timecodes(first)
    const texts = thread.map(
      (comment) => `${comment.from.name}: ${comment.removed ? REMOVED : comment.text}`,
    )
    const colour = (first.resolved ? 'GREEN' : 'RED').padEnd(7)
    const end = first.position.range ? `[to ${plain(until)}] ` : ''
    return `* LOC: ${plain(from)} ${colour} ${line(end + texts.join(' / '))}`
  })
  const start = startFrameOf(footage, count)
  const length = Math.max(
    frameCountOf(footage) ?? nominalRate(count.rate),
    ...comments.map((comment) => (frameRangeOf(shownPosition(comment))?.last ?? 0) + 1),
  )
  const [first, end] = [plain(formatSmpte(start, count)), plain(formatSmpte(start + length, count))]
  return [
    `TITLE: ${title}`,
    `FCM: ${count.drop ? 'DROP FRAME' : 'NON-DROP FRAME'}`,
    '',
    `001  AX       V     C        ${first} ${end} ${first} ${end}`,
    ...markers,
  ]
    .map((each) => `${each}\r\n`)
    .join('')
}

const plain = (timecode: string) => timecode.replace(';', ':')
/** Collapses line breaks and control characters. */
const line = (text: string) => text.replace(/[\s\p{C}]+/gu, ' ').trim()
