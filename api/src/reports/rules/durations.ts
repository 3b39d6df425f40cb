// How long a work request usually stays in a status, from visible history or from defaults.
import type { OpenStatus } from '../../workrequests/rules/status.ts'
import { workingSeconds, type WorkingCalendar } from './working-time.ts'

export type UsualDuration = { median: number; p80: number }
export type DurationSpread = { count: number; median: number | null; p80: number | null }

/** Start and end of several requests of one studio and territory. */
export type DurationGroup = {
  studio: string
  territory: string
  tz: string
  spans: [from: number, to: number][]
}
/** Time spent in one status. */
export type StatusDurations = DurationGroup & { language: string; status: OpenStatus }

/** In working hours, for a studio without history. */
export const DEFAULT_DURATIONS: Record<OpenStatus, UsualDuration> = {
  incomplete: { median: 4, p80: 18 },
  submitted: { median: 0, p80: 4 },
  'awaiting-materials': { median: 18, p80: 45 },
  'in-progress': { median: 18, p80: 45 },
  'for-review': { median: 9, p80: 27 },
  rejected: { median: 4, p80: 9 },
  approved: { median: 4, p80: 9 },
}

/** Fewer samples are not representative. */
const MIN_SAMPLES = 5
const HOUR = 3600

export type UsualDurations = (
  request: { studio: string; territory: string; language: string },
  status: OpenStatus,
) => UsualDuration

/** Prefers the same territory and language, then the whole studio, then the defaults. */
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

/** Most specific first. */
const keysOf = (
  { studio, territory, language }: { studio: string; territory: string; language: string },
  status: OpenStatus,
) => [`${studio} ${status} ${territory} ${language}`, `${studio} ${status}`]

export const workingHours = (
  { studio, tz, spans }: DurationGroup,
  calendars: Record<string, WorkingCalendar>,
): number[] =>
  spans.map(([from, to]) => Math.max(0, workingSeconds(calendars[studio]!, tz, from, to) / HOUR))

export function spreadOf(hours: readonly number[]): DurationSpread {
  // Sorting numbers as such is five times faster than with a comparison.
  const sorted = Float64Array.from(hours).sort()
  return { count: hours.length, median: quantile(sorted, 0.5), p80: quantile(sorted, 0.8) }
}

/** Interpolates linearly and rounds to two decimals, so that figures can be compared. */
function quantile(sorted: Float64Array, fraction: number): number | null {
  if (sorted.length === 0) return null
  const position = (sorted.length - 1) * fraction
  const [low, high] = [sorted[Math.floor(position)]!, sorted[Math.ceil(position)]!]
  return Math.round((low + (high - low) * (position % 1)) * 100) / 100
}
