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

type RequestGroup = { studio: string; territory: string; language: string }
export type UsualDurations = (request: RequestGroup) => Record<OpenStatus, UsualDuration>

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
  const ofStatus = (request: RequestGroup, status: OpenStatus) =>
    keysOf(request, status)
      .map((key) => known.get(key))
      .find((times) => times !== undefined) ?? DEFAULT_DURATIONS[status]
  // Many requests share a territory and a language.
  const byGroup = new Map<string, Record<OpenStatus, UsualDuration>>()
  return (request) => {
    const key = `${request.studio} ${request.territory} ${request.language}`
    const found = byGroup.get(key) ?? mapStatuses((status) => ofStatus(request, status))
    byGroup.set(key, found)
    return found
  }
}

const mapStatuses = (durationOf: (status: OpenStatus) => UsualDuration) =>
  Object.fromEntries(
    (Object.keys(DEFAULT_DURATIONS) as OpenStatus[]).map((status) => [status, durationOf(status)]),
  ) as Record<OpenStatus, UsualDuration>

/** Most specific first. */
const keysOf = ({ studio, territory, language }: RequestGroup, status: OpenStatus) => [
  `${studio} ${status} ${territory} ${language}`,
  `${studio} ${status}`,
]

export const workingHours = (
  { studio, tz, spans }: DurationGroup,
  calendars: Record<string, WorkingCalendar>,
): number[] =>
  spans.map(([from, to]) => Math.max(0, workingSeconds(calendars[studio]!, tz, from, to) / HOUR))

export function spreadOf(hours: readonly number[]): DurationSpread {
  const values = new Float64Array(hours)
  return { count: values.length, median: quantile(values, 0.5), p80: quantile(values, 0.8) }
}

/** Interpolates linearly and rounds to two decimals, so that figures can be compared. */
function quantile(values: Float64Array, fraction: number): number | null {
  if (values.length === 0) return null
  const position = (values.length - 1) * fraction
  const at = Math.floor(position)
  const low = selectSmallest(values, at)
  let high = low
  if (position > at) {
    high = Infinity
    for (let index = at + 1; index < values.length; index++)
      if (values[index]! < high) high = values[index]!
  }
  return interpolate(low, high, position)
}

export const interpolate = (low: number, high: number, position: number): number =>
  Math.round((low + (high - low) * (position % 1)) * 100) / 100

/**
 * Moves values so that the one at `wanted` is where sorting would put it and no later one is
 * smaller (Hoare's selection): sorting half a million values takes ten times as long.
 */
function selectSmallest(values: Float64Array, wanted: number): number {
  let [left, right] = [0, values.length - 1]
  while (left < right) {
    const pivot = values[(left + right) >>> 1]!
    let [low, high] = [left, right]
    while (low <= high) {
      while (values[low]! < pivot) low++
      while (values[high]! > pivot) high--
      if (low <= high) {
        const swapped = values[low]!
        values[low++] = values[high]!
        values[high--] = swapped
      }
    }
    if (wanted <= high) right = high
    else if (wanted >= low) left = low
    else break
  }
  return values[wanted]!
}
