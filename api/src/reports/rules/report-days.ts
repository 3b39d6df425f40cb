import {
  dayNumber,
  dayText,
  isTimeZone,
  instantOf,
  wallClockAt,
} from '../../kernel/http/contract/time-zone.ts'
import { invalid, type Problem } from '../../kernel/http/contract/problem.ts'
import type { ReportDaysQuery, BUCKET_SIZES } from '../contract.ts'

const DAY = 86_400
const MAX_DAYS = 731
const DEFAULT_DAYS = 30

type BucketSize = (typeof BUCKET_SIZES)[number]
/** The period of a report with the start of each bucket. `end` is the first moment after it. */
export type ReportDays = {
  from: string
  to: string
  tz: string
  by: BucketSize
  buckets: { from: string; start: number }[]
  end: number
}

/** The last thirty days by default. */
export function parseReportDays(
  { from, to, tz = 'UTC', by = 'day' }: ReportDaysQuery,
  now: number,
): ReportDays | Problem {
  if (!isTimeZone(tz)) return unknownTimeZone()
  const last = to === undefined ? Math.floor(wallClockAt(tz, now) / DAY) : dayNumber(to)
  if (last === undefined) return queryError('to', 'is not a calendar day')
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayNumber(from)
  if (first === undefined) return queryError('from', 'is not a calendar day')
  if (first > last) return queryError('from', 'is after to')
  if (last - first >= MAX_DAYS)
    return queryError('from', `is too early. A report covers at most two years (${MAX_DAYS} days)`)
  const days = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const buckets = days
    .filter((day) => day === first || STARTS_BUCKET[by](day))
    .map((day) => ({ from: dayText(day), start: midnight(tz, day) }))
  return { from: dayText(first), to: dayText(last), tz, by, buckets, end: midnight(tz, last + 1) }
}

const STARTS_BUCKET: Record<BucketSize, (day: number) => boolean> = {
  day: () => true,
  // 1970-01-05 was a Monday.
  week: (day) => (day - 4) % 7 === 0,
  month: (day) => dayText(day).endsWith('-01'),
}

/** The first moment of a day. In some time zones some days start at 01:00. */
const midnight = (tz: string, day: number) => instantOf(tz, day * DAY)

export const unknownTimeZone = (): Problem =>
  queryError('tz', 'is not an IANA time zone such as Europe/Berlin')

const queryError = (name: string, message: string): Problem =>
  invalid('query.invalid', `The query is invalid: /${name} ${message}.`, [
    { pointer: `/${name}`, message },
  ])
