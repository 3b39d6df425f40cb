// How long a work request usually stays in a status, from visible history or from defaults.
import type { OpenStatus } from '../../workrequests/rules/status.ts'

export type UsualDuration = { median: number; p80: number }
export type DurationSpread = { count: number; median: number | null; p80: number | null }

/** The median and the 80th percentile in working seconds; null without a duration. */
export type MeasuredSpread = { count: number; seconds: [median: number, p80: number] | null }
export const NO_DURATIONS: MeasuredSpread = { count: 0, seconds: null }

/** Of one territory and language, or of a whole studio. */
export type StatusDurations = MeasuredSpread & {
  studio: string
  status: OpenStatus
  territory: string | null
  language: string | null
}

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
export function usualDurations(measured: readonly StatusDurations[]): UsualDurations {
  const usual = new Map(
    measured
      .filter(({ count }) => count >= MIN_SAMPLES)
      .map((durations) => [keyOf(durations), spreadOf(durations) as UsualDuration]),
  )
  const ofStatus = (request: RequestGroup, status: OpenStatus) =>
    usual.get(keyOf({ ...request, status })) ??
    usual.get(keyOf({ studio: request.studio, status, territory: null, language: null })) ??
    DEFAULT_DURATIONS[status]
  // Many requests share a territory and a language.
  const byGroup = new Map<string, Record<OpenStatus, UsualDuration>>()
  return (request) => {
    const key = `${request.studio} ${request.territory} ${request.language}`
    const durations = byGroup.get(key) ?? mapStatuses((status) => ofStatus(request, status))
    byGroup.set(key, durations)
    return durations
  }
}

const keyOf = ({
  studio,
  status,
  territory,
  language,
}: Omit<StatusDurations, keyof MeasuredSpread>): string =>
  [studio, status, territory, language].join(' ')

const mapStatuses = (durationOf: (status: OpenStatus) => UsualDuration) =>
  Object.fromEntries(
    (Object.keys(DEFAULT_DURATIONS) as OpenStatus[]).map((status) => [status, durationOf(status)]),
  ) as Record<OpenStatus, UsualDuration>

export const spreadOf = ({ count, seconds }: MeasuredSpread): DurationSpread => ({
  count,
  median: seconds && toHours(seconds[0]),
  p80: seconds && toHours(seconds[1]),
})

/** With two decimals, so that figures can be compared. */
const toHours = (seconds: number): number => Math.round((seconds / HOUR) * 100) / 100
