// The reports, by the word that stands for each in the address, and what of the filters each understands.
import { reports } from '@reelay/api/contract'
import { readerZone } from '../../ui/time.ts'

export const PARTS = ['risk', 'coverage', 'volume', 'rejections', 'turnaround', 'downloads'] as const
export type Part = (typeof PARTS)[number]
export type Search = { part?: string; studio?: string; project?: string; territory?: string; from?: string; to?: string; by?: string; risk?: string }

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

type Step = (typeof reports.STEPS)[number]
/** Where the address says nothing, or something else: days up to two months, then weeks, then months. */
export function stepOf({ by, from, to }: Search): Step {
  const known = reports.STEPS.find((step) => step === by)
  if (known) return known
  const days = from ? (Date.parse(to ?? new Date().toISOString()) - Date.parse(from)) / 86_400_000 : 30
  return days > 370 ? 'month' : days > 62 ? 'week' : 'day'
}

export const columnsOf = ({ by }: Search): 'territory' | 'language' => (by === 'language' ? 'language' : 'territory')

export const askWhich = ({ studio, project, territory }: Search) => ({ studio, project, territory })
/** Days begin and end where the reader is. */
export const askDays = (search: Search) => ({ ...askWhich(search), from: search.from, to: search.to, tz: readerZone() })
export const askBuckets = (search: Search) => ({ ...askDays(search), by: stepOf(search) })
