import { setTimeout } from 'node:timers/promises'
import type { Db, Tx } from '../db/connect.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { jobSeconds, jobsFinished } from '../telemetry/metrics.ts'
import { withSpan, type SpanOptions } from '../telemetry/tracing.ts'
import type { JobKind } from './kinds.ts'
import { startLoop, type JobLog, type Worker } from './loop.ts'

/** Runs in the transaction that deletes the job, so a job that runs twice takes effect once. */
export type JobHandler = (tx: Tx, payload: never) => Promise<void>
/**
 * A job that takes longer than a transaction may. `work` runs outside of a transaction and returns
 * what is to be saved in the transaction that deletes the job.
 */
export type LongJob = {
  work: (payload: never, context: JobContext) => Promise<(tx: Tx) => Promise<void>>
  /** Called when the last attempt has failed. */
  onExhausted: (tx: Tx, payload: never, error: Error) => Promise<void>
  maxAttempts: number
}
/**
 * `signal` aborts when another worker has claimed the job or the service stops. `fence` grows with
 * every claim of the job.
 */
export type JobContext = { db: Db; job: number; fence: number; signal: AbortSignal }
/** Short jobs that are cheaper together. They run in one transaction, or alone after a failure. */
export type BatchJob = { batch: (tx: Tx, payloads: never[]) => Promise<void> }
type AnyHandler = JobHandler | LongJob | BatchJob
export type JobHandlers = Partial<Record<JobKind, AnyHandler>>

const LEASE = '15 seconds'
const RENEW_LEASE_MS = 5_000
const MAX_ATTEMPTS = 8
const MAX_RETRY_SECONDS = 3600
const BATCH_SIZE = 100
/**
 * A batch that is not full is followed by a pause, so that under load the next one is larger. Most
 * of its cost does not depend on its size.
 */
const BATCH_INTERVAL_MS = 100

type WorkerOptions = {
  /** Runs after each job, for example to wake whatever processes its results. */
  afterEach?: () => void
  pollMs?: number
  batchMs?: number
}

export const startWorker = (
  db: Db,
  handlers: JobHandlers,
  log: JobLog,
  { afterEach = () => {}, pollMs, batchMs = BATCH_INTERVAL_MS }: WorkerOptions = {},
): Worker =>
  startLoop(
    async (stopping) => {
      const job = await claimJob(db, handlers, log, stopping)
      return (
        job &&
        (async () => {
          const next = performance.now() + batchMs
          await job.run().finally(afterEach)
          if (job.mayGrow) await waitUntil(next, stopping)
        })
      )
    },
    1,
    log,
    pollMs,
  )

async function waitUntil(time: number, signal?: AbortSignal): Promise<void> {
  const milliseconds = Math.max(0, time - performance.now())
  // Rejects when the service stops.
  await setTimeout(milliseconds, undefined, { ...(signal && { signal }) }).catch(() => {})
}

type Job = {
  id: number
  kind: JobKind
  payload: never
  attempts: number
  traceparent: string | null
}

/** Runs one job if one is due. */
export async function runNextJob(
  db: Db,
  handlers: JobHandlers,
  log: JobLog,
  stopping?: AbortSignal,
): Promise<boolean> {
  const job = await claimJob(db, handlers, log, stopping)
  await job?.run()
  return job !== undefined
}

type ClaimedJob = {
  run: () => Promise<void>
  /** It is a batch, and the next one has more jobs if it starts later. */
  mayGrow: boolean
}

async function claimJob(
  db: Db,
  handlers: JobHandlers,
  log: JobLog,
  stopping?: AbortSignal,
): Promise<ClaimedJob | undefined> {
  const [job] = await lease(db, Object.keys(handlers), 1)
  if (!job) return undefined
  const handler = handlers[job.kind]!
  const options = { handlers, log, stopping }
  const stopTimer = jobSeconds.startTimer({ kind: job.kind })
  const traced = (count: number, work: () => Promise<void>) =>
    withSpan(() => spanOf(job, count), work).finally(stopTimer)
  if (!isBatch(handler))
    return { run: () => traced(1, () => run(db, job, options)), mayGrow: false }
  const jobs = [job, ...(await lease(db, [job.kind], BATCH_SIZE - 1))]
  return {
    run: () => traced(jobs.length, () => runBatch(db, jobs, handler, options)),
    mayGrow: jobs.length < BATCH_SIZE,
  }
}

/** A batch belongs to the trace of its first job. */
const spanOf = ({ id, kind, attempts, traceparent }: Job, count: number): SpanOptions => ({
  name: `job ${kind}`,
  kind: 'consumer',
  attributes: { 'reelay.job': id, 'reelay.attempt': attempts, 'reelay.jobs': count },
  traceparent,
})

const isBatch = (handler: AnyHandler): handler is BatchJob => 'batch' in handler

/** If the batch fails, each job runs alone, so that one cannot fail the others. */
async function runBatch(db: Db, jobs: Job[], { batch }: BatchJob, options: RunOptions) {
  const isOk =
    jobs.length > 1 &&
    jobs.every(({ attempts }) => attempts === 1) &&
    (await inTransaction(db, async (tx) => {
      await batch(
        tx,
        jobs.map(({ payload }) => payload),
      )
      await finish(tx, jobs)
    }).then(
      () => true,
      () => false,
    ))
  if (isOk) jobsFinished.inc({ kind: jobs[0]!.kind, outcome: 'done' }, jobs.length)
  else for (const job of jobs) await run(db, job, options)
}

type RunOptions = { handlers: JobHandlers; log: JobLog; stopping: AbortSignal | undefined }

async function run(db: Db, job: Job, { handlers, log, stopping }: RunOptions): Promise<void> {
  const handler = handlers[job.kind]!
  const maxAttempts = 'maxAttempts' in handler ? handler.maxAttempts : MAX_ATTEMPTS
  try {
    if (job.attempts > maxAttempts) throw new Error('Every worker that ran this job died')
    const save = await prepareSave(db, job, handler, stopping)
    await inTransaction(db, async (tx) => {
      await save(tx)
      await finish(tx, [job])
    })
    jobsFinished.inc({ kind: job.kind, outcome: 'done' })
  } catch (error) {
    if (stopping?.aborted) await release(db, job)
    else await fail(db, job, { handler, maxAttempts, error: error as Error, log })
  }
}

async function prepareSave(
  db: Db,
  job: Job,
  handler: AnyHandler,
  stopping: AbortSignal | undefined,
): Promise<(tx: Tx) => Promise<void>> {
  if (isBatch(handler)) return (tx) => handler.batch(tx, [job.payload])
  return typeof handler === 'function'
    ? (tx) => handler(tx, job.payload)
    : runLongJob(db, job, handler, stopping)
}

type FailOptions = {
  handler: AnyHandler
  maxAttempts: number
  error: Error
  log: JobLog
}

async function fail(db: Db, job: Job, { handler, maxAttempts, error, log }: FailOptions) {
  const isDead = job.attempts >= maxAttempts
  jobsFinished.inc({ kind: job.kind, outcome: isDead ? 'failed' : 'retried' })
  log.error(
    { err: error, job: job.id, kind: job.kind, attempt: job.attempts },
    isDead ? 'job failed for good' : 'job failed',
  )
  await inTransaction(db, async (tx) => {
    const isOurs = await retryLater(tx, job, error, isDead)
    if (isOurs && isDead && 'onExhausted' in handler)
      await handler.onExhausted(tx, job.payload, error)
  })
}

/** Renews the lease while the job runs. If that fails, the job is told to stop. */
async function runLongJob(db: Db, job: Job, { work }: LongJob, stopping?: AbortSignal) {
  const lost = new AbortController()
  const renewal = setInterval(() => void renewOrAbort().catch(() => {}), RENEW_LEASE_MS)
  try {
    return await work(job.payload, {
      db,
      job: job.id,
      fence: job.attempts,
      signal: AbortSignal.any([lost.signal, ...(stopping ? [stopping] : [])]),
    })
  } finally {
    clearInterval(renewal)
  }

  async function renewOrAbort() {
    if (!(await renewLease(db, job)))
      lost.abort(new Error(`Job ${job.id} was claimed by another worker`))
  }
}

/** A job whose worker died is due again when its lease ends. */
async function lease(db: Db, kinds: string[], count: number): Promise<Job[]> {
  const { rows } = await sql<Job>`
    with due as materialized (
      select id from job
      where dead_at is null
        and run_at <= now()
        and (leased_until is null or leased_until < now())
        and kind = any (${kinds})
      order by priority, run_at, id
      for update skip locked
      limit ${count})
    update job set attempts = attempts + 1, leased_until = now() + ${LEASE}::interval
    from due where job.id = due.id
    returning job.id, kind, payload, attempts, traceparent`.execute(db)
  return rows.toSorted((one, other) => one.id - other.id)
}

/** The attempt number is a fence: a worker that lost its lease and comes back changes nothing. */
async function finish(tx: Tx, jobs: readonly Job[]) {
  const { rowCount } = await sql`
    delete from job using unnest(
      ${jobs.map(({ id }) => id)}::bigint[], ${jobs.map(({ attempts }) => attempts)}::int[])
      as done (id, attempts)
    where job.id = done.id and job.attempts = done.attempts`.execute(tx)
  if (rowCount !== jobs.length)
    throw new Error(
      jobs.length === 1
        ? `Job ${jobs[0]!.id} was claimed by another worker`
        : 'Another worker has claimed jobs of the batch',
    )
}

async function renewLease(db: Db, job: Job): Promise<boolean> {
  const { rowCount } = await sql`
    update job set leased_until = now() + ${LEASE}::interval
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db)
  return rowCount === 1
}

/**
 * Shutdown does not count as an attempt. The work has ended by now, so the next claim may get the
 * same fence.
 */
async function release(db: Db, job: Job) {
  await sql`
    update job set leased_until = null, attempts = attempts - 1
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db)
}

/** Returns false if another worker has claimed the job. */
async function retryLater(tx: Tx, job: Job, error: Error, isDead: boolean): Promise<boolean> {
  const { rowCount } = await sql`
    update job set
      leased_until = null,
      error = ${error.message.slice(0, 2000)},
      run_at = now() + make_interval(secs => ${Math.min(2 ** job.attempts, MAX_RETRY_SECONDS)}),
      dead_at = case when ${isDead} then now() end
    where id = ${job.id} and attempts = ${job.attempts}`.execute(tx)
  return rowCount === 1
}
