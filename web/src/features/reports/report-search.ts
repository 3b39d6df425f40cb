// The reports by their URL parameter, and the filters each supports.
import { reports } from '@reelay/api/contract'
import { localTimeZone } from '../../ui/format/time.ts'

export const REPORTS = [
  'risk',
  'coverage',
  'volume',
  'rejections',
  'turnaround',
  'downloads',
] as const
export type ReportTab = (typeof REPORTS)[number]
export type ReportSearch = {
  part?: string
  studio?: string
  project?: string
  territory?: string
  from?: string
  to?: string
  by?: string
  risk?: string
}

const PERIOD_FILTERS = ['studio', 'project', 'territory', 'from', 'to'] as const
export const SUPPORTED_FILTERS: Record<ReportTab, readonly (keyof ReportSearch)[]> = {
  risk: ['studio', 'project', 'territory'],
  coverage: ['project', 'by'],
  volume: [...PERIOD_FILTERS, 'by'],
  rejections: PERIOD_FILTERS,
  turnaround: PERIOD_FILTERS,
  downloads: [...PERIOD_FILTERS, 'by'],
}

export const reportOf = ({ part }: ReportSearch): ReportTab =>
  REPORTS.find((known) => known === part) ?? 'risk'

type BucketSize = (typeof reports.BUCKET_SIZES)[number]
/** By default: days for up to two months, then weeks, then months. */
export function bucketSizeOf(search: ReportSearch, now = Date.now()): BucketSize {
  const known = reports.BUCKET_SIZES.find((step) => step === search.by)
  if (known) return known
  const { from, to } = periodOf(search, now)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days > 370 ? 'month' : days > 62 ? 'week' : 'day'
}

const DAY_MS = 86_400_000
/** The last 30 days by default, in the time zone of the browser. */
export function periodOf(
  { from, to }: ReportSearch,
  now = Date.now(),
): { from: string; to: string } {
  const until = to ?? new Intl.DateTimeFormat('en-CA', { timeZone: localTimeZone() }).format(now)
  const begin = Date.parse(until) - 29 * DAY_MS
  return {
    to: until,
    from: from ?? (Number.isNaN(begin) ? until : new Date(begin).toISOString().slice(0, 10)),
  }
}

export const coverageColumnsOf = ({ by }: ReportSearch): 'territory' | 'language' =>
  by === 'language' ? 'language' : 'territory'

export const scopeQuery = ({ studio, project, territory }: ReportSearch) => ({
  studio,
  project,
  territory,
})
export const periodQuery = (search: ReportSearch) => ({
  ...scopeQuery(search),
  ...periodOf(search),
  tz: localTimeZone(),
})
export const bucketQuery = (search: ReportSearch) => ({
  ...periodQuery(search),
  by: bucketSizeOf(search),
})
