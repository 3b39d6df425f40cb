import { dayNumber, dayText, isZone, momentOf, wallAt } from '../../kernel/zone.ts'
import { invalid, type Problem } from '../../kernel/problem.ts'
import type { DaysAsked, STEPS } from '../contract.ts'

const DAY = 86_400
const MOST_DAYS = 731
const USUALLY = 30

type Step = (typeof STEPS)[number]
/**
 * The days a report speaks of, and the moments at which their days, weeks or months begin; `end` is
 * the first moment after them.
 */
export type Days = {
  from: string
  to: string
  tz: string
  by: Step
  buckets: { from: string; start: number }[]
  end: number
}

/** The last thirty days, unless others are asked for. */
export function daysAsked(
  { from, to, tz = 'UTC', by = 'day' }: DaysAsked,
  now: number,
): Days | Problem {
  if (!isZone(tz)) return fault('tz', 'is not an IANA time zone such as Europe/Berlin')
  const last = to === undefined ? Math.floor(wallAt(tz, now) / DAY) : dayNumber(to)
  if (last === undefined) return fault('to', 'is not a day of the calendar')
  const first = from === undefined ? last - USUALLY + 1 : dayNumber(from)
  if (first === undefined) return fault('from', 'is not a day of the calendar')
  if (first > last) return fault('from', 'comes after to')
  if (last - first >= MOST_DAYS)
    return fault(
      'from',
      `lies too far back: a report speaks of two years at most, ${MOST_DAYS} days`,
    )
  const days = Array.from({ length: last - first + 1 }, (_nothing, at) => first + at)
  const buckets = days
    .filter((day) => day === first || BEGINS[by](day))
    .map((day) => ({ from: dayText(day), start: midnight(tz, day) }))
  return { from: dayText(first), to: dayText(last), tz, by, buckets, end: midnight(tz, last + 1) }
}

const BEGINS: Record<Step, (day: number) => boolean> = {
  day: () => true,
  // 1970-01-05 was a Monday.
  week: (day) => (day - 4) % 7 === 0,
  month: (day) => dayText(day).endsWith('-01'),
}

/** The first moment of a day: in some zones some days begin at one in the morning. */
const midnight = (tz: string, day: number) => momentOf(tz, day * DAY)

const fault = (name: string, message: string): Problem =>
  invalid('query.invalid', `The query has a fault: /${name} ${message}.`, [
    { pointer: `/${name}`, message },
  ])
