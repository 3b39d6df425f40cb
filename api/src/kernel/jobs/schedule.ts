import { sql } from 'kysely'
import type { Db, Tx } from '../db/connect.ts'
import { inTransaction } from '../db/transaction.ts'

/** Kinds of job that come round, and after how many seconds. */
export type Schedule = Record<string, number>

const LOOK_EVERY_MS = 20_000

/** Keeps one job of each kind waiting. However many workers look, one waits: they look in turn. */
export function startSchedule(
  db: Db,
  schedule: Schedule,
  log: { error: (about: object, message: string) => void },
): { stop: () => void } {
  const look = () =>
    plan(db, schedule).catch((error: unknown) =>
      log.error({ err: error }, 'the schedule cannot be kept'),
    )
  const timer = setInterval(() => void look(), LOOK_EVERY_MS)
  void look()
  return { stop: () => clearInterval(timer) }
}

async function plan(db: Db, schedule: Schedule): Promise<void> {
  for (const [kind, seconds] of Object.entries(schedule))
    await inTransaction(db, (tx) => keepOneWaiting(tx, kind, seconds))
}

/**
 * The turn is a statement of its own: what a statement sees is fixed when it begins, so one that
 * waited for its turn would not see what came before.
 */
async function keepOneWaiting(tx: Tx, kind: string, seconds: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${kind}, 2))`.execute(tx)
  await sql`
    insert into job (kind, payload, run_at) select ${kind}, '{}', now() + make_interval(secs => ${seconds})
    where not exists (select from job where kind = ${kind} and dead_at is null)`.execute(tx)
}
