import type { Db, Tx } from '../db/connect.ts'
import { LOCKS, lockForTransaction } from '../db/locks.ts'
import { sql } from '../db/sql.ts'
import { inTransaction } from '../db/transaction.ts'
import { JOB_KINDS, type JobKind } from './kinds.ts'
import type { JobLog } from './loop.ts'

/** How often each recurring kind of job runs, in seconds. */
export type Schedule = Partial<Record<JobKind, number>>

export const JOB_SCHEDULE: Schedule = Object.fromEntries(
  Object.entries(JOB_KINDS).flatMap(([kind, options]) =>
    'everySeconds' in options ? [[kind, options.everySeconds]] : [],
  ),
)

const CHECK_EVERY_MS = 20_000

/** Keeps one job of each recurring kind in the queue, however many processes run this. */
export function startSchedule(
  db: Db,
  schedule: Schedule,
  log: JobLog,
): { stop: () => Promise<void> } {
  const check = () =>
    enqueueMissing(db, schedule).catch((error: unknown) =>
      log.error({ err: error }, 'the job schedule could not be updated'),
    )
  let running = check()
  const timer = setInterval(() => {
    running = check()
  }, CHECK_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

async function enqueueMissing(db: Db, schedule: Schedule): Promise<void> {
  const kinds = Object.keys(schedule)
  const { rows } = await sql<{ kind: string }>`
    with brought_forward as (${bringForward})
    select kind.kind from unnest(${kinds}::text[]) kind (kind) where ${isMissing}`.execute(db)
  if (rows.length === 0) return
  const missing = rows.map(({ kind }) => ({ kind, seconds: schedule[kind as JobKind]! }))
  await inTransaction(db, (tx) => enqueueIfMissing(tx, missing))
}

/** A job of a time when the clock was ahead would wait until then. It keeps its own delay. */
const bringForward = sql`
  update job set created_at = now(), run_at = now() + (run_at - created_at)
  where dead_at is null
    and run_at > now() + interval '1 minute'
    and created_at > now() + interval '1 minute'`

const isMissing = sql`not exists (
  select from job where job.kind = kind.kind and job.dead_at is null)`

/**
 * The lock is a statement of its own. The snapshot of a statement is fixed when it begins, so an
 * insert that waited for the lock would not see the jobs of the previous holder.
 */
async function enqueueIfMissing(
  tx: Tx,
  missing: readonly { kind: string; seconds: number }[],
): Promise<void> {
  await lockForTransaction(tx, LOCKS.jobSchedule)
  await sql`
    insert into job (kind, payload, run_at)
    select kind.kind, '{}', now() + make_interval(secs => kind.seconds)
    from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as kind (kind text, seconds float8)
    where ${isMissing}`.execute(tx)
}
