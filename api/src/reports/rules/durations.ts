// How long a work request usually stays in a status: by what was, in the reader's sight, and by a
// table where too little was.
import type { OpenStatus } from '../../workrequests/rules/status.ts'
import { workingSeconds, type WorkingCalendar } from './working-time.ts'

export type UsualDuration = { median: number; p80: number }
export type DurationSpread = { count: number; median: number | null; p80: number | null }

/** What took its time, of one kind: when each began and ended. */
export type DurationGroup = {
  studio: string
  territory: string
  tz: string
  spans: [from: number, to: number][]
}
/** A status that was come to and left again. */
export type StatusDurations = DurationGroup & { language: string; status: OpenStatus }

/** In working hours, for a studio without a past. */
export const DEFAULT_DURATIONS: Record<OpenStatus, UsualDuration> = {
  incomplete: { median: 4, p80: 18 },
  submitted: { median: 0, p80: 4 },
  'awaiting-materials': { median: 18, p80: 45 },
  'in-progress': { median: 18, p80: 45 },
  'for-review': { median: 9, p80: 27 },
  rejected: { median: 4, p80: 9 },
  approved: { median: 4, p80: 9 },
}

/** Fewer say nothing. */
const MIN_SAMPLES = 5
const HOUR = 3600

export type UsualDurations = (
  request: { studio: string; territory: string; language: string },
  status: OpenStatus,
) => UsualDuration

/**
 * The same territory and language where there is enough of it, else all of the studio, else what is
 * assumed.
 */
export function usualDurations(
  stages: StatusDurations[],
  calendars: Record<string, WorkingCalendar>,
): UsualDurations {
  const hours = new Map<string, number[]>()
  for (const stage of stages) {
    const took = workingHours(stage, calendars)
    for (const key of keysOf(stage, stage.status))
      hours.set(key, (hours.get(key) ?? []).concat(took))
  }
  const known = new Map(
    [...hours]
      .filter(([, took]) => took.length >= MIN_SAMPLES)
      .map(([key, took]) => [key, spreadOf(took) as UsualDuration]),
  )
  return (request, status) =>
    keysOf(request, status)
      .map((key) => known.get(key))
      .find((times) => times !== undefined) ?? DEFAULT_DURATIONS[status]
}

/** From the nearest to the widest. */
const keysOf = (
  { studio, territory, language }: { studio: string; territory: string; language: string },
  status: OpenStatus,
) => [`${studio} ${status} ${territory} ${language}`, `${studio} ${status}`]

export const workingHours = (
  { studio, tz, spans }: DurationGroup,
  calendars: Record<string, WorkingCalendar>,
): number[] =>
  spans.map(([from, to]) => Math.max(0, workingSeconds(calendars[studio]!, tz, from, to) / HOUR))

export function spreadOf(hours: number[]): DurationSpread {
  const sorted = hours.toSorted((one, other) => one - other)
  return { count: hours.length, median: quantile(sorted, 0.5), p80: quantile(sorted, 0.8) }
}

/**
 * Between two values it lies as far along as its place does. To a hundredth: a rounded figure can
 * be compared with itself.
 */
function quantile(sorted: number[], share: number): number | null {
  if (sorted.length === 0) return null
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!]
  return Math.round((low + (high - low) * (place % 1)) * 100) / 100
}
