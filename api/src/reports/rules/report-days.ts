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
/**
 * The days a report speaks of, and the moments at which their days, weeks or months begin; `end` is
 * the first moment after them.
 */
export type ReportDays = {
  from: string
  to: string
  tz: string
  by: BucketSize
  buckets: { from: string; start: number }[]
  end: number
}

/** The last thirty days, unless others are asked for. */
export function parseReportDays(
  { from, to, tz = 'UTC', by = 'day' }: ReportDaysQuery,
  now: number,
): ReportDays | Problem {
  if (!isTimeZone(tz)) return fault('tz', 'is not an IANA time zone such as Europe/Berlin')
  const last = to === undefined ? Math.floor(wallClockAt(tz, now) / DAY) : dayNumber(to)
  if (last === undefined) return fault('to', 'is not a day of the calendar')
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : dayNumber(from)
  if (first === undefined) return fault('from', 'is not a day of the calendar')
  if (first > last) return fault('from', 'comes after to')
  if (last - first >= MAX_DAYS)
    return fault(
      'from',
      `lies too far back: a report speaks of two years at most, ${MAX_DAYS} days`,
    )
  const days = Array.from({ length: last - first + 1 }, (_nothing, at) => first + at)
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

/** The first moment of a day: in some zones some days begin at one in the morning. */
const midnight = (tz: string, day: number) => instantOf(tz, day * DAY)

const fault = (name: string, message: string): Problem =>
  invalid('query.invalid', `The query has a fault: /${name} ${message}.`, [
    { pointer: `/${name}`, message },
  ])
