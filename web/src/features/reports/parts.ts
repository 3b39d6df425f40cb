// The reports by their URL parameter, and the filters each supports.
import { reports } from '@reelay/api/contract'
import { localTimeZone } from '../../ui/format/time.ts'

export const PARTS = [
  'risk',
  'coverage',
  'volume',
  'rejections',
  'turnaround',
  'downloads',
] as const
export type Part = (typeof PARTS)[number]
export type Search = {
  part?: string
  studio?: string
  project?: string
  territory?: string
  from?: string
  to?: string
  by?: string
  risk?: string
}

const DAYS = ['studio', 'project', 'territory', 'from', 'to'] as const
export const UNDERSTANDS: Record<Part, readonly (keyof Search)[]> = {
  risk: ['studio', 'project', 'territory'],
  coverage: ['project', 'by'],
  volume: [...DAYS, 'by'],
  rejections: DAYS,
  turnaround: DAYS,
  downloads: [...DAYS, 'by'],
}

export const partOf = ({ part }: Search): Part => PARTS.find((known) => known === part) ?? 'risk'

type Step = (typeof reports.BUCKET_SIZES)[number]
/** By default: days for up to two months, then weeks, then months. */
export function stepOf(search: Search, now = Date.now()): Step {
  const known = reports.BUCKET_SIZES.find((step) => step === search.by)
  if (known) return known
  const { from, to } = daysOf(search, now)
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS
  return days > 370 ? 'month' : days > 62 ? 'week' : 'day'
}

const DAY_MS = 86_400_000
/** The last 30 days by default, in the time zone of the browser. */
export function daysOf({ from, to }: Search, now = Date.now()): { from: string; to: string } {
  const until = to ?? new Intl.DateTimeFormat('en-CA', { timeZone: localTimeZone() }).format(now)
  const begin = Date.parse(until) - 29 * DAY_MS
  return {
    to: until,
    from: from ?? (Number.isNaN(begin) ? until : new Date(begin).toISOString().slice(0, 10)),
  }
}

export const columnsOf = ({ by }: Search): 'territory' | 'language' =>
  by === 'language' ? 'language' : 'territory'

export const askWhich = ({ studio, project, territory }: Search) => ({ studio, project, territory })
export const askDays = (search: Search) => ({
  ...askWhich(search),
  ...daysOf(search),
  tz: localTimeZone(),
})
export const askBuckets = (search: Search) => ({ ...askDays(search), by: stepOf(search) })
