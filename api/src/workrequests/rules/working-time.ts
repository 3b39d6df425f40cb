// Working time is Monday to Friday without the holidays of the studio, between its hours, in local
// time. Daylight saving changes do not affect the length of a working day.
import { dayNumber, instantOf, wallClockAt } from '../../kernel/http/contract/time-zone.ts'

const DAY = 86_400
/** 1970-01-05, the first Monday, as days since 1970. */
const FIRST_MONDAY = 4
const WORKDAYS = 5

export type WorkingCalendar = {
  /** Seconds after midnight. */
  opens: number
  closes: number
  /** Holidays on weekdays, as sorted days since 1970. */
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
    holidays: [...days].toSorted((a, b) => a - b),
  }
}

/** Working seconds between two times; negative if `to` is earlier. */
export const workingSeconds = (
  calendar: WorkingCalendar,
  zone: string,
  from: number,
  to: number,
): number =>
  workedSecondsUntil(calendar, wallClockAt(zone, to)) -
  workedSecondsUntil(calendar, wallClockAt(zone, from))

/** The first time at which this many working seconds have passed. */
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

/** Working seconds from the first Monday to a local time. */
function workedSecondsUntil({ opens, closes, holidays }: WorkingCalendar, local: number): number {
  const day = Math.floor(local / DAY)
  const holidaysBefore = countBefore(holidays, day)
  const days =
    Math.floor((day - FIRST_MONDAY) / 7) * WORKDAYS +
    Math.min(weekday(day), WORKDAYS) -
    holidaysBefore
  const isWorkday = weekday(day) < WORKDAYS && holidays[holidaysBefore] !== day
  return (
    days * (closes - opens) +
    (isWorkday ? Math.min(Math.max(local - day * DAY, opens), closes) - opens : 0)
  )
}

/** The working day after this many others. Each holiday before it moves it by one. */
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
  const after = sorted.findIndex((holiday) => holiday >= day)
  return after < 0 ? sorted.length : after
}

function secondsOf(clock: string): number {
  const [hours, minutes] = clock.split(':').map(Number) as [number, number]
  return hours * 3600 + minutes * 60
}
