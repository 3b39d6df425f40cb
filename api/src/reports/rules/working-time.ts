// Working time: Monday to Friday without the studio's holidays, between its hours, by the clock on
// the wall of a zone. A day has as
// many working hours as the clock shows, also when it is put forward or back.
import { dayNumber, instantOf, wallClockAt } from '../../kernel/http/contract/time-zone.ts'

const DAY = 86_400
/** 1970-01-05: weeks are counted from here. */
const FIRST_MONDAY = 4
const WORKDAYS = 5

export type WorkingCalendar = {
  /** Seconds after midnight. */
  opens: number
  closes: number
  /** Days since 1970 on which one would work otherwise, in order. */
  holidays: number[]
}

export function calendarOf({
  workingHours,
  holidays,
}: {
  workingHours: { opens: string; closes: string }
  holidays: string[]
}): WorkingCalendar {
  const days = new Set(
    holidays
      .map(dayNumber)
      .filter((day) => day !== undefined && weekday(day) < WORKDAYS) as number[],
  )
  return {
    opens: secondsOf(workingHours.opens),
    closes: secondsOf(workingHours.closes),
    holidays: [...days].toSorted((one, other) => one - other),
  }
}

/** Working seconds between two moments; below zero when the second comes first. */
export const workingSeconds = (
  calendar: WorkingCalendar,
  zone: string,
  from: number,
  to: number,
): number =>
  workedSecondsUntil(calendar, wallClockAt(zone, to)) -
  workedSecondsUntil(calendar, wallClockAt(zone, from))

/** The first moment at which so many working seconds have passed. */
export function addWorkingSeconds(
  calendar: WorkingCalendar,
  zone: string,
  from: number,
  seconds: number,
): number {
  if (seconds <= 0) return from
  const length = calendar.closes - calendar.opens
  const worked = workedSecondsUntil(calendar, wallClockAt(zone, from)) + seconds
  const days = Math.ceil(worked / length) - 1
  return instantOf(
    zone,
    nthWorkday(calendar, days) * DAY + calendar.opens + worked - days * length,
    from,
  )
}

/**
 * Working seconds from that Monday to what the clock on the wall shows: the difference of two is
 * what lies between them.
 */
function workedSecondsUntil({ opens, closes, holidays }: WorkingCalendar, wall: number): number {
  const day = Math.floor(wall / DAY)
  const off = countBefore(holidays, day)
  const days =
    Math.floor((day - FIRST_MONDAY) / 7) * WORKDAYS + Math.min(weekday(day), WORKDAYS) - off
  const works = weekday(day) < WORKDAYS && holidays[off] !== day
  return (
    days * (closes - opens) +
    (works ? Math.min(Math.max(wall - day * DAY, opens), closes) - opens : 0)
  )
}

/**
 * The working day before which there were so many others. Each holiday until then pushes it one on.
 */
function nthWorkday({ holidays }: WorkingCalendar, before: number): number {
  const plain = (count: number) =>
    Math.floor(count / WORKDAYS) * 7 + (((count % WORKDAYS) + WORKDAYS) % WORKDAYS) + FIRST_MONDAY
  let count = before
  for (const holiday of holidays) if (holiday <= plain(count)) count++
  return plain(count)
}

/** 0 is Monday. */
const weekday = (day: number): number => (((day - FIRST_MONDAY) % 7) + 7) % 7

function countBefore(sorted: number[], day: number): number {
  const after = sorted.findIndex((one) => one >= day)
  return after < 0 ? sorted.length : after
}

function secondsOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return hours * 3600 + minutes * 60
}
