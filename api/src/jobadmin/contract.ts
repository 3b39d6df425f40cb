import { Type, type Static } from 'typebox'
import { endpoint } from '../kernel/http/contract/endpoint.ts'
import {
  Nullable,
  IdParams,
  StrictPartial,
  Seconds,
  StrictObject,
  ShortText,
} from '../kernel/http/contract/schema.ts'

export type { JobKind } from '../kernel/jobs/kinds.ts'

export const JOB_STATES = ['waiting', 'running', 'failed'] as const
/** A job that succeeds is deleted. A `failed` job runs again only when somebody retries it. */
export const JobState = Type.Enum([...JOB_STATES])

export const Job = StrictObject({
  _id: Type.String(),
  kind: Type.String(),
  state: JobState,
  attempts: Type.Integer(),
  priority: Type.Integer(),
  next: Nullable(Seconds),
  error: Nullable(Type.String()),
  /** Ids of what the job is about, never secrets. */
  about: Type.Record(Type.String(), Type.Unknown()),
  created: Seconds,
})
export type Job = Static<typeof Job>

const JobKindSummary = StrictObject({
  kind: Type.String(),
  waiting: Type.Integer(),
  running: Type.Integer(),
  failed: Type.Integer(),
  oldest: Nullable(Seconds),
})
export type JobKindSummary = Static<typeof JobKindSummary>

const Filter = StrictPartial(StrictObject({ state: JobState, kind: ShortText }))
export type JobFilter = Static<typeof Filter>

export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  access: 'installation.manage',
  summary: 'List jobs that wait, run or have failed; failed ones first',
  list: true,
  query: Filter,
  reply: Job,
})
export const summarizeJobs = endpoint({
  method: 'GET',
  path: '/jobs/summary',
  access: 'installation.manage',
  summary: 'Count the jobs of each kind by state',
  reply: Type.Array(JobKindSummary),
})
export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  access: 'installation.manage',
  summary: 'Get a job',
  params: IdParams,
  reply: Job,
})
export const retryJob = endpoint({
  method: 'POST',
  path: '/jobs/:id/retry',
  access: 'installation.manage',
  summary: 'Retry a failed job',
  params: IdParams,
  reply: Job,
})
