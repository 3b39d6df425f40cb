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

export const JOB_STATES = ['waiting', 'running', 'failed'] as const
/**
 * What has been done is gone: a job that ends well leaves only what it did. `failed` is tried no
 * more unless somebody asks.
 */
export const JobState = Type.Enum([...JOB_STATES])

export const Job = StrictObject({
  _id: Type.String(),
  kind: Type.String(),
  state: JobState,
  attempts: Type.Integer(),
  priority: Type.Integer(),
  next: Nullable(Seconds),
  error: Nullable(Type.String()),
  /** What it is about: ids, never secrets. */
  about: Type.Record(Type.String(), Type.Unknown()),
  created: Seconds,
})
export type Job = Static<typeof Job>

const KindOfJobs = StrictObject({
  kind: Type.String(),
  waiting: Type.Integer(),
  running: Type.Integer(),
  failed: Type.Integer(),
  oldest: Nullable(Seconds),
})
export type KindOfJobs = Static<typeof KindOfJobs>

const Filter = StrictPartial(StrictObject({ state: JobState, kind: ShortText }))
export type JobFilter = Static<typeof Filter>

export const listJobs = endpoint({
  method: 'GET',
  path: '/jobs',
  access: 'installation.manage',
  summary: 'List the work that waits, runs or has failed, failed first',
  list: true,
  query: Filter,
  reply: Job,
})
export const summariseJobs = endpoint({
  method: 'GET',
  path: '/jobs/summary',
  access: 'installation.manage',
  summary: 'How much work of each kind waits, runs or has failed',
  reply: Type.Array(KindOfJobs),
})
export const getJob = endpoint({
  method: 'GET',
  path: '/jobs/:id',
  access: 'installation.manage',
  summary: 'Read a job',
  params: IdParams,
  reply: Job,
})
export const retryJob = endpoint({
  method: 'POST',
  path: '/jobs/:id/retry',
  access: 'installation.manage',
  summary: 'Try a job again that has failed',
  params: IdParams,
  reply: Job,
})
