import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Id,
  IdOrSlug,
  Nullable,
  StrictPartial,
  Seconds,
  StrictObject,
  ShortText,
  TimeZoneName,
} from '../kernel/http/contract/schema.ts'
import { MissingItem, Status } from '../workrequests/contract.ts'

/** From the worst to the best. */
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
  due: Nullable(StrictObject({ date: Seconds, tz: TimeZoneName })),
  risk: Risk,
  reasons: Type.Array(RiskReason),
  /** When it will be done if the rest takes as long as it usually does. */
  expected: Seconds,
  /** Working hours between then and when it is due; below zero it will be late. */
  slackHours: Nullable(Type.Number()),
  next: StrictObject({ to: Status, who: Type.String(), missing: Type.Array(MissingItem) }),
})
export type RequestAtRisk = Static<typeof RequestAtRisk>

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

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const BUCKET_SIZES = ['day', 'week', 'month'] as const
/** The days a report speaks of, both included, in the calendar of a zone. */
const Days = StrictObject({ from: Day, to: Day, tz: TimeZoneName })
/** A day, week or month; the first and the last may be cut by the days that were asked for. */
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
  /**
   * The groups of whoever brought what was rejected; null where it was nobody of a vendor, or
   * nothing that you can see.
   */
  vendors: Type.Array(StrictObject({ group: Nullable(Named), rejections: Count })),
  territories: Type.Array(StrictObject({ territory: Type.String(), rejections: Count })),
  /** How many requests with an offline of these days came to so many of them. */
  versions: Type.Array(StrictObject({ versions: Count, requests: Count })),
})
export type Rejections = Static<typeof Rejections>

/** Working hours: half of all took no longer than the median, four fifths no longer than p80. */
const Spread = { count: Count, median: Nullable(Type.Number()), p80: Nullable(Type.Number()) }
export const Turnaround = StrictObject({
  ...Days.properties,
  whole: StrictObject(Spread),
  stages: Type.Array(StrictObject({ status: Status, ...Spread })),
  territories: Type.Array(StrictObject({ territory: Type.String(), ...Spread })),
})
export type Turnaround = Static<typeof Turnaround>

const Taken = { downloads: Count, bytes: Count }
export const Downloads = StrictObject({
  ...Days.properties,
  by: Type.Enum([...BUCKET_SIZES]),
  total: StrictObject(Taken),
  buckets: Type.Array(StrictObject({ ...Bucket.properties, ...Taken })),
  assets: Type.Array(StrictObject({ asset: Named, project: Named, ...Taken })),
  /** Of those who took it; null are people of no territory. */
  territories: Type.Array(StrictObject({ territory: Nullable(Type.String()), ...Taken })),
})
export type Downloads = Static<typeof Downloads>

const Format = Type.Enum(['json', 'csv'])
const ReportFilter = { studio: IdOrSlug, project: IdOrSlug, territory: ShortText }
const Span = { from: Day, to: Day, tz: TimeZoneName }

const Filter = StrictPartial(StrictObject({ ...ReportFilter, risk: Risk, format: Format }))
const InDays = StrictPartial(StrictObject({ ...ReportFilter, ...Span, format: Format }))
const InBuckets = StrictPartial(
  StrictObject({ ...ReportFilter, ...Span, by: Type.Enum([...BUCKET_SIZES]), format: Format }),
)
export type ReportFilter = { studio?: string; project?: string; territory?: string }
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
  summary: 'Which open work requests will be late, and why; the worst first',
  list: true,
  csv: true,
  query: Filter,
  reply: RequestAtRisk,
})
export const coverageReport = endpoint({
  method: 'GET',
  path: '/reports/coverage',
  access: 'signed-in',
  summary: 'What of a project is ordered, made and taken: asset by territory by use',
  csv: true,
  query: StrictObject({ project: IdOrSlug, format: Type.Optional(Format) }),
  reply: Coverage,
})
export const volumeReport = endpoint({
  method: 'GET',
  path: '/reports/volume',
  access: 'signed-in',
  summary: 'How many work requests were ordered, handed in, delivered and cancelled',
  csv: true,
  query: InBuckets,
  reply: Volume,
})
export const rejectionReport = endpoint({
  method: 'GET',
  path: '/reports/rejections',
  access: 'signed-in',
  summary: 'What was rejected: by code, vendor and territory',
  csv: true,
  query: InDays,
  reply: Rejections,
})
export const turnaroundReport = endpoint({
  method: 'GET',
  path: '/reports/turnaround',
  access: 'signed-in',
  summary: 'How many working hours it took, in all and in each status',
  csv: true,
  query: InDays,
  reply: Turnaround,
})
export const downloadReport = endpoint({
  method: 'GET',
  path: '/reports/downloads',
  access: 'signed-in',
  summary: 'What was downloaded: by time, asset and territory',
  csv: true,
  query: InBuckets,
  reply: Downloads,
})
