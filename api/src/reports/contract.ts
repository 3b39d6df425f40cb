import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/endpoint.ts'
import { Id, IdOrSlug, Nullable, Partly, Seconds, Strict, Word, Zone } from '../kernel/schema.ts'
import { Missing, Status } from '../workrequests/contract.ts'

/** From the worst to the best. */
export const RISKS = ['critical', 'at-risk', 'on-track'] as const
export const Risk = Type.Enum([...RISKS])
export type Risk = Static<typeof Risk>

const Named = Strict({ _id: Id, name: Type.String() })
const Reason = Strict({ code: Type.String(), message: Type.String() })
export type Reason = Static<typeof Reason>

export const RequestAtRisk = Strict({
  request: Id,
  studio: Id,
  asset: Named,
  project: Named,
  territory: Type.String(),
  language: Type.String(),
  status: Status,
  due: Nullable(Strict({ date: Seconds, tz: Zone })),
  risk: Risk,
  reasons: Type.Array(Reason),
  /** When it will be done if the rest takes as long as it usually does. */
  expected: Seconds,
  /** Working hours between then and when it is due; below zero it will be late. */
  slackHours: Nullable(Type.Number()),
  next: Strict({ to: Status, who: Type.String(), missing: Type.Array(Missing) }),
})
export type RequestAtRisk = Static<typeof RequestAtRisk>

export const COVERAGE = [
  'ordered',
  'in-work',
  'approved',
  'delivered',
  'downloaded',
  'old-cut',
] as const
export const CoverageState = Type.Enum([...COVERAGE])
export type CoverageState = Static<typeof CoverageState>

const Cell = Strict({
  asset: Id,
  territory: Type.String(),
  use: Type.String(),
  language: Type.String(),
  state: CoverageState,
  request: Id,
  since: Seconds,
})
export const Coverage = Strict({
  assets: Type.Array(
    Strict({ _id: Id, name: Type.String(), slug: Type.String(), type: Type.String() }),
  ),
  territories: Type.Array(Strict({ code: Type.String(), name: Nullable(Type.String()) })),
  cells: Type.Array(Cell),
})
export type Coverage = Static<typeof Coverage>

const Day = Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$' })
export const STEPS = ['day', 'week', 'month'] as const
/** The days a report speaks of, both included, in the calendar of a zone. */
const Days = Strict({ from: Day, to: Day, tz: Zone })
/** A day, week or month; the first and the last may be cut by the days that were asked for. */
const Bucket = Strict({ from: Day, start: Seconds })
const Count = Type.Integer({ minimum: 0 })

const Counts = Strict({ ordered: Count, submitted: Count, delivered: Count, cancelled: Count })
export const Volume = Strict({
  ...Days.properties,
  by: Type.Enum([...STEPS]),
  total: Counts,
  buckets: Type.Array(Strict({ ...Bucket.properties, ...Counts.properties })),
})
export type Volume = Static<typeof Volume>

export const Rejections = Strict({
  ...Days.properties,
  rejections: Count,
  requests: Count,
  codes: Type.Array(Strict({ code: Nullable(Type.String()), rejections: Count })),
  /**
   * The groups of whoever brought what was rejected; null where it was nobody of a vendor, or
   * nothing that you can see.
   */
  vendors: Type.Array(Strict({ group: Nullable(Named), rejections: Count })),
  territories: Type.Array(Strict({ territory: Type.String(), rejections: Count })),
  /** How many requests with an offline of these days came to so many of them. */
  versions: Type.Array(Strict({ versions: Count, requests: Count })),
})
export type Rejections = Static<typeof Rejections>

/** Working hours: half of all took no longer than the median, four fifths no longer than p80. */
const Spread = { count: Count, median: Nullable(Type.Number()), p80: Nullable(Type.Number()) }
export const Turnaround = Strict({
  ...Days.properties,
  whole: Strict(Spread),
  stages: Type.Array(Strict({ status: Status, ...Spread })),
  territories: Type.Array(Strict({ territory: Type.String(), ...Spread })),
})
export type Turnaround = Static<typeof Turnaround>

const Taken = { downloads: Count, bytes: Count }
export const Downloads = Strict({
  ...Days.properties,
  by: Type.Enum([...STEPS]),
  total: Strict(Taken),
  buckets: Type.Array(Strict({ ...Bucket.properties, ...Taken })),
  assets: Type.Array(Strict({ asset: Named, project: Named, ...Taken })),
  /** Of those who took it; null are people of no territory. */
  territories: Type.Array(Strict({ territory: Nullable(Type.String()), ...Taken })),
})
export type Downloads = Static<typeof Downloads>

const Format = Type.Enum(['json', 'csv'])
const Which = { studio: IdOrSlug, project: IdOrSlug, territory: Word }
const Span = { from: Day, to: Day, tz: Zone }

const Filter = Partly(Strict({ ...Which, risk: Risk, format: Format }))
const InDays = Partly(Strict({ ...Which, ...Span, format: Format }))
const InBuckets = Partly(Strict({ ...Which, ...Span, by: Type.Enum([...STEPS]), format: Format }))
export type Which = { studio?: string; project?: string; territory?: string }
export type DaysAsked = { from?: string; to?: string; tz?: string; by?: (typeof STEPS)[number] }

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
  query: Strict({ project: IdOrSlug, format: Type.Optional(Format) }),
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
