import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'
import { startLoop, type JobLog, type Worker } from './loop.ts'

/**
 * The effect of a job and the end of the job are one commit, so a job that ran twice has happened
 * once.
 */
export type JobHandler = (tx: Tx, payload: never) => Promise<void>
/**
 * Work that takes longer than a transaction may: it is done outside of one, and answers what is to
 * be saved in the commit that ends the job.
 */
export type LongJob = {
  work: (payload: never, shift: JobContext) => Promise<(tx: Tx) => Promise<void>>
  /** The last try has failed. */
  onExhausted: (tx: Tx, payload: never, error: Error) => Promise<void>
  maxAttempts: number
}
/**
 * `signal` says that somebody else has the job now, or that the service stops. `fence` is higher
 * each time somebody takes the job.
 */
export type JobContext = { db: Db; job: number; fence: number; signal: AbortSignal }
export type JobHandlers = Record<string, JobHandler | LongJob>

const LEASE = '15 seconds'
const BEAT_MS = 5_000
const TRIES = 8

/**
 * `afterwards`: after each job, for who need not wait for their next look at what it left behind.
 */
export const startWorker = (
  db: Db,
  reactions: JobHandlers,
  log: JobLog,
  afterwards = () => {},
): Worker =>
  startLoop(
    async (stopping) => {
      const work = await take(db, reactions, log, stopping)
      return work && (() => work().finally(afterwards))
    },
    1,
    log,
  )

type Job = { id: number; kind: string; payload: never; attempts: number }

/** Runs one job if there is one ready. */
export async function runNextJob(
  db: Db,
  reactions: JobHandlers,
  log: JobLog,
  stopping?: AbortSignal,
): Promise<boolean> {
  const work = await take(db, reactions, log, stopping)
  await work?.()
  return work !== undefined
}

/** A job whose worker died becomes ready again when its lease ends. */
async function take(
  db: Db,
  reactions: JobHandlers,
  log: JobLog,
  stopping?: AbortSignal,
): Promise<(() => Promise<void>) | undefined> {
  const job = await lease(db, Object.keys(reactions))
  return job && (() => run(db, job, { reactions, log, stopping }))
}

async function run(
  db: Db,
  job: Job,
  {
    reactions,
    log,
    stopping,
  }: { reactions: JobHandlers; log: JobLog; stopping: AbortSignal | undefined },
): Promise<void> {
  const reaction = reactions[job.kind]!
  const tries = typeof reaction === 'function' ? TRIES : reaction.maxAttempts
  try {
    if (job.attempts > tries) throw new Error('Every worker that took this job died of it')
    const settle =
      typeof reaction === 'function'
        ? (tx: Tx) => reaction(tx, job.payload)
        : await labour(db, job, reaction, stopping)
    await inTransaction(db, async (tx) => {
      await settle(tx)
      await finish(tx, job)
    })
  } catch (error) {
    if (stopping?.aborted) await giveBack(db, job)
    else await fail(db, job, { reaction, tries, error: error as Error, log })
  }
}

async function fail(
  db: Db,
  job: Job,
  {
    reaction,
    tries,
    error,
    log,
  }: { reaction: JobHandler | LongJob; tries: number; error: Error; log: JobLog },
) {
  const dead = job.attempts >= tries
  log.error(
    { err: error, job: job.id, kind: job.kind, attempt: job.attempts },
    dead ? 'job is dead' : 'job failed',
  )
  await inTransaction(db, async (tx) => {
    const ours = await putBack(tx, job, error, dead)
    if (ours && dead && typeof reaction !== 'function')
      await reaction.onExhausted(tx, job.payload, error)
  })
}

/** While it lasts, the lease is renewed; when it cannot be, the work is told to end. */
async function labour(db: Db, job: Job, { work }: LongJob, stopping?: AbortSignal) {
  const lost = new AbortController()
  const heart = setInterval(() => void beat().catch(() => {}), BEAT_MS)
  try {
    return await work(job.payload, {
      db,
      job: job.id,
      fence: job.attempts,
      signal: AbortSignal.any([lost.signal, ...(stopping ? [stopping] : [])]),
    })
  } finally {
    clearInterval(heart)
  }

  async function beat() {
    if (!(await renew(db, job)))
      lost.abort(new Error(`Job ${job.id} was taken over by another worker`))
  }
}

async function lease(db: Db, kinds: string[]): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update job set attempts = attempts + 1, leased_until = now() + ${LEASE}::interval
    where id = (
      select id from job
      where dead_at is null and run_at <= now() and (leased_until is null or leased_until < now()) and kind = any (${kinds})
      order by priority, run_at, id for update skip locked limit 1)
    returning id, kind, payload, attempts`.execute(db)
  return rows[0]
}

/**
 * The attempt number fences: a worker that was thought dead and comes back late changes nothing.
 */
async function finish(tx: Tx, job: Job) {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', '=', job.id)
    .where('attempts', '=', job.attempts)
    .executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Error(`Job ${job.id} was taken over by another worker`)
}

async function renew(db: Db, job: Job): Promise<boolean> {
  const { numAffectedRows } =
    await sql`update job set leased_until = now() + ${LEASE}::interval where id = ${job.id} and attempts = ${job.attempts}`.execute(
      db,
    )
  return numAffectedRows === 1n
}

/**
 * A stop is no try. Whoever gives it back has ended their work, so the next may have the same
 * number.
 */
async function giveBack(db: Db, job: Job) {
  await sql`update job set leased_until = null, attempts = attempts - 1 where id = ${job.id} and attempts = ${job.attempts}`.execute(
    db,
  )
}

async function putBack(tx: Tx, job: Job, error: Error, dead: boolean): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update job set leased_until = null, error = ${error.message.slice(0, 2000)}, run_at = now() + make_interval(secs => ${Math.min(2 ** job.attempts, 3600)}), dead_at = case when ${dead} then now() end
    where id = ${job.id} and attempts = ${job.attempts}`.execute(tx)
  return numAffectedRows === 1n
}
