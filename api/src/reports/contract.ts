import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Ids,
  Nullable,
  StrictPartial,
  Seconds,
  StrictObject,
  ShortText,
  TimeZoneName,
} from '../kernel/http/contract/schema.ts'
import { MissingItem, Status } from '../workrequests/contract.ts'

/** Worst first. */
export const RISKS = ['critical', 'at-risk', 'on-track'] as const
export const Risk = Type.Enum([...RISKS])
export type Risk = Static<typeof Risk>

const Named = StrictObject({ _id: Id, name: Type.String() })
const RiskReason = StrictObject({ code: Type.String(), message: Type.String() })
export type RiskReason = Static<typeof RiskReason>

export const RequestAtRisk = StrictObject({
  request: Id,
  studio: Id,
  asset: Named,
  project: Named,
  territory: Type.String(),
  language: Type.String(),
  status: Status,
  /** The due date or the delivery deadline, whichever is earlier. */
  due: Nullable(StrictObject({ date: Seconds, tz: TimeZoneName })),
  risk: Risk,
  reasons: Type.Array(RiskReason),
  /** Expected completion if the remaining steps take their usual time. */
  expected: Seconds,
  /** Working hours between the expected completion and the due date; negative means late. */
  slackHours: Nullable(Type.Number()),
  next: StrictObject({ to: Status, who: Type.String(), missing: Type.Array(MissingItem) }),
})
export type RequestAtRisk = Static<typeof RequestAtRisk>

/** The number of open requests by risk. */
const RiskCounts = StrictObject({
  critical: Type.Integer(),
  'at-risk': Type.Integer(),
  'on-track': Type.Integer(),
} satisfies Record<Risk, unknown>)
export type RiskCounts = Static<typeof RiskCounts>

export const COVERAGE_STATES = [
  'ordered',
  'in-work',
  'approved',
  'delivered',
  'downloaded',
  'old-cut',
] as const
export const CoverageState = Type.Enum([...COVERAGE_STATES])
export type CoverageState = Static<typeof CoverageState>

const Cell = StrictObject({
  asset: Id,
  territory: Type.String(),
  use: Type.String(),
  language: Type.String(),
  state: CoverageState,
  request: Id,
  since: Seconds,
})
export const Coverage = StrictObject({
  assets: Type.Array(
    StrictObject({ _id: Id, name: Type.String(), slug: Type.String(), type: Type.String() }),
  ),
  territories: Type.Array(StrictObject({ code: Type.String(), name: Nullable(Type.String()) })),
  cells: Type.Array(Cell),
})
export type Coverage = Static<typeof Coverage>

const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  expects: 'a day such as 2026-11-30',
})
export const BUCKET_SIZES = ['day', 'week', 'month'] as const
/** The first and the last day of a report in a time zone, both included. */
const Days = StrictObject({ from: Day, to: Day, tz: TimeZoneName })
/** A day, week or month. The period may cut the first and the last one. */
const Bucket = StrictObject({ from: Day, start: Seconds })
const Count = Type.Integer({ minimum: 0 })

const Counts = StrictObject({
  ordered: Count,
  submitted: Count,
  delivered: Count,
  cancelled: Count,
})
export const Volume = StrictObject({
  ...Days.properties,
  by: Type.Enum([...BUCKET_SIZES]),
  total: Counts,
  buckets: Type.Array(StrictObject({ ...Bucket.properties, ...Counts.properties })),
})
export type Volume = Static<typeof Volume>

export const Rejections = StrictObject({
  ...Days.properties,
  rejections: Count,
  requests: Count,
  codes: Type.Array(StrictObject({ code: Nullable(Type.String()), rejections: Count })),
  /** Groups of the person who uploaded the rejected offline; null without a visible vendor. */
  vendors: Type.Array(StrictObject({ group: Nullable(Named), rejections: Count })),
  territories: Type.Array(StrictObject({ territory: Type.String(), rejections: Count })),
  /** Requests with an offline in this period, by their number of offlines. */
  versions: Type.Array(StrictObject({ versions: Count, requests: Count })),
})
export type Rejections = Static<typeof Rejections>

/** In working hours. 80 % took no longer than `p80`. */
const Spread = { count: Count, median: Nullable(Type.Number()), p80: Nullable(Type.Number()) }
export const Turnaround = StrictObject({
  ...Days.properties,
  whole: StrictObject(Spread),
  stages: Type.Array(StrictObject({ status: Status, ...Spread })),
  territories: Type.Array(StrictObject({ territory: Type.String(), ...Spread })),
})
export type Turnaround = Static<typeof Turnaround>

/** CSV lists all of them. */
export const MAX_LISTED_ASSETS = 500
const DownloadCounts = { downloads: Count, bytes: Count }
export const Downloads = StrictObject({
  ...Days.properties,
  by: Type.Enum([...BUCKET_SIZES]),
  total: StrictObject(DownloadCounts),
  buckets: Type.Array(StrictObject({ ...Bucket.properties, ...DownloadCounts })),
  /** The 500 assets with the most downloads. CSV contains all assets. */
  assets: Type.Array(StrictObject({ asset: Named, project: Named, ...DownloadCounts })),
  /** Territory of the person who downloaded; null without one. */
  territories: Type.Array(StrictObject({ territory: Nullable(Type.String()), ...DownloadCounts })),
})
export type Downloads = Static<typeof Downloads>

const Format = Type.Enum(['json', 'csv'])
const filterFields = { studio: IdOrSlug, project: IdOrSlug, territory: ShortText }
const dayFields = { from: Day, to: Day, tz: TimeZoneName }

const RiskQuery = StrictPartial(
  StrictObject({ ...filterFields, requests: Ids, risk: Risk, format: Format }),
)
const DaysQuery = StrictPartial(StrictObject({ ...filterFields, ...dayFields, format: Format }))
const BucketsQuery = StrictPartial(
  StrictObject({ ...filterFields, ...dayFields, by: Type.Enum([...BUCKET_SIZES]), format: Format }),
)
export type ReportFilter = { studio?: string; project?: string; territory?: string }
export type RiskFilter = ReportFilter & { requests?: string; risk?: Risk }
export type ReportDaysQuery = {
  from?: string
  to?: string
  tz?: string
  by?: (typeof BUCKET_SIZES)[number]
}

export const riskReport = endpoint({
  method: 'GET',
  path: '/reports/risk',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Assess which open work requests will be late, and why; worst first',
  list: true,
  csv: true,
  query: RiskQuery,
  reply: RequestAtRisk,
})
export const riskCounts = endpoint({
  method: 'GET',
  path: '/reports/risk/counts',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Count open work requests by their risk',
  query: StrictPartial(StrictObject(filterFields)),
  reply: RiskCounts,
})
const ForecastQuery = StrictObject({
  studio: Id,
  territory: Type.Optional(ShortText),
  language: Type.Optional(ShortText),
  tz: TimeZoneName,
})
/** When it is usually complete, and when it is if the steps take long. */
export const Forecast = StrictObject({ likely: Seconds, safe: Seconds })
export type Forecast = Static<typeof Forecast>
export const orderForecast = endpoint({
  method: 'GET',
  path: '/reports/forecast',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Forecast when a work request that is submitted now will be complete',
  query: ForecastQuery,
  reply: Forecast,
})
export const coverageReport = endpoint({
  method: 'GET',
  path: '/reports/coverage',
  access: 'signed-in',
  load: 'heavy',
  summary:
    'Show what is ordered, delivered and downloaded of a project, by asset, territory and use',
  csv: true,
  query: StrictObject({ project: IdOrSlug, format: Type.Optional(Format) }),
  reply: Coverage,
})
export const volumeReport = endpoint({
  method: 'GET',
  path: '/reports/volume',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Count work requests that were ordered, submitted, delivered and cancelled',
  csv: true,
  query: BucketsQuery,
  reply: Volume,
})
export const rejectionReport = endpoint({
  method: 'GET',
  path: '/reports/rejections',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Count rejections by code, vendor and territory',
  csv: true,
  query: DaysQuery,
  reply: Rejections,
})
export const turnaroundReport = endpoint({
  method: 'GET',
  path: '/reports/turnaround',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Measure turnaround in working hours, in total and by status',
  csv: true,
  query: DaysQuery,
  reply: Turnaround,
})
export const downloadReport = endpoint({
  method: 'GET',
  path: '/reports/downloads',
  access: 'signed-in',
  load: 'heavy',
  summary: 'Count downloads by time, asset and territory',
  csv: true,
  query: BucketsQuery,
  reply: Downloads,
})
