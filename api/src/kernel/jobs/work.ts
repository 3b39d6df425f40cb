import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'

/** The effect of a job and the end of the job are one commit, so a job that ran twice has happened once. */
export type Reaction = (tx: Tx, payload: never) => Promise<void>
export type Reactions = Record<string, Reaction>
type Log = { error: (about: object, message: string) => void }
export type Worker = { wake: () => void; drain: () => Promise<void>; stop: () => Promise<void> }

const LEASE = '15 seconds'
const TRIES = 8
const POLL_MS = 1_000

export function startWorker(db: Db, reactions: Reactions, log: Log): Worker {
  let stopping = false
  let wake: () => void = () => {}
  let woken = false

  const running = loop()
  async function loop() {
    while (!stopping) {
      const busy = await runNext(db, reactions, log).catch((error: unknown) => (log.error({ err: error }, 'jobs cannot be read'), false))
      if (!busy && !woken && !stopping) await pause()
      woken = false
    }
  }
  function pause() {
    return new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS)
      wake = () => (clearTimeout(timer), resolve())
    })
  }

  return {
    wake: () => ((woken = true), wake()),
    drain: async () => { while (await runNext(db, reactions, log)); },
    stop: () => ((stopping = true), wake(), running),
  }
}

type Job = { id: number; kind: string; payload: never; attempts: number }

/** Runs one job if there is one ready. A job whose worker died becomes ready again when its lease ends. */
export async function runNext(db: Db, reactions: Reactions, log: Log): Promise<boolean> {
  const job = await lease(db, Object.keys(reactions))
  if (!job) return false
  try {
    if (job.attempts > TRIES) throw new Error('Every worker that took this job died of it')
    await inTransaction(db, async (tx) => {
      await reactions[job.kind]!(tx, job.payload)
      await finish(tx, job)
    })
  } catch (error) {
    log.error({ err: error, job: job.id, kind: job.kind, attempt: job.attempts }, job.attempts >= TRIES ? 'job is dead' : 'job failed')
    await putBack(db, job, error as Error)
  }
  return true
}

async function lease(db: Db, kinds: string[]): Promise<Job | undefined> {
  const { rows } = await sql<Job>`
    update job set attempts = attempts + 1, leased_until = now() + ${LEASE}::interval
    where id = (
      select id from job
      where dead_at is null and run_at <= now() and (leased_until is null or leased_until < now()) and kind = any (${kinds})
      order by run_at, id for update skip locked limit 1)
    returning id, kind, payload, attempts`.execute(db)
  return rows[0]
}

/** The attempt number fences: a worker that was thought dead and comes back late changes nothing. */
async function finish(tx: Tx, job: Job) {
  const { numDeletedRows } = await tx.deleteFrom('job').where('id', '=', job.id).where('attempts', '=', job.attempts).executeTakeFirst()
  if (numDeletedRows !== 1n) throw new Error(`Job ${job.id} was taken over by another worker`)
}

async function putBack(db: Db, job: Job, error: Error) {
  await sql`
    update job set leased_until = null, error = ${error.message.slice(0, 2000)},
      run_at = now() + make_interval(secs => ${Math.min(2 ** job.attempts, 3600)}),
      dead_at = case when attempts >= ${TRIES} then now() end
    where id = ${job.id} and attempts = ${job.attempts}`.execute(db)
}
